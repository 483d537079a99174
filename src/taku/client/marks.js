/** What this client writes on elements of the table: what can be tapped, what it is called, where the keyboard is. */
import { $ } from "./words.js";

/** Attributes that this module writes; a new view leaves them alone. */
const OURS = new Set([
  "data-can",
  "data-alt",
  "data-picked",
  "data-peek",
  "data-aim",
  "data-last",
  "data-more",
  "data-role",
  "data-said",
  "style",
]);

/**
 * Should a morph leave this attribute as it is?
 * @param {string} name
 * @param {Element} e
 */
export function keeps(name, e) {
  if (OURS.has(name) || (name === "open" && e instanceof HTMLDetailsElement)) return true;
  if (name === "aria-label" && e.hasAttribute("data-area")) return true;
  if (!e.hasAttribute("data-role")) return false;
  return (
    name === "role" ||
    name === "tabindex" ||
    name === "aria-pressed" ||
    (name === "aria-label" && (e.hasAttribute("data-label") || e.hasAttribute("data-said")))
  );
}

/** @param {string} id */
export function labelOf(id) {
  const e = $(id);
  return (
    e?.getAttribute("data-label") || e?.getAttribute("aria-label") || e?.textContent?.replace(/\s+/g, " ").trim() || id
  );
}

/**
 * Make an element a button for keyboards and screen readers.
 * @param {Element} e
 * @param {boolean} pressed
 * @param {string} [said] its name where it has none of its own: the words of the action it stands for
 */
export function loud(e, pressed, said) {
  if (!(e instanceof HTMLButtonElement) && !e.hasAttribute("data-role")) {
    e.setAttribute("data-role", e.getAttribute("role") ?? "");
    // what holds a part that opens is no button: nothing in a button can be reached
    e.setAttribute("role", e.querySelector("summary,button") ? "group" : "button");
    e.setAttribute("tabindex", "0");
    const label = e.getAttribute("data-label");
    if (label) e.setAttribute("aria-label", label);
  }
  if (e.hasAttribute("data-said") || (said && !e.hasAttribute("aria-label") && !e.textContent?.trim())) {
    e.setAttribute("data-said", "");
    e.setAttribute("aria-label", said ?? "");
  }
  if (pressed && e.getAttribute("role") !== "group") e.setAttribute("aria-pressed", "true");
  else e.removeAttribute("aria-pressed");
}

/** @param {Element} e */
export function quiet(e) {
  e.removeAttribute("aria-pressed");
  const old = e.getAttribute("data-role");
  if (old === null) return;
  if (old) e.setAttribute("role", old);
  else e.removeAttribute("role");
  e.removeAttribute("tabindex");
  e.removeAttribute("data-role");
  if (e.hasAttribute("data-label") || e.hasAttribute("data-said")) e.removeAttribute("aria-label");
  e.removeAttribute("data-said");
}

/**
 * Arrow keys: one cell on in that direction, on grids with data-row and data-col; in other places the nearest lit neighbour.
 * @param {Element} view
 * @param {string} key
 * @returns {boolean}
 */
export function arrow(view, key) {
  const [dx, dy] = key === "ArrowLeft" ? [-1, 0] : key === "ArrowRight" ? [1, 0] : key === "ArrowUp" ? [0, -1] : [0, 1];
  const from = document.activeElement;
  if (!from || !view.contains(from)) {
    const first = view.querySelector("[data-can][data-row]") ?? view.querySelector("[data-can]");
    return focusOn(first);
  }
  const grid = from.hasAttribute("data-row") ? from.closest("[data-grid]") : null;
  const all = [...(grid ?? view).querySelectorAll(grid ? "[data-row]" : "[data-can],[data-picked],[data-alt]")];
  const a = from.getBoundingClientRect();
  const [ax, ay] = [a.x + a.width / 2, a.y + a.height / 2];
  let best = null;
  let least = Infinity;
  for (const e of all) {
    if (e === from) continue;
    const b = e.getBoundingClientRect();
    const [x, y] = [b.x + b.width / 2 - ax, b.y + b.height / 2 - ay];
    const along = x * dx + y * dy;
    const across = Math.abs(x * dy - y * dx); // distance from the line of the arrow
    if (along < 2 || across > 2.2 * along) continue;
    const far = along + 2 * across;
    if (far < least - 0.5) [best, least] = [e, far];
  }
  return focusOn(best);
}

/** @param {Element | null} e */
export function focusOn(e) {
  if (!(e instanceof HTMLElement || e instanceof SVGElement)) return false;
  if (!e.hasAttribute("tabindex") && !(e instanceof HTMLButtonElement)) {
    // a calm cell may be visited and heard, but is no button
    e.setAttribute("data-role", e.getAttribute("role") ?? "");
    e.setAttribute("role", "img");
    e.setAttribute("tabindex", "-1");
    e.setAttribute("aria-label", e.getAttribute("data-label") ?? e.id);
    e.addEventListener("blur", () => e.hasAttribute("data-can") || e.hasAttribute("data-picked") || quiet(e), {
      once: true,
    });
  }
  e.focus();
  return true;
}
