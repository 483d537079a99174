/**
 * Pan and zoom for boards that are larger than the screen: wheel, drag, pinch, double tap, keys and buttons.
 * `<div data-viewport id="map"><svg …></div>`; the one child is moved by a transform and always covers what it can.
 */
import { swallowClick } from "./ghosts.js";
import { calm, USUAL } from "./motions.js";
import { $, icon, make, word } from "./words.js";

const PAN = 6;
/**
 * In pixels: a cell narrower than the first cannot be told apart, or not be hit by a finger, and grows to the second; what
 * is tapped on the board is at least as wide as the third.
 */
const [SMALL, CLEAR, TARGET] = matchMedia("(pointer: coarse)").matches ? [26, 34, 44] : [18, 26, 28];

class Viewport {
  /** @param {HTMLElement} box */
  constructor(box) {
    this.box = box;
    this.k = 1;
    this.x = 0;
    this.y = 0;
    this.max = Number(box.dataset.zoomMax ?? 5);
    /** @type {Map<number, {x: number, y: number}>} */ this.fingers = new Map();
    this.panning = false;
    this.far = 0;
    /** what the board measures in the box before it is zoomed, and where it begins */
    this.flat = this.measure();
    box.addEventListener(
      "wheel",
      (ev) => {
        ev.preventDefault();
        const r = box.getBoundingClientRect();
        this.zoom(Math.exp(-ev.deltaY * (ev.deltaMode ? 0.05 : 0.0015)), ev.clientX - r.x, ev.clientY - r.y);
      },
      { passive: false },
    );
    box.addEventListener("pointerdown", (ev) => this.down(ev));
    box.addEventListener("pointermove", (ev) => this.move(ev));
    for (const name of ["pointerup", "pointercancel"])
      box.addEventListener(name, (ev) => this.up(/** @type {PointerEvent} */ (ev)));
    box.addEventListener("dblclick", (ev) => {
      if (/** @type {Element} */ (ev.target).closest("[data-can],[data-picked]")) return;
      const r = box.getBoundingClientRect();
      this.zoom(this.k > 1.5 ? 0 : 2, ev.clientX - r.x, ev.clientY - r.y);
    });
    new ResizeObserver(() => this.fit()).observe(box);
    this.apply();
  }

  /** An SVG keeps its shape, so there may be empty room on two sides of it. */
  measure() {
    const { clientWidth: w, clientHeight: h } = this.box;
    const drawn = this.inner instanceof SVGSVGElement ? this.inner.viewBox.baseVal : null;
    const scale = drawn?.width ? Math.min(w / drawn.width, h / drawn.height) : 1;
    const [wide, high] = drawn?.width ? [drawn.width * scale, drawn.height * scale] : [w, h];
    return { w, h, wide, high, left: (w - wide) / 2, top: (h - high) / 2, scale };
  }

  /** The box has another size: what was in the middle stays there, as large as it was. */
  fit() {
    const was = this.flat;
    const now = (this.flat = this.measure());
    if (!was.wide || !now.wide) return this.apply();
    const u = ((was.w / 2 - this.x) / this.k - was.left) / was.wide;
    const v = ((was.h / 2 - this.y) / this.k - was.top) / was.high;
    if (this.k > 1) this.k = Math.min(this.max, Math.max(1, (this.k * was.wide) / now.wide));
    this.x = now.w / 2 - this.k * (now.left + u * now.wide);
    this.y = now.h / 2 - this.k * (now.top + v * now.high);
    this.apply();
    this.dodge();
  }

  get inner() {
    return /** @type {HTMLElement | SVGElement | null} */ (this.box.querySelector(":scope > :not(.zoom)"));
  }

  /** @param {PointerEvent} ev */
  down(ev) {
    if (ev.button) return;
    // a drag that starts on something legal is a gesture; two fingers always zoom
    if (!this.fingers.size && /** @type {Element} */ (ev.target).closest("[data-can],[data-picked],.zoom")) return;
    this.fingers.set(ev.pointerId, { x: ev.clientX, y: ev.clientY });
    if (this.fingers.size === 1) this.far = 0;
  }

  /** @param {PointerEvent} ev */
  move(ev) {
    const was = this.fingers.get(ev.pointerId);
    if (!was) return;
    const r = this.box.getBoundingClientRect();
    const now = { x: ev.clientX, y: ev.clientY };
    this.far += Math.hypot(now.x - was.x, now.y - was.y);
    if (!this.panning && this.far > PAN) {
      this.panning = true;
      for (const id of this.fingers.keys()) this.box.setPointerCapture(id);
      this.box.classList.add("panning");
    }
    const other = [...this.fingers].find(([id]) => id !== ev.pointerId)?.[1];
    this.fingers.set(ev.pointerId, now);
    if (!this.panning) return;
    if (!other) return this.pan(now.x - was.x, now.y - was.y);
    const k = Math.hypot(now.x - other.x, now.y - other.y) / (Math.hypot(was.x - other.x, was.y - other.y) || 1);
    this.x += (now.x - was.x) / 2;
    this.y += (now.y - was.y) / 2;
    this.zoom(k, (now.x + other.x) / 2 - r.x, (now.y + other.y) / 2 - r.y);
  }

  /** @param {PointerEvent} ev */
  up(ev) {
    if (!this.fingers.delete(ev.pointerId) || this.fingers.size) return;
    if (this.panning && ev.type === "pointerup") swallowClick();
    this.panning = false;
    this.box.classList.remove("panning");
    this.dodge();
  }

  /**
   * @param {number} dx
   * @param {number} dy
   */
  pan(dx, dy) {
    this.x += dx;
    this.y += dy;
    this.apply();
  }

  /**
   * @param {number} by factor; 0 shows all
   * @param {number} [x]
   * @param {number} [y]
   */
  zoom(by, x = this.box.clientWidth / 2, y = this.box.clientHeight / 2) {
    const k = by ? Math.min(this.max, Math.max(1, this.k * by)) : 1;
    this.x = x - ((x - this.x) * k) / this.k;
    this.y = y - ((y - this.y) * k) / this.k;
    this.k = k;
    this.apply();
    this.dodge();
  }

  /** Keep the board over the whole box, or in its middle where it is smaller. */
  apply() {
    const { w, h, wide, high, left, top, scale } = this.flat;
    const k = this.k;
    /** @param {number} at @param {number} room @param {number} size @param {number} start */
    const inside = (at, room, size, start) =>
      k * size <= room ? (room - k * size) / 2 - k * start : Math.min(-k * start, Math.max(room - k * (start + size), at));
    this.x = inside(this.x, w, wide, left);
    this.y = inside(this.y, h, high, top);
    if (this.inner) {
      this.inner.style.transform = `translate(${this.x}px,${this.y}px) scale(${k})`;
      // by how much something drawn 28 units wide must grow to be hit
      this.inner.style.setProperty("--grow", String(Math.max(1, TARGET / (28 * k * scale)).toFixed(2)));
    }
    this.box.classList.toggle("zoomed", k > 1.01);
  }

  /** The buttons stand in the corner in which they cover the least of what can be tapped. */
  dodge() {
    const buttons = /** @type {HTMLElement | null} */ (this.box.querySelector(":scope > .zoom"));
    if (!buttons) return;
    const box = this.box.getBoundingClientRect();
    const [w, h] = [buttons.offsetWidth + 16, buttons.offsetHeight + 16];
    const lit = [...this.box.querySelectorAll("[data-can],[data-picked],[data-alt]")].map((e) => e.getBoundingClientRect());
    const covered = CORNERS.map((corner) => {
      const x = corner.includes("left") ? box.left : box.right - w;
      const y = corner.includes("top") ? box.top : box.bottom - h;
      return lit.filter((r) => r.left < x + w && r.right > x && r.top < y + h && r.bottom > y).length;
    });
    buttons.dataset.corner = CORNERS[covered.indexOf(Math.min(...covered))];
  }

  /**
   * Come near to an element that was chosen elsewhere on the page: a board that says how many cells it has across
   * (`data-cells`) grows until they can be told apart.
   * @param {Element} e
   */
  near(e) {
    const cells = Number(this.box.dataset.cells ?? 0);
    const { wide } = this.flat;
    if (cells && (this.k * wide) / cells < SMALL) {
      const [r, b] = [this.box.getBoundingClientRect(), e.getBoundingClientRect()];
      this.zoom((CLEAR * cells) / wide / this.k, b.left + b.width / 2 - r.left, b.top + b.height / 2 - r.top);
    }
    this.look(e);
  }

  /**
   * Move until an element can be seen.
   * @param {Element} e
   */
  look(e) {
    const [r, b] = [this.box.getBoundingClientRect(), e.getBoundingClientRect()];
    const edge = 40;
    const dx =
      b.left < r.left + edge ? r.left + edge - b.left : b.right > r.right - edge ? r.right - edge - b.right : 0;
    const dy =
      b.top < r.top + edge ? r.top + edge - b.top : b.bottom > r.bottom - edge ? r.bottom - edge - b.bottom : 0;
    if (!dx && !dy) return;
    const inner = this.inner;
    const from = inner?.style.transform ?? "";
    this.pan(dx, dy);
    if (inner && !calm())
      inner.animate([{ transform: from }, { transform: inner.style.transform }], { duration: USUAL, easing: "ease-out" });
  }
}

const CORNERS = ["right bottom", "right top", "left bottom", "left top"];

/** @type {WeakMap<Element, Viewport>} */
const ports = new WeakMap();

/**
 * Find new viewports; known ones keep their place.
 * @param {ParentNode} root
 */
export function attach(root) {
  for (const box of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-viewport]"))) {
    const known = ports.get(box);
    if (known) {
      known.apply();
      if (box.querySelector(".zoom")) continue;
    }
    const port = known ?? new Viewport(box);
    ports.set(box, port);
    /** @param {string} label @param {string | Node} sign @param {number} by */
    const button = (label, sign, by) =>
      make(
        "button",
        { type: "button", class: "button quiet", "aria-label": label, title: label, click: () => port.zoom(by) },
        sign,
      );
    box.append(
      make(
        "div",
        { class: "zoom", click: (/** @type {Event} */ ev) => ev.stopPropagation() },
        button(word("zoomIn"), "+", 1.4),
        button(word("zoomOut"), "−", 1 / 1.4),
        button(word("zoomFit"), icon("fit"), 0),
      ),
    );
    port.dodge();
  }
}

document.addEventListener("click", (ev) => {
  const as = /** @type {Element} */ (ev.target).closest("[data-as]")?.getAttribute("data-as");
  const e = as ? $(as) : null;
  const box = e?.closest("[data-viewport]");
  if (e && box) ports.get(box)?.near(e);
});

document.addEventListener("taku:marked", () => {
  for (const box of document.querySelectorAll("[data-viewport]")) ports.get(box)?.dodge();
});

document.addEventListener("taku:look", (ev) => {
  const e = $(/** @type {CustomEvent<string>} */ (ev).detail);
  const box = e?.closest("[data-viewport]");
  if (e && box) ports.get(box)?.look(e);
});

// before the table's own keys: while the board is zoomed 0 shows all of it, and is no number of the list
document.addEventListener(
  "keydown",
  (ev) => {
    const t = /** @type {Element} */ (ev.target);
    if (t.matches("input,textarea,select") || ev.ctrlKey || ev.metaKey || ev.altKey) return;
    const box = document.querySelector("[data-viewport]");
    const port = box && ports.get(box);
    if (!port) return;
    if (ev.key === "+" || ev.key === "=") port.zoom(1.4);
    else if (ev.key === "-") port.zoom(1 / 1.4);
    else if (ev.key === "0" && port.k > 1 && !document.querySelector("#acts:not([hidden])")) {
      port.zoom(0);
      ev.stopPropagation();
    } else if (ev.shiftKey && ev.key.startsWith("Arrow")) {
      const d = 80;
      port.pan(
        ev.key === "ArrowLeft" ? d : ev.key === "ArrowRight" ? -d : 0,
        ev.key === "ArrowUp" ? d : ev.key === "ArrowDown" ? -d : 0,
      );
      ev.preventDefault();
      ev.stopPropagation();
    }
  },
  { capture: true },
);

// the focus must be seen: keyboards bring their cell into the box
document.addEventListener("focusin", (ev) => {
  const e = /** @type {Element} */ (ev.target);
  const box = e.closest("[data-viewport]");
  if (box && e.matches("[data-role]:focus-visible")) ports.get(box)?.look(e);
});
