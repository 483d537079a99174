/**
 * Moments: a reveal, a knock-out, a broken army. Their stages play in order at the pace that the reader chose, then a line
 * says what it meant. Any tap or key skips; the last one can be shown again.
 *
 * @typedef {import("./wire.js").Moment} Moment
 */
import { over } from "./ghosts.js";
import { animate, calm, run } from "./motions.js";
import { make } from "./words.js";

/** Milliseconds for a stage, and for each letter of the line. */
const PACES = { calm: [800, 45], brisk: [380, 22], off: [0, 0] };
/** @typedef {keyof typeof PACES} Pace */
const KEY = "taku.pace";
/** How long the line stands at least, and where nothing moves. */
const LINE = 700;
const STILL = 3500;

/** @type {Moment | null} the last one that was shown */
let last = null;
export const lastMoment = () => last;

/** @returns {Pace} how moments are shown; off for readers who asked for less motion, until they choose otherwise */
export function pace() {
  const kept = localStorage.getItem(KEY);
  return kept !== null && kept in PACES ? /** @type {Pace} */ (kept) : calm() ? "off" : "calm";
}

/** The next pace: calm, brisk, off. */
export function nextPace() {
  const all = /** @type {Pace[]} */ (Object.keys(PACES));
  const next = all[(all.indexOf(pace()) + 1) % all.length];
  localStorage.setItem(KEY, next);
  return next;
}

/**
 * Show a moment, above the table.
 * @param {Moment} m
 * @param {() => boolean} skipped
 */
export async function stage(m, skipped) {
  last = m;
  document.getElementById("moment")?.remove();
  const [each, letter] = PACES[pace()];
  const line = make("p", { hidden: true }, m.say);
  const scene = make("div", { class: `scene ${document.querySelector(".table")?.className.match(/game-\S+/)?.[0] ?? ""}` });
  scene.innerHTML = m.html ?? ""; // the server's HTML, as in the view
  const box = make("div", { id: "moment", "aria-hidden": "true", class: m.html && each ? "staged" : "" }, m.html ? scene : null, line);
  over().append(box);
  if (!each) {
    line.hidden = false;
    setTimeout(() => box.remove(), STILL);
    return;
  }
  for (const motions of m.stages) {
    if (skipped()) break;
    const moves = motions.flatMap((a) => animate(a, each * 0.8));
    await ended([...moves, wait(box, each)]);
  }
  line.hidden = false;
  if (!skipped()) await ended([wait(box, LINE + letter * m.say.length)]);
  box.remove();
}

/**
 * Time that a skip ends, too.
 * @param {Element} box
 * @param {number} ms
 */
function wait(box, ms) {
  return run(box, [{ opacity: 1 }, { opacity: 1 }], ms);
}

/** @param {Animation[]} all */
async function ended(all) {
  await Promise.all(all.map((a) => a.finished.catch(() => {})));
}
