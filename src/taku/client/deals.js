/**
 * What this browser remembers of the deals it took part in: the promise that it was shown, and the chance that it threw
 * in after that. fair.js compares both with what the server shows after the match.
 *
 * @typedef {{match: string, promise: string, nonce: string, seed?: boolean}} Note
 */

const KEY = "taku.deals";
/** Deals remembered, the newest: about 40 kB of the 5 MB that browsers give a site. */
const MOST = 200;

/** @returns {Note[]} */
function notes() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((n) => [n?.match, n?.promise, n?.nonce].every((s) => typeof s === "string")) : [];
  } catch {
    return []; // no storage here, or somebody wrote something else into it
  }
}

/**
 * @param {string} match
 * @returns {Note | undefined}
 */
export function noted(match) {
  return notes().find((n) => n.match === match);
}

/**
 * Chance that this browser throws into a match's deal, noted with the promise shown before. Sitting down again throws in
 * the same, and the promise that was noted first stays: another one would be a broken one.
 * @param {string} match
 * @param {string} promise
 * @param {boolean} [seed] somebody chose the seed of this deal
 */
export function throwIn(match, promise, seed = false) {
  const all = notes();
  const old = all.find((n) => n.match === match);
  const note = {
    match,
    promise: old?.promise || promise,
    nonce: old?.nonce ?? chance(),
    ...(seed || old?.seed ? { seed: true } : {}),
  };
  try {
    if (match) localStorage.setItem(KEY, JSON.stringify([...all.filter((n) => n !== old), note].slice(-MOST)));
  } catch {
    // without storage nothing can be noted, and the check after the match says so
  }
  return note.nonce;
}

function chance() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, "0")).join("");
}

/**
 * A form that opens a table, or sits down at one, is sent: this browser throws in its chance.
 * @param {SubmitEvent} ev
 */
export function throwInto(ev) {
  const form = /** @type {HTMLFormElement} */ (ev.target);
  for (const e of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("input[data-nonce]"))) {
    const { match = "", promise = "", seed, guideSeed } = e.dataset;
    const guided = form.querySelector("input[name=guide]") ?? (ev.submitter?.getAttribute("name") === "guide" || null);
    const own = /** @type {HTMLInputElement | null} */ (form.querySelector("input[name=seed]"))?.value.trim();
    // a seed chosen in this very form replaces the secret that was promised
    const chosen = !!own || (!!guided && guideSeed !== undefined);
    e.value = throwIn(match, chosen ? "" : promise, chosen || seed !== undefined);
  }
}
