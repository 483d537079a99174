/**
 * The menu of a table: what can be asked for at this moment, sound, rules, keys, and giving up.
 *
 * @typedef {import("./wire.js").Hello} Hello
 */
import { setSound, soundOn } from "./alerts.js";
import { canNotify, notifies, setNotifies } from "./install.js";
import { lastMoment, nextPace, pace } from "./moments.js";
import { play } from "./motion.js";
import { ask, pop, unpop } from "./popups.js";
import { $, make, word } from "./words.js";

const OFFERS = ["undo", "pause", "resume", "rematch"];

/**
 * @param {Element} at
 * @param {Hello} hello
 * @param {(m: object) => boolean} send
 * @param {import("./offers.js").Offers} offers
 */
export function openMenu(at, hello, send, offers) {
  const can = hello.can ?? [];
  /** @param {string} label @param {() => void} run @param {string} [kind] */
  const item = (label, run, kind = "quiet") =>
    make("button", { type: "button", class: `button ${kind}`, click: () => (unpop(), run()) }, label);
  /** @param {string | undefined} href @param {string} label */
  const link = (href, label) => (href ? make("a", { class: "button quiet", href, target: "_blank" }, label) : null);
  const tongues = /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll(".links a[hreflang]"));
  pop(
    at,
    word("menu"),
    make(
      "div",
      { class: "stack" },
      can.includes("hint") ? item(word("hint"), () => send({ t: "hint" })) : null,
      ...OFFERS.filter((kind) => can.includes(kind)).map((kind) =>
        item(word(kind), () => void offers.agree(kind, { t: "offer", kind })),
      ),
      can.includes("takeback") ? item(word("takeback"), () => send({ t: "takeback" })) : null,
      lastMoment() ? item(word("again"), showAgain) : null,
      item(word("set", { what: word("pace"), now: word(pace()) }), () => void nextPace()),
      item(word("set", { what: word("sound"), now: word(soundOn() ? "on" : "off") }), () => setSound(!soundOn())),
      canNotify()
        ? item(word("set", { what: word("notify"), now: word(notifies() ? "on" : "off") }), () => void setNotifies())
        : null,
      link(hello.rules, word("rules")),
      link(hello.fair, word("fair")),
      ...[...tongues].map((a) => make("a", { class: "button quiet", href: a.href, lang: a.lang }, a.textContent ?? "")),
      item(`${word("keys")} (?)`, showKeys),
      can.includes("resign") ? item(word("resign"), () => void resign(send), "danger") : null,
    ),
  );
}

/** The last moment once more. */
export function showAgain() {
  const moment = lastMoment();
  if (moment) void play([{ moment }]);
}

export function showKeys() {
  pop(
    $("menu") ?? document.body,
    word("keys"),
    make("h3", {}, word("keys")),
    make(
      "ul",
      { class: "keys" },
      ...word("keyList")
        .split(/ · |・/)
        .map((k) => make("li", {}, k)),
    ),
  );
}

/** @param {(m: object) => boolean} send */
async function resign(send) {
  if (await ask(word("resignAsk"), word("resignYes"), word("resignNo"))) send({ t: "resign" });
}
