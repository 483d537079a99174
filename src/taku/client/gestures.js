/**
 * Gestures: a tree of elements to tap, with an action at every leaf. This module knows which elements can come next, lights
 * them, and turns taps, drags and keys into one action.
 *
 * @typedef {import("./wire.js").Tree} Tree
 * @typedef {{id: string, label: string, action: number | null}} Entry
 */
import { ignoreEchoes, looks } from "./clicks.js";
import { ghost, swallowClick } from "./ghosts.js";
import { focusOn, labelOf, loud, quiet } from "./marks.js";
import { $ } from "./words.js";

/** Pixels a pointer moves before a tap becomes a drag: above the jitter of a finger. */
const DRAG = 8;
/** Milliseconds for which a warning that a tap brought up stands before a second tap confirms: longer than a double click. */
const READ = 700;
/** In data-taps: here the player taps something themselves. */
const OWN = "*";
/**
 * The only action below a node, or null if there are several.
 * @param {Tree | number} node
 * @returns {number | null}
 */
function only(node) {
  while (typeof node === "object") {
    const keys = Object.keys(node);
    if (keys.length !== 1) return null;
    node = node[keys[0]];
  }
  return node;
}

export class Gestures {
  /**
   * @param {Element} view
   * @param {{act: (action: number) => void, changed: () => void, elsewhere: (target: Element) => boolean}} callbacks
   *   `elsewhere` is asked about a tap on something that is not legal now; true = it answered
   */
  constructor(view, callbacks) {
    this.view = view;
    this.callbacks = callbacks;
    /** @type {Tree} */ this.root = {};
    /** @type {Record<string, string>} */ this.labels = {};
    /** @type {string[]} */ this.path = [];
    /** @type {string} what stays chosen when an action was sent (data-stay), if it can still be chosen */
    this.stay = "";
    /** @type {number | null} the action that a second tap or the button would do */
    this.ready = null;
    this.locked = false;
    /** how many actions were sent */ this.sent = 0;
    /** when the last tap chose something */ this.since = 0;
    /** @type {string[]} what one tap still taps in turn (data-taps) */ this.rest = [];
    /** what still is to be tapped waits for a tap of the player */ this.waiting = false;
    /** @type {Map<string, number>} the buttons beside the status line that have a name */ this.buttons = new Map();
    /** @type {{x: number, y: number} | null} where something was dropped before it was known what lies there */
    this.landing = null;
    /** @type {{id: string, lift: string, x: number, y: number, dx: number, dy: number, ghost?: HTMLElement, pointer: number} | null} */
    this.drag = null;
    /** @type {{ids: string[], x: number, y: number} | null} where the keyboard was when everything went dark */
    this.was = null;
    this.listen();
  }

  /**
   * New legal actions. A half-made gesture goes on if it is still legal.
   * @param {Tree} acts
   * @param {Record<string, string>} labels
   * @param {import("./wire.js").StatusButton[]} [buttons]
   */
  set(acts, labels, buttons = []) {
    this.root = acts;
    this.labels = labels;
    this.buttons = new Map(buttons.flatMap((b) => (b.id && b.action !== undefined ? [[b.id, b.action]] : [])));
    if (this.waiting) this.rest = []; // something else happened than the tap that was awaited
    this.waiting = this.rest[0] === OWN;
    this.locked = false;
    const path = this.path.length || typeof acts[this.stay] !== "object" ? this.path : [this.stay];
    this.stay = "";
    this.path = [];
    this.ready = null;
    for (const id of path) {
      const next = this.here()[id];
      if (next === undefined) break;
      this.step(id, next);
    }
    if (this.path.length < path.length) ((this.path = []), (this.ready = null));
    this.mark();
    this.land();
    this.goOn();
    this.comeBack();
  }

  /** One tap that stands for several (data-taps): each as soon as it can be done, until one cannot. */
  goOn() {
    while (this.rest.length && this.rest[0] !== OWN && !this.locked) {
      const button = this.buttons.get(this.rest[0]);
      if (button !== undefined) this.send(button);
      else if (!this.pick(this.rest[0], { sure: true })) this.rest = [];
      if (this.rest.shift() !== undefined && !this.rest.length) this.commit();
    }
  }

  /** What was taken up by dragging (data-lift) and dropped comes down where it was dropped, if it may. */
  land() {
    const id = this.landing ? this.hitAt(this.landing.x, this.landing.y) : undefined;
    this.landing = null;
    if (id !== undefined) this.pick(id, { sure: true });
  }

  /** Nothing can be chosen until the next `set`. */
  lock() {
    this.remember();
    this.locked = true;
    this.path = [];
    this.ready = null;
    if (!this.drag?.lift) this.drop();
    this.mark();
  }

  /** Nothing can be chosen until the next `set`, but a half-made gesture stays: the line is down. */
  pause() {
    const path = this.path;
    this.lock();
    this.path = path;
  }

  /** What goes dark loses the focus: remember where the keyboard was. */
  remember() {
    const e = document.activeElement;
    if (!e?.matches(":focus-visible") || !this.view.contains(e)) return;
    const { x, y, width, height } = e.getBoundingClientRect();
    this.was = { ids: [...this.path, e.id], x: x + width / 2, y: y + height / 2 };
  }

  /** The keyboard goes on with what was chosen and can be chosen again, else with what is nearest to where it was. */
  comeBack() {
    const lit = [...this.view.querySelectorAll("[data-can],[data-picked]")];
    if (!this.was || !lit.length) return;
    const { ids, x, y } = this.was;
    /** @param {Element} e */
    const far = (e) => {
      const b = e.getBoundingClientRect();
      return Math.hypot(b.x + b.width / 2 - x, b.y + b.height / 2 - y);
    };
    const same = ids.map((id) => lit.find((e) => e.id === id)).find((e) => e);
    focusOn(same ?? lit.reduce((a, b) => (far(b) < far(a) ? b : a)));
  }

  /** The nodes along the path, the root first. */
  levels() {
    /** @type {Tree[]} */ const out = [this.root];
    for (const id of this.path) {
      const next = out[out.length - 1][id];
      out.push(typeof next === "object" ? next : {});
    }
    return out;
  }

  /** What can be tapped next. */
  here() {
    if (this.locked) return {};
    const all = this.levels();
    return all[all.length - 1];
  }

  /** Choices as a list, for keyboards and ears. */
  entries() {
    /** @type {Entry[]} */ const out = [];
    for (const [id, node] of Object.entries(this.here())) {
      if (id === "") continue;
      const action = only(node);
      out.push({ id, action, label: (action !== null && this.labels[action]) || labelOf(id) });
    }
    return out;
  }

  /** Words for the gesture so far. */
  crumbs() {
    return this.ready !== null && this.labels[this.ready]
      ? this.labels[this.ready]
      : this.path.map((id) => $(id)?.getAttribute("data-short") || labelOf(id)).join(" › ");
  }

  /**
   * @param {string} id
   * @param {Tree | number} next
   */
  step(id, next) {
    this.path.push(id);
    this.since = performance.now();
    this.ready = typeof next === "number" ? next : typeof next[""] === "number" ? next[""] : null;
  }

  /**
   * Tap an element. A tap on an earlier choice takes it back, a tap on another one of its kind changes it.
   * @param {string} id
   * @param {{sure?: boolean, touch?: boolean}} [how] sure: no second tap is needed (a drop, the list); touch: by finger
   * @returns {boolean} did it mean anything?
   */
  pick(id, how = {}) {
    if (this.locked) return false;
    const last = this.path[this.path.length - 1];
    if (id === last && this.ready !== null) return this.unread(id) || this.commit();
    const levels = this.levels();
    let at = levels.length - 1;
    while (at >= 0 && !(id in levels[at])) at--;
    if (at < 0 || id === "") return false;
    const again = this.path[at] === id;
    this.path.length = at;
    this.ready = null;
    if (!again) {
      const next = levels[at][id];
      const e = $(id);
      this.step(id, next);
      if (typeof next === "number" && (how.sure || !looks(e, at === 0, how.touch))) return this.commit();
    }
    this.mark();
    return true;
  }

  /**
   * Has a warning (data-warn) just come up?
   * @param {string} id
   */
  unread(id) {
    return Boolean($(id)?.hasAttribute("data-warn")) && performance.now() - this.since < READ;
  }

  commit() {
    if (this.ready === null || this.locked) return false;
    if (this.rest[0] === OWN) this.rest.shift();
    this.send(this.ready);
    return true;
  }

  /** @param {number} action */
  send(action) {
    if (this.locked) return;
    const first = this.path[0] ?? "";
    if (this.rest[0] === OWN) this.rest = [];
    this.waiting = false;
    this.sent++;
    this.lock();
    this.stay = $(first)?.hasAttribute("data-stay") ? first : "";
    this.callbacks.act(action);
  }

  cancel() {
    if (!this.path.length) return false;
    this.path = [];
    this.ready = null;
    this.mark();
    return true;
  }

  /** Light what can come next; calm everything else. */
  mark() {
    const levels = this.locked ? [] : this.levels();
    const here = levels.pop() ?? {};
    /** @type {Map<string, string>} */ const want = new Map();
    for (const level of levels) for (const id in level) if (id) want.set(id, "data-alt");
    for (const id in here) if (id) want.set(id, "data-can");
    // a choice that waits for its second tap leaves the others of its kind lit
    if (this.ready !== null && !Object.keys(here).some((id) => id) && levels.length) {
      for (const id in levels[levels.length - 1]) if (id) want.set(id, "data-can");
    }
    for (const id of this.path) want.set(id, "data-picked");
    const marks = ["data-can", "data-alt", "data-picked"];
    for (const e of this.view.querySelectorAll("[data-can],[data-alt],[data-picked]")) {
      const mine = want.get(e.id);
      for (const m of marks) if (m !== mine) e.removeAttribute(m);
      if (!mine) quiet(e);
    }
    const nodes = this.locked ? [] : this.levels().reverse();
    for (const [id, name] of want) {
      const e = $(id);
      if (!e) {
        console.warn(`an action needs #${id}, which is not on the table`);
        continue;
      }
      if (!e.hasAttribute(name)) e.setAttribute(name, "");
      const node = nodes.find((level) => id in level)?.[id];
      const action = node === undefined ? null : only(node);
      loud(e, name === "data-picked", action === null ? undefined : this.labels[action]);
    }
    document.body.toggleAttribute("data-picking", this.path.length > 0);
    this.aim();
    this.callbacks.changed();
    document.dispatchEvent(new Event("taku:marked"));
  }

  /**
   * Show the previews of an element that is pointed at, and of what has been chosen.
   * @param {string} [id]
   */
  aim(id) {
    /** @type {Set<string>} */ const keys = new Set(this.path);
    if (this.ready !== null) keys.add(String(this.ready));
    if (id) {
      keys.add(id);
      const next = this.here()[id];
      if (typeof next === "number") keys.add(String(next));
    }
    for (const e of this.view.querySelectorAll("[data-hint-for]")) {
      e.toggleAttribute(
        "data-aim",
        (e.getAttribute("data-hint-for") ?? "").split(" ").some((k) => keys.has(k)),
      );
    }
    for (const e of this.view.querySelectorAll("[data-peek]")) if (e.id !== id) e.removeAttribute("data-peek");
    if (id) $(id)?.setAttribute("data-peek", "");
  }

  /**
   * The nearest element at or around the target that means something now.
   * @param {EventTarget | null} target
   * @param {Tree[]} [levels]
   */
  hit(target, levels = this.locked ? [] : this.levels()) {
    for (
      let e = /** @type {Element | null} */ (target instanceof Element ? target : null);
      e && e !== this.view;
      e = e.parentElement
    ) {
      const id = e.getAttribute("data-as") ?? e.id;
      if (id && levels.some((level) => id in level)) return id;
    }
    return undefined;
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  hitAt(x, y) {
    const here = [this.here()];
    for (const e of document.elementsFromPoint(x, y)) {
      const id = this.hit(e, here);
      if (id) return id;
    }
    return undefined;
  }

  listen() {
    const view = this.view;
    ignoreEchoes(
      (t) => this.hit(t),
      () => this.sent,
    );
    document.addEventListener("click", (ev) => {
      const t = /** @type {Element} */ (ev.target);
      if (!view.contains(t)) return;
      const several = t.closest("[data-taps]")?.getAttribute("data-taps");
      if (several && !this.locked) {
        this.rest = several.split(" ");
        return this.goOn();
      }
      if (this.rest[0] !== OWN) this.rest = [];
      const id = this.hit(t);
      if (id !== undefined) {
        this.pick(id, { touch: /** @type {PointerEvent} */ (ev).pointerType === "touch" });
        return;
      }
      if (this.callbacks.elsewhere(t)) return;
      this.cancel();
    });
    view.addEventListener("keydown", (ev) => {
      const key = /** @type {KeyboardEvent} */ (ev);
      const t = /** @type {Element} */ (ev.target);
      if (
        (key.key === "Enter" || key.key === " ") &&
        !(t instanceof HTMLButtonElement) &&
        t.hasAttribute("data-role")
      ) {
        ev.preventDefault();
        this.pick(t.id);
      }
    });
    view.addEventListener("pointerover", (ev) => this.aim(this.hit(ev.target)));
    view.addEventListener("pointerleave", () => this.aim());
    view.addEventListener("focusin", (ev) => this.aim(this.hit(ev.target)));
    view.addEventListener("focusout", () => this.aim());
    document.addEventListener("focusin", () => (this.was = null));
    // dragging stands for: tap the source, tap where it falls
    view.addEventListener("pointerdown", (e) => {
      const ev = /** @type {PointerEvent} */ (e);
      if (ev.button || !ev.isPrimary) return this.drop();
      const id = this.hit(ev.target);
      if (id === undefined) return;
      const level = this.levels()
        .reverse()
        .find((l) => id in l);
      const lift = $(id)?.getAttribute("data-lift") ?? "";
      if (level && (lift || typeof level[id] === "object")) {
        this.drag = { id, lift, x: ev.clientX, y: ev.clientY, dx: 0, dy: 0, pointer: ev.pointerId };
      }
    });
    document.addEventListener("pointermove", (ev) => this.dragTo(ev));
    document.addEventListener("pointerup", (ev) => this.drop(ev));
    document.addEventListener("pointercancel", () => this.drop());
  }

  /** @param {PointerEvent} ev */
  dragTo(ev) {
    const d = this.drag;
    if (!d || ev.pointerId !== d.pointer) return;
    if (!d.ghost) {
      if (Math.hypot(ev.clientX - d.x, ev.clientY - d.y) < DRAG) return;
      const e = $(d.lift) ?? $(d.id);
      if (!e) return this.drop();
      const box = e.getBoundingClientRect();
      d.ghost = ghost(e, box);
      d.ghost.classList.add("dragged");
      d.dx = -d.x;
      d.dy = -d.y;
      if (this.path[this.path.length - 1] !== d.id) this.pick(d.id);
      d.ghost.setPointerCapture?.(ev.pointerId);
    }
    d.ghost.style.translate = `${ev.clientX + d.dx}px ${ev.clientY + d.dy}px`;
    this.aim(this.hitAt(ev.clientX, ev.clientY));
  }

  /** @param {PointerEvent} [ev] */
  drop(ev) {
    const d = this.drag;
    this.drag = null;
    if (!d?.ghost) return;
    d.ghost.remove();
    swallowClick();
    if (d.lift) {
      this.landing = ev ? { x: ev.clientX, y: ev.clientY } : null;
      if (!this.locked) this.land();
      return;
    }
    if (!ev) {
      if (!this.locked) this.cancel();
      return;
    }
    const id = this.hitAt(ev.clientX, ev.clientY);
    if (id !== undefined) this.pick(id, { sure: true });
    else this.cancel();
  }
}
