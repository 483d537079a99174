/**
 * What moves: a new view slides in, events play one after another. Everything can be skipped, and nothing moves for readers
 * who asked for less motion.
 *
 * @typedef {import("./wire.js").Happening} Happening
 * @typedef {import("./wire.js").Anim} Anim
 */
import { ghost, keeps, over } from "./gestures.js";
import { morph } from "./morph.js";
import { $ } from "./words.js";

const SLIDE = 240;
const EVENT = 220;
/** All events of one view together: a longer chain plays faster. */
const CHAIN = 1500;
const EASE = "cubic-bezier(.25,.8,.3,1)";

const reduced = matchMedia("(prefers-reduced-motion: reduce)");
export const calm = () => reduced.matches;

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
 * @param {Element} e
 * @param {Keyframe[]} frames
 * @param {number} [duration]
 */
function run(e, frames, duration = EVENT) {
  return e.animate(frames, { duration, easing: EASE });
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
    for (const e of view.querySelectorAll("[data-flip],[data-leave],[data-enter],[data-count]")) {
      if (!e.id) continue;
      known.add(e.id);
      const data = /** @type {HTMLElement} */ (e).dataset;
      if (data.count !== undefined) counts.set(e.id, Number(e.textContent));
      if (data.flip === undefined && data.leave === undefined) continue;
      const box = e.getBoundingClientRect();
      if (data.flip !== undefined) before.set(e.id, box);
      if (data.leave !== undefined) leaving.set(e.id, { e, box, how: data.leave });
    }
  }
  morph(view, html, keeps);
  dress(view);
  if (quiet) return;
  for (const [id, { e, box, how }] of leaving) if (!$(id)) leave(e, box, how);
  /** @type {{e: HTMLElement, old: DOMRect, now: DOMRect, grow: boolean}[]} */ const moves = [];
  for (const e of /** @type {NodeListOf<HTMLElement>} */ (view.querySelectorAll("[data-flip]"))) {
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
  const list = events.filter((ev) => ev.anim?.length);
  if (!list.length || document.hidden) return;
  playing++;
  const each = Math.min(EVENT, CHAIN / list.length);
  try {
    for (const ev of list) {
      if (skipping) break;
      const anims = (ev.anim ?? []).flatMap((a) => animate(a, each));
      await Promise.all(anims.map((a) => a.finished.catch(() => {})));
    }
  } finally {
    playing--;
    if (!playing) skipping = false;
  }
}

/**
 * Where something is on the screen: an element, or a square of a drawing ("map@320,480,40": its middle and its side in the
 * drawing's own units), for places at which nothing stands.
 * @param {string | undefined} id
 */
function boxOf(id) {
  const [name, at] = (id ?? "").split("@");
  const e = name ? $(name) : null;
  const view = at && e instanceof SVGGraphicsElement ? e.getScreenCTM() : null;
  if (!at || !view) return e?.getBoundingClientRect();
  const [x, y, side = 0] = at.split(",").map(Number);
  const p = new DOMPoint(x - side / 2, y - side / 2).matrixTransform(view);
  return new DOMRect(p.x, p.y, side * view.a, side * view.d);
}

/**
 * @param {DOMRect} r
 * @returns {[number, number]}
 */
const middle = (r) => [r.x + r.width / 2, r.y + r.height / 2];

/**
 * Something that flies above the table and is gone afterwards.
 * @param {string} className
 * @param {string} text
 * @param {number} x
 * @param {number} y
 */
function flyer(className, text, x, y) {
  const f = document.createElement("div");
  f.className = className;
  f.textContent = text;
  f.style.left = `${x}px`;
  f.style.top = `${y}px`;
  over().append(f);
  return f;
}

/**
 * @param {Anim} a
 * @param {number} ms
 * @returns {Animation[]}
 */
function animate(a, ms) {
  const at = a.at ? $(a.at) : null;
  // a piece's own transform is its place: what happens to it happens to its body
  const e = /** @type {HTMLElement | null} */ (at?.querySelector(":scope > .body") ?? at);
  const tone = `tone-${a.tone ?? "warn"}`;
  if (a.do === "stamp") {
    const box = (e ?? document.querySelector(".stage") ?? document.body).getBoundingClientRect();
    const f = flyer(`stamp ${tone}`, a.text ?? "", ...middle(box));
    // words must be readable: a stamp stays while the rest goes on
    const frames = calm()
      ? [{ opacity: 1 }, { opacity: 1 }]
      : [
          { opacity: 0, scale: 2.2, rotate: "-12deg" },
          { opacity: 1, scale: 1, rotate: "-6deg", offset: 0.18 },
          { opacity: 1, scale: 1, rotate: "-6deg", offset: 0.8 },
          { opacity: 0, scale: 1, rotate: "-6deg" },
        ];
    const long = f.animate(frames, { duration: 1200, easing: EASE });
    long.finished.finally(() => f.remove());
    return [run(f, [{ zIndex: 9 }, { zIndex: 9 }], ms)];
  }
  if (a.do === "look") {
    document.dispatchEvent(new CustomEvent("taku:look", { detail: a.at }));
    return [];
  }
  if (calm()) return [];
  if (a.do === "fly") {
    const [from, to] = [boxOf(a.from), boxOf(a.to)];
    if (!from || !to) return [];
    const [x, y] = middle(from);
    const [tx, ty] = middle(to);
    const f = flyer(`fly ${tone}`, a.text ?? "", x, y);
    const flight = run(
      f,
      [
        { translate: "0 0", scale: 0.6, opacity: 0.4 },
        { scale: 1.25, opacity: 1, offset: 0.3 },
        { translate: `${tx - x}px ${ty - y}px`, scale: 0.8, opacity: 0.9 },
      ],
      ms,
    );
    flight.finished.finally(() => {
      f.remove();
      const target = a.to && $(a.to);
      if (target) run(target, [{ scale: 1 }, { scale: 1.3 }, { scale: 1 }], 160);
    });
    return [flight];
  }
  if (a.do === "beam") {
    const [from, to] = [boxOf(a.from), boxOf(a.to)];
    if (!from || !to) return [];
    const [x, y] = middle(from);
    const [tx, ty] = middle(to);
    const f = flyer(`beam ${tone}`, "", x, y);
    f.style.width = `${Math.hypot(tx - x, ty - y)}px`;
    f.style.rotate = `${Math.atan2(ty - y, tx - x)}rad`;
    const ray = run(f, [{ scale: "0 1" }, { scale: "1 1", offset: 0.5 }, { scale: "1 1", opacity: 0 }], ms);
    ray.finished.finally(() => f.remove());
    return [ray];
  }
  if (a.do === "flash") {
    const box = e?.getBoundingClientRect() ?? boxOf(a.at);
    if (!box) return [];
    const f = flyer(`flash ${tone}`, "", box.x, box.y);
    f.style.width = `${box.width}px`;
    f.style.height = `${box.height}px`;
    const light = run(f, [{ opacity: 0 }, { opacity: 1, offset: 0.3 }, { opacity: 0 }], ms);
    light.finished.finally(() => f.remove());
    return [light];
  }
  if (!e) return [];
  switch (a.do) {
    case "shake":
      return [
        run(
          e,
          [0, -5, 5, -3, 3, 0].map((x) => ({ translate: `${x}px 0` })),
          ms,
        ),
      ];
    case "pulse":
      return [run(e, [{ scale: 1 }, { scale: 1.18 }, { scale: 1 }], ms)];
    case "fall":
      return [
        run(
          e,
          [
            { rotate: "-14deg", translate: "0 -12px", opacity: 0.4 },
            { rotate: "0deg", translate: "0 0", opacity: 1 },
          ],
          ms,
        ),
      ];
    case "flip":
      return turnOver(e, ms);
    case "roll": {
      const dice = e.matches(".die") ? [e] : [...e.querySelectorAll(".die")];
      return dice.map((d, i) =>
        run(
          d,
          [
            { rotate: `${-400 - 90 * i}deg`, translate: `${-14 - 6 * i}px -26px`, scale: 0.7 },
            { translate: "0 5px", scale: 1.08, offset: 0.7 },
            { rotate: "0deg", translate: "0 0", scale: 1 },
          ],
          ms,
        ),
      );
    }
    case "slide": {
      const from = boxOf(a.from);
      if (!from) return [];
      const now = e.getBoundingClientRect();
      const [x, y] = [middle(from)[0] - middle(now)[0], middle(from)[1] - middle(now)[1]];
      return [
        run(
          e,
          [
            { translate: `${x}px ${y}px`, zIndex: 5 },
            { translate: "0 0", zIndex: 5 },
          ],
          ms,
        ),
      ];
    }
  }
  return [];
}

/**
 * First the back turns away, then the face comes round.
 * @param {HTMLElement} e
 * @param {number} ms
 */
function turnOver(e, ms) {
  const box = e.getBoundingClientRect();
  const g = document.createElement("div");
  g.className = "ghost";
  g.append(document.createElement("div"));
  /** @type {HTMLElement} */ (g.firstChild).className = "card back";
  Object.assign(g.style, { left: `${box.x}px`, top: `${box.y}px`, width: `${box.width}px`, height: `${box.height}px` });
  over().append(g);
  const away = run(
    g,
    [{ transform: "perspective(40rem) rotateY(0)" }, { transform: "perspective(40rem) rotateY(90deg)" }],
    ms / 2,
  );
  away.finished.finally(() => g.remove());
  return [
    away,
    run(
      e,
      [
        { transform: "perspective(40rem) rotateY(-90deg)", opacity: 0 },
        { transform: "perspective(40rem) rotateY(-90deg)", opacity: 0, offset: 0.49 },
        { transform: "perspective(40rem) rotateY(-90deg)", opacity: 1, offset: 0.5 },
        { transform: "perspective(40rem) rotateY(0)", opacity: 1 },
      ],
      ms,
    ),
  ];
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
