/** Icons are drawn: no glyph comes from a symbol font, which a machine may lack. */
import { glyphs } from "./glyphs.js";

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {string} [name] one of page/glyphs.py
 * @returns {SVGElement}
 */
export function icon(name = "dot") {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "-50 -50 100 100");
  svg.setAttribute("class", "glyph");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", glyphs[name] ?? glyphs.dot);
  path.setAttribute("fill-rule", "evenodd");
  svg.append(path);
  return svg;
}
