/**
 * What moves: a new view slides in, events play one after another. Everything can be skipped, and nothing moves for readers
 * who asked for less motion.
 *
 * @typedef {import("./wire.js").Happening} Happening
 */
import { ghost } from "./ghosts.js";
import { keeps } from "./marks.js";
import { stage } from "./moments.js";
import { morph } from "./morph.js";
import { animate, calm, run, USUAL } from "./motions.js";
import { $ } from "./words.js";

const SLIDE = 240;
/** All events of one view together: a longer chain plays faster. */
const CHAIN = 1500;

/** What slides to its new place: the cards of a hand and the parts of a strip need not say so. */
const SLIDES = "[data-flip],.cards > [id],[data-strip] > [id]";

let skipping = false;
let playing = 0;

/** Is something still being shown? */
export const busy = () => playing > 0;

/** End everything that moves, at its end. */
export function skip() {
  if (playing) skipping = true;
  for (const a of document.getAnimations()) {
    const end = a.effect?.getComputedTiming().endTime;
    if (typeof end === "number" && Number.isFinite(end)) a.finish();
  }
}

/** @type {WeakMap<Element, string>} */
const dressed = new WeakMap();

/**
 * Turn data-x, data-y, data-turn and data-css into styles: the page's security header forbids style attributes.
 * @param {ParentNode} root
 */
export function dress(root) {
  for (const e of root.querySelectorAll("[data-css],[data-x]")) {
    if (!(e instanceof HTMLElement || e instanceof SVGElement)) continue;
    const { x, y, turn, css } = e.dataset;
    const key = `${x},${y},${turn},${css}`;
    const was = dressed.get(e);
    if (was === key) continue;
    if (was && css !== undefined) e.removeAttribute("style");
    dressed.set(e, key);
    if (x !== undefined) e.style.transform = `translate(${+x}px,${+(y ?? 0)}px)${turn ? ` rotate(${+turn}deg)` : ""}`;
    for (const part of css ? css.split(";") : []) {
      const at = part.indexOf(":");
      if (at > 0) e.style.setProperty(part.slice(0, at).trim(), part.slice(at + 1).trim());
    }
  }
}

/**
 * Show a new rendering in the view: what has an id keeps its node and slides to its new place.
 * @param {Element} view
 * @param {string} html
 */
export function show(view, html) {
  /** @type {Map<string, DOMRect>} */ const before = new Map();
  /** @type {Map<string, {e: Element, box: DOMRect, how: string}>} */ const leaving = new Map();
  /** @type {Map<string, number>} */ const counts = new Map();
  /** @type {Set<string>} */ const known = new Set();
  const quiet = calm() || document.hidden;
  if (!quiet) {
    for (const e of view.querySelectorAll(`${SLIDES},[data-leave],[data-enter],[data-count]`)) {
      if (!e.id) continue;
      known.add(e.id);
      const data = /** @type {HTMLElement} */ (e).dataset;
      if (data.count !== undefined) counts.set(e.id, Number(e.textContent));
      const slides = e.matches(SLIDES);
      if (!slides && data.leave === undefined) continue;
      const box = e.getBoundingClientRect();
      if (slides) before.set(e.id, box);
      if (data.leave !== undefined) leaving.set(e.id, { e, box, how: data.leave });
    }
  }
  morph(view, html, keeps);
  dress(view);
  if (quiet) return;
  for (const [id, { e, box, how }] of leaving) if (!$(id)) leave(e, box, how);
  /** @type {{e: HTMLElement, old: DOMRect, now: DOMRect, grow: boolean}[]} */ const moves = [];
  for (const e of /** @type {NodeListOf<HTMLElement>} */ (view.querySelectorAll(SLIDES))) {
    const from = before.get(e.id) ?? (e.dataset.from ? $(e.dataset.from)?.getBoundingClientRect() : undefined);
    if (!from || !from.width) continue;
    for (const a of e.getAnimations()) if (a.id === "flip") a.cancel();
    const now = e.getBoundingClientRect();
    if (Math.abs(from.x - now.x) + Math.abs(from.y - now.y) < 1.5 || !now.width) continue;
    moves.push({ e, old: from, now, grow: before.has(e.id) });
  }
  for (const m of moves) flip(m.e, m.old, m.now);
  for (const e of view.querySelectorAll("[data-enter]")) {
    if (!known.has(e.id))
      run(
        e,
        [
          { opacity: 0, scale: 0.6 },
          { opacity: 1, scale: 1 },
        ],
        SLIDE,
      );
  }
  for (const [id, was] of counts) tick($(id), was);
}

/**
 * @param {HTMLElement} e
 * @param {DOMRect} old
 * @param {DOMRect} now
 */
function flip(e, old, now) {
  const k = old.width / now.width;
  const start = { transformOrigin: "0 0", transform: `translate(${old.x - now.x}px,${old.y - now.y}px) scale(${k})` };
  const end = { transformOrigin: "0 0", transform: "none" };
  if (!e.closest(".cards,[data-viewport]")) {
    run(
      e,
      [
        { ...start, zIndex: 5 },
        { ...end, zIndex: 5 },
      ],
      SLIDE,
    ).id = "flip";
    return;
  }
  // the strip of cards scrolls and would cut off what comes from outside: a ghost flies, the card waits in its place
  const g = ghost(e, now);
  run(e, [{ opacity: 0 }, { opacity: 0 }], SLIDE).id = "flip";
  run(g, [start, end], SLIDE).finished.finally(() => g.remove());
}

/**
 * @param {Element} e
 * @param {DOMRect} box
 * @param {string} how
 */
function leave(e, box, how) {
  const g = ghost(e, box);
  const to = how && $(how)?.getBoundingClientRect();
  const end = to
    ? {
        transform: `translate(${to.x + to.width / 2 - box.x - box.width / 2}px,${to.y + to.height / 2 - box.y - box.height / 2}px) scale(.4)`,
        opacity: 0.3,
      }
    : how === "drop"
      ? { transform: "translateY(2rem) rotate(14deg) scale(.8)", opacity: 0 }
      : { transform: "scale(.85)", opacity: 0 };
  run(g, [{ transform: "none", opacity: 1 }, end], SLIDE).finished.finally(() => g.remove());
}

/**
 * A number counts to its new value.
 * @param {HTMLElement | null} e
 * @param {number} was
 */
function tick(e, was) {
  const now = Number(e?.textContent);
  if (!e || !Number.isFinite(now) || !Number.isFinite(was) || now === was) return;
  run(e, [{ scale: 1 }, { scale: 1.35, color: "var(--accent-ink)" }, { scale: 1 }], SLIDE);
}

/**
 * Play what happened, in order.
 * @param {Happening[]} events
 */
export async function play(events) {
  const list = events.filter((ev) => ev.anim?.length || ev.moment);
  if (!list.length || document.hidden) return;
  playing++;
  document.body.toggleAttribute("data-playing", true);
  const each = Math.min(USUAL, CHAIN / list.length);
  try {
    for (const ev of list) {
      if (skipping) break;
      const anims = (ev.anim ?? []).flatMap((a) => animate(a, each));
      await Promise.all(anims.map((a) => a.finished.catch(() => {})));
      if (ev.moment && !skipping) await stage(ev.moment, () => skipping);
    }
  } finally {
    playing--;
    if (!playing) {
      skipping = false;
      document.body.removeAttribute("data-playing");
    }
  }
}

/**
 * What the last happenings were about stays outlined until the next ones.
 * @param {Element} view
 * @param {Happening[]} events
 */
export function mark(view, events) {
  for (const e of view.querySelectorAll("[data-last]")) e.removeAttribute("data-last");
  for (const id of events.flatMap((e) => e.mark ?? [])) $(id)?.setAttribute("data-last", "");
}
