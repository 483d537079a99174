/**
 * Motions of single things: flashes, flights, beams, cards that turn over. Each plays once and leaves nothing behind.
 *
 * @typedef {import("./wire.js").Anim} Anim
 */
import { over } from "./ghosts.js";
import { $ } from "./words.js";

/** How long a motion takes where nothing else is said. */
export const USUAL = 220;
const EASE = "cubic-bezier(.25,.8,.3,1)";

const reduced = matchMedia("(prefers-reduced-motion: reduce)");
export const calm = () => reduced.matches;

/**
 * @param {Element} e
 * @param {Keyframe[]} frames
 * @param {number} [duration]
 */
export function run(e, frames, duration = USUAL) {
  return e.animate(frames, { duration, easing: EASE });
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
export function animate(a, ms) {
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
    case "count":
      return counting(e, Number(a.from), Number(a.to), ms);
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
 * A number goes from one value to another, and stays there.
 * @param {HTMLElement} e
 * @param {number} low
 * @param {number} high
 * @param {number} ms
 */
function counting(e, low, high, ms) {
  const a = run(e, [{ scale: 1 }, { scale: 1.25 }, { scale: 1 }], ms);
  const tick = () => {
    const part = a.playState === "running" ? Math.min(1, Number(a.currentTime ?? ms) / ms) : 1;
    e.textContent = String(Math.round(low + (high - low) * part));
    if (part < 1) requestAnimationFrame(tick);
  };
  tick();
  return [a];
}
