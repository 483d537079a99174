/** Pictures of elements that lie over the table while these move. */
import { $ } from "./words.js";

/** The click that follows a drag means nothing. */
export function swallowClick() {
  /** @param {Event} ev */
  const eat = (ev) => {
    ev.stopPropagation();
    ev.preventDefault();
  };
  addEventListener("click", eat, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", eat, { capture: true }), 50);
}

/** The layer above everything in which ghosts fly. */
export function over() {
  let layer = $("over");
  if (!layer) {
    layer = document.createElement("div");
    layer.id = "over";
    layer.setAttribute("aria-hidden", "true");
    document.body.append(layer);
  }
  return layer;
}

/**
 * A picture of an element at a place of the screen, HTML or a part of an SVG.
 * @param {Element} e
 * @param {DOMRect} box
 * @returns {HTMLElement}
 */
export function ghost(e, box) {
  const copy = /** @type {Element} */ (e.cloneNode(true));
  for (const k of [copy, ...copy.querySelectorAll("[id]")]) k.removeAttribute("id");
  for (const k of ["data-can", "data-picked", "data-alt", "data-peek", "role", "tabindex", "aria-label"])
    copy.removeAttribute(k);
  const g = document.createElement("div");
  g.className = `ghost ${document.querySelector(".table")?.className.match(/game-\S+/)?.[0] ?? ""}`;
  const s = g.style;
  s.left = `${box.x}px`;
  s.top = `${box.y}px`;
  s.width = `${box.width}px`;
  s.height = `${box.height}px`;
  if (e instanceof SVGGraphicsElement && e.ownerSVGElement) {
    const inner = e.getBBox();
    const svg = /** @type {SVGElement} */ (e.ownerSVGElement.cloneNode(false));
    for (const a of ["id", "role", "aria-label", "style"]) svg.removeAttribute(a);
    svg.setAttribute("viewBox", `${inner.x} ${inner.y} ${inner.width} ${inner.height}`);
    svg.setAttribute("class", "ghost-svg");
    copy.removeAttribute("transform");
    /** @type {SVGElement} */ (copy).style.transform = "none";
    svg.append(copy);
    g.append(svg);
  } else {
    // a card draws itself from its container's size: the ghost has none, so it takes the size it had
    /** @type {HTMLElement} */ (copy).style.width = "100%";
    /** @type {HTMLElement} */ (copy).style.height = "100%";
    g.append(copy);
  }
  over().append(g);
  return g;
}
