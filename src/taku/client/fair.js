/**
 * The fair deal, checked in the reader's own browser: the secret shown after the match has the hash that this browser
 * noted before it, and what this browser threw in is part of the deal. It says what it checked and what it could not.
 *
 * `<section data-fair="/t/k3/match.json" data-match="k3" data-seat="0">` names the match file (Match.export);
 * `<input type=file data-fair-file>` takes one. The verdict goes into `[data-fair-verdict]`.
 *
 * @typedef {{id: string, commitment: string, secret?: string, nonces: string[], entries: [string, number, number][]}} MatchFile
 * @typedef {import("./deals.js").Note} Note
 * @typedef {{mark: "ok" | "wrong" | "open", text: string}} Line
 * @typedef {{state: "ok" | "part" | "seed" | "wrong", lines: Line[]}} Verdict
 */
import { noted } from "./deals.js";
import { hmac, sha256 } from "./sha256.js";
import { make } from "./words.js";
import { texts } from "./words_fair.js";

/** @type {Record<string, string>} */
const words = texts[document.documentElement.lang.slice(0, 2)] ?? texts.en;

/** The id that stands in the file of a deal from a seed: the same seed deals the same at every table. */
const SEEDED = "seed";
/** What the server throws in for a browser that threw in nothing begins with this. */
const BY_SERVER = "server-";
/** Keys that a page lists; the match file has what the others follow from. */
const KEYS = 1000;

/** @param {string} hex */
export function bytes(hex) {
  return Uint8Array.from(hex.match(/../g) ?? [], (two) => parseInt(two, 16));
}

/** @param {Uint8Array} data */
export function hex(data) {
  return [...data].map((b) => b.toString(16).padStart(2, "0")).join("");
}

/**
 * The hash that is shown before the first move.
 * @param {string} secret
 */
export function commitment(secret) {
  return hex(sha256(bytes(secret)));
}

/**
 * Python's json.dumps writes other letters as \uXXXX.
 * @param {unknown} value
 */
function ascii(value) {
  return JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/**
 * The 16 bytes that key chance for one entry: the beginning of HMAC-SHA256(secret, [match, nonces, number, salt]).
 * @param {MatchFile} m
 * @param {number} number
 * @param {number} [salt] of a branch that was played out after the match; 0 in a match as it was played
 */
export function streamKey(m, number, salt = 0) {
  const text = new TextEncoder().encode(ascii([m.id, m.nonces, number, salt]));
  return hex(hmac(bytes(m.secret ?? ""), text)).slice(0, 32);
}

/** @param {MatchFile} m */
export function keys(m) {
  /** @type {string[]} */ const found = [];
  let salt = 0;
  for (let n = 0; n <= Math.min(m.entries.length, KEYS); n++) {
    if (n && m.entries[n - 1][0] === "branch") salt = m.entries[n - 1][2];
    found.push(streamKey(m, n, salt));
  }
  return found;
}

/**
 * @param {any} m
 * @returns {m is MatchFile}
 */
function isFile(m) {
  return typeof m?.id === "string" && typeof m.commitment === "string" && [m.nonces, m.entries].every(Array.isArray);
}

/**
 * @param {any} m what ought to be a match file
 * @param {{match?: string, seat?: number, note?: Note, typed?: string}} known which match it should be of, where the
 *   reader sat (−1: nowhere), what this browser noted, and a promise that the reader brings from elsewhere
 * @returns {Verdict}
 */
export function check(m, { match, seat, note, typed = "" } = {}) {
  /** @type {Line[]} */ const lines = [];
  /** @param {Line["mark"]} mark @param {keyof typeof en} key @param {Record<string, string>} [fill] */
  const say = (mark, key, fill = {}) =>
    lines.push({ mark, text: words[key].replace(/\{(\w+)\}/g, (_, name) => fill[name] ?? "") });
  /** @param {boolean} good @param {keyof typeof en} yes @param {keyof typeof en} no @param {Record<string, string>} [fill] */
  const judge = (good, yes, no, fill) => say(good ? "ok" : "wrong", good ? yes : no, fill);

  if (!isFile(m) || typeof (m.secret ?? "") !== "string") {
    say("wrong", "noFile");
    return { state: "wrong", lines };
  }
  const seeded = m.id === SEEDED;
  if (match !== undefined && m.id !== match && !seeded) say("wrong", "other", { id: m.id.slice(0, 40) });
  if (!m.secret) {
    say("wrong", "noSecret");
    return { state: "wrong", lines };
  }
  judge(commitment(m.secret) === m.commitment, "hash", "hashDiffers");
  if (note?.promise) judge(note.promise === m.commitment, "promise", "promiseDiffers", { noted: note.promise });
  else if (!seeded) say("open", "unnoted");
  if (typed) judge(typed === m.commitment, "typed", "typedDiffers");
  if (seeded) {
    if (note?.promise && !note.seed) say("wrong", "seedInstead");
    say("open", "seeded");
  } else if (seat !== undefined && seat < 0) say("open", "notSeated");
  else if (note && seat !== undefined)
    judge(m.nonces[seat] === note.nonce, "nonce", "nonceOther", { nonce: note.nonce });
  else if (note) judge(m.nonces.includes(note.nonce), "nonce", "nonceGone", { nonce: note.nonce });
  else if (seat !== undefined && String(m.nonces[seat]).startsWith(BY_SERVER)) say("open", "nonceServer");
  say("open", "verify");
  const wrong = lines.some((line) => line.mark === "wrong");
  return { state: wrong ? "wrong" : seeded ? "seed" : note?.promise ? "ok" : "part", lines };
}

/**
 * @param {Verdict} verdict
 * @returns {HTMLElement[]} the verdict in a line, and what it rests on
 */
function said({ state, lines }) {
  return [
    make("p", { class: `check ${state}` }, words[state]),
    make("ul", {}, ...lines.map((line) => make("li", { class: `check ${line.mark}` }, line.text))),
  ];
}

/**
 * The verdict in the result of a match that this browser took part in: one line, which opens.
 * @param {string} page where the whole check is: /t/k3/fair
 * @param {number} seat
 */
export async function verdict(page, seat) {
  const match = page.split("/")[2];
  const found = await read(page.replace(/fair$/, "match.json"), { match, seat });
  const [head, list] = said(found);
  return make(
    "details",
    { class: "verdict", "data-verdict": found.state, open: found.state === "wrong" },
    make("summary", { class: head.className }, head.textContent),
    list,
    make("p", {}, make("a", { href: page }, words.more)),
  );
}

/** @type {MatchFile | null} */
let loaded = null;

/**
 * @param {string} from
 * @param {{match: string, seat: number, typed?: string}} about
 * @returns {Promise<Verdict>}
 */
async function read(from, about) {
  try {
    const answer = await fetch(from);
    if (!answer.ok) throw new Error(answer.statusText);
    loaded = await answer.json();
  } catch {
    return { state: "part", lines: [{ mark: "open", text: words.unread }] };
  }
  return check(loaded, { ...about, note: noted(about.match) });
}

/** What the reader typed. */
function typed() {
  const field = /** @type {HTMLInputElement | null} */ (document.querySelector("[data-fair-shown]"));
  return (field?.value ?? "").trim().toLowerCase();
}

/** @param {Verdict} found */
function report(found) {
  for (const e of document.querySelectorAll("[data-fair-verdict]")) e.replaceChildren(...said(found));
  for (const e of document.querySelectorAll("[data-fair-keys]"))
    e.replaceChildren(
      ...(isFile(loaded) && loaded.secret ? keys(loaded) : []).map((key, n) => make("li", {}, `${n} ${key}`)),
    );
  document.body.dataset.fair = found.state;
}

const at = /** @type {HTMLElement | null} */ (document.querySelector("[data-fair]"));
const about = { match: at?.dataset.match ?? "", seat: Number(at?.dataset.seat ?? -1) };
if (at?.dataset.fair) report(await read(at.dataset.fair, { ...about, typed: typed() }));

document.addEventListener("change", async (ev) => {
  const t = /** @type {HTMLInputElement} */ (ev.target);
  if (t.matches("[data-fair-file]") && t.files?.[0]) {
    loaded = null;
    try {
      loaded = JSON.parse(await t.files[0].text());
    } catch {
      // told as no match file
    }
    report(check(loaded, { note: noted(loaded?.id ?? ""), typed: typed() }));
  } else if (t.matches("[data-fair-shown]") && loaded)
    report(
      at
        ? check(loaded, { ...about, note: noted(about.match), typed: typed() })
        : check(loaded, { note: noted(loaded.id), typed: typed() }),
    );
});
