/**
 * The guided first game: a bubble with the lesson that is due, and a ring around what it speaks of. Where a lesson asks for
 * a deed the ring goes from one element of the gesture to the next, as they are tapped.
 *
 * @typedef {import("./wire.js").Guide} Guide
 */
import { throwInto } from "./deals.js";
import { USUAL } from "./motions.js";
import { $, make, word } from "./words.js";

const GAP = 10;
/** The ring stands so far around what it lights. */
const RING = 6;
/** The bubble's shapes, tried in this order until one covers nothing that is needed (overlays.css). */
const SHAPES = ["", "wide", "narrow"];

/** What fills more of the window than this needs no ring, and no bubble could stand beside it. */
const MOST = 0.6;

/** What makes a bubble another one. @type {(keyof Guide)[]} */
const SAID = ["text", "reply", "next", "play", "step"];

/** @type {Guide | null} */
let now = null;
/** @type {() => string[]} what has been tapped of a gesture */
let picked = () => [];
/** @type {Element | null} where the keyboard was before it went into the bubble */
let from = null;
let byKey = false;
/** @type {Element | null} what the ring is around */
let lit = null;

/**
 * Show what the guide says, or take it away.
 * @param {Guide} g
 * @param {(id: string | number, what: "next" | "skip") => void} answer
 * @param {() => string[]} path
 */
export function guide(g, answer, path) {
  const inside = !!$("guide")?.contains(document.activeElement);
  const id = g.id;
  // a lesson that is told again keeps its bubble: a tap may be on its way to the button
  const same = now !== null && SAID.every((key) => now?.[key] === g[key]);
  [now, picked] = [id === null ? null : g, path];
  if (same && id !== null) return place();
  $("guide")?.remove();
  $("guide-ring")?.remove();
  lit = null;
  if (id !== null) document.body.append(make("div", { id: "guide-ring", "aria-hidden": "true" }), bubble(g, id, answer));
  place();
  const nowhere = document.activeElement === document.body;
  const keys = byKey || !!document.activeElement?.matches(":focus-visible");
  if (!inside && !keys && !nowhere) return;
  if (!inside && !nowhere) from = document.activeElement;
  const button = /** @type {HTMLElement | null} */ (document.querySelector("#guide .main"));
  if (button) button.focus({ preventScroll: true });
  else if (inside || keys) back();
}

/**
 * @param {Guide} g
 * @param {string | number} id
 * @param {(id: string | number, what: "next" | "skip") => void} answer
 */
function bubble(g, id, answer) {
  /** @param {"next" | "skip"} what */
  const say = (what) => () => answer(now?.id ?? id, what);
  return make(
    "div",
    { id: "guide", role: "dialog", "aria-label": g.text ?? "", keydown: leave },
    g.reply ? make("p", { class: "reply" }, g.reply) : null,
    make("p", {}, g.text ?? ""),
    make(
      "div",
      { class: "row" },
      g.of ? make("small", {}, word("tour", { n: g.step ?? 1, m: g.of })) : null,
      g.play ? null : make("button", { type: "button", class: "button quiet", click: say("skip") }, word("skip")),
      g.next ? make("button", { type: "button", class: `button ${g.play ? "quiet" : "main"}`, click: say("next") }, g.next) : null,
      g.play ? make("button", { type: "submit", form: "now-play", class: "button main" }, g.play) : null,
    ),
  );
}

/** @param {Event} ev */
function leave(ev) {
  if (/** @type {KeyboardEvent} */ (ev).key !== "Escape") return;
  ev.stopPropagation();
  back();
}

/** The keyboard goes to what the lesson asks for, else back to where it was, else to something that can be chosen. */
function back() {
  const able = [now?.paths ? lit : null, from, document.querySelector("#view [data-can]")];
  for (const e of able) {
    if (!e?.isConnected || e === document.body) continue;
    /** @type {HTMLElement} */ (e).focus({ preventScroll: true });
    if (document.activeElement === e) return;
  }
}

/** The ways of tapping that go on from what is tapped already; all of them, if none does. */
function ways() {
  const done = picked();
  const all = now?.paths ?? [];
  const open = all.filter((way) => done.every((id, i) => way[i] === id));
  return open.length ? open.map((way) => way[Math.min(done.length, way.length - 1)]) : all.map((way) => way[0]);
}

/** @returns {Element | null} what the lesson speaks of just now */
function spot() {
  if (!now) return null;
  if (!now.paths) {
    const e = now.target ? $(now.target) : null;
    const { width, height } = e?.getBoundingClientRect() ?? { width: 0, height: 0 };
    return width * height < MOST * innerWidth * innerHeight ? e : null;
  }
  const all = ways().map((id) => (id ? $(id) : null));
  const seen = (/** @type {Element | null} */ e) => !!e?.getBoundingClientRect().width;
  // what has been tapped may bring up buttons that go on from there (data-taps): they are what is meant then
  const done = picked();
  const more = done.length ? document.querySelector("#view [data-aim] [data-taps]")?.parentElement : null;
  if (more && seen(more) && now.paths.some((way) => way[0] === done[0])) return more;
  // an action without an element is a button beside the status line
  return all.find(seen) ?? all.map(door).find(seen) ?? $("status");
}

/**
 * @param {Element | null} e
 * @returns {Element | null} the button that opens what it lies folded in
 */
function door(e) {
  const fold = e?.closest("[popover]");
  return fold ? document.querySelector(`[popovertarget="${fold.id}"]`) : null;
}

/** An opened fold lies above the page: ring and bubble go above it. */
function rise() {
  if (!document.querySelector("#view [popover]:popover-open")) return;
  for (const id of ["guide-ring", "guide"]) {
    const part = $(id);
    if (!part) continue;
    part.popover = "manual";
    if (part.matches(":popover-open")) part.hidePopover();
    part.showPopover();
  }
}

/** @param {Element} e */
const boxOf = (e) => e.getBoundingClientRect();

/** What the bubble must not cover: what is lit, what else would do, what it would do, the buttons beside the status line. */
function needed() {
  const others = now?.paths ? ways().map((id) => (id ? $(id) : null)) : [];
  const beside = now?.paths ? document.querySelectorAll("#status button,#view div[data-hint-for][data-aim]") : [];
  const boxes = [lit, ...others, ...beside].filter((e) => e !== null).map(boxOf).filter((b) => b.width && b.height);
  return boxes.map((b) => new DOMRect(b.x - RING, b.y - RING, b.width + 2 * RING, b.height + 2 * RING));
}

/**
 * @param {DOMRect} a
 * @param {DOMRect} b
 */
function overlap(a, b) {
  const w = Math.min(a.right, b.right) - Math.max(a.x, b.x);
  const h = Math.min(a.bottom, b.bottom) - Math.max(a.y, b.y);
  return w > 0 && h > 0 ? w * h : 0;
}

/**
 * The best place for a box of this size: on the screen, over nothing that is needed, near what it speaks of.
 * @param {number} w
 * @param {number} h
 * @param {DOMRect[]} avoid
 * @param {DOMRect} by
 */
function free(w, h, avoid, by) {
  const [right, bottom] = [Math.max(GAP, innerWidth - w - GAP), Math.max(GAP, innerHeight - h - GAP)];
  const [mx, my] = [by.x + by.width / 2, by.y + by.height / 2];
  const xs = [mx - w / 2, GAP, right, ...avoid.flatMap((b) => [b.x - w - GAP, b.right + GAP])];
  const ys = [by.bottom + GAP, by.top - h - GAP, my - h / 2, GAP, bottom, ...avoid.flatMap((b) => [b.y - h - GAP, b.bottom + GAP])];
  let best = { x: GAP, y: GAP, covered: Infinity, far: Infinity };
  for (const x0 of xs)
    for (const y0 of ys) {
      const [x, y] = [Math.min(Math.max(GAP, x0), right), Math.min(Math.max(GAP, y0), bottom)];
      const box = new DOMRect(x, y, w, h);
      const covered = avoid.reduce((sum, b) => sum + overlap(box, b), 0);
      const far = Math.hypot(x + w / 2 - mx, y + h / 2 - my);
      if (covered < best.covered || (covered === best.covered && far < best.far)) best = { x, y, covered, far };
    }
  return best;
}

/** The thing pointed at may have moved, or the next one is due. */
function place() {
  const [box, ring] = [$("guide"), $("guide-ring")];
  if (!box || !ring || !now) return;
  const e = spot();
  const stays = e === lit && !!box.style.left;
  if (!stays) {
    lit = e;
    e?.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
    if (e?.closest("[data-viewport]")) {
      document.dispatchEvent(new CustomEvent("taku:look", { detail: e.id }));
      setTimeout(place, 2 * USUAL); // when the board has moved
    }
    rise();
  }
  const at = lit ? boxOf(lit) : null;
  ring.hidden = !at?.width;
  if (at)
    Object.assign(ring.style, {
      left: `${at.x - RING}px`,
      top: `${at.y - RING}px`,
      width: `${at.width + 2 * RING}px`,
      height: `${at.height + 2 * RING}px`,
    });
  const avoid = needed();
  // a bubble does not run away from the finger: it moves only when it must
  const here = boxOf(box);
  const outside = here.x < 0 || here.y < 0 || here.right > innerWidth || here.bottom > innerHeight;
  if (stays && !outside && !avoid.some((b) => overlap(here, b))) return;
  const by = at ?? new DOMRect(innerWidth / 2, innerHeight / 2, 0, 0);
  let best = { x: 0, y: 0, covered: Infinity, shape: "" };
  for (const shape of SHAPES) {
    box.className = shape;
    const found = free(box.offsetWidth, box.offsetHeight, avoid, by);
    if (found.covered < best.covered) best = { ...found, shape };
    if (!found.covered) break;
  }
  box.className = best.shape;
  Object.assign(box.style, { left: `${best.x}px`, top: `${best.y}px` });
}

for (const name of ["resize", "scroll", "taku:changed"]) addEventListener(name, place, { capture: true, passive: true });
addEventListener("toggle", (ev) => (/** @type {Element} */ (ev.target).closest("#view") && rise(), place()), { capture: true });
addEventListener("keydown", () => (byKey = true), { capture: true });
addEventListener("pointerdown", () => (byKey = false), { capture: true });
document.addEventListener("submit", throwInto); // "Now play" opens a table
