/**
 * Keyed morph: elements with ids keep their node wherever they go. Attributes for which keep() is true are left alone;
 * the inside of an element with data-own belongs to the client and is left alone too.
 */
const parser = document.createElement("template");

/**
 * @param {Element} root
 * @param {string} html
 * @param {(name: string, e: Element) => boolean} keep
 */
export function morph(root, html, keep = () => false) {
  parser.innerHTML = html;
  /** @type {Set<string>} */ const wanted = new Set();
  /** @type {Map<string, Element>} */ const have = new Map();
  for (const e of parser.content.querySelectorAll("[id]")) wanted.add(e.id);
  for (const e of root.querySelectorAll("[id]")) have.set(e.id, e);
  const focus = document.activeElement;
  kids(root, parser.content);
  const lost = focus !== document.activeElement && focus?.isConnected;
  if (lost && (focus instanceof HTMLElement || focus instanceof SVGElement)) focus.focus({ preventScroll: true });

  /** @param {Node} n */
  function idOf(n) {
    return n instanceof Element ? n.id : "";
  }

  /**
   * @param {Node} now
   * @param {ChildNode | null} cur
   * @returns {Node | null}
   */
  function match(now, cur) {
    const id = idOf(now);
    if (id) {
      const h = have.get(id);
      return h && h.nodeName === now.nodeName ? h : null;
    }
    // an unkeyed node takes the next unkeyed old sibling of its kind, over keyed ones that are going away
    for (let c = cur; c; c = c.nextSibling) {
      const cid = idOf(c);
      if (!cid && c.nodeName === now.nodeName) return c;
      if (!cid || wanted.has(cid)) return null;
    }
    return null;
  }

  /**
   * @param {Node} old
   * @param {Node} now
   */
  function kids(old, now) {
    // the last child in its place, never the next one: recursion may take away any child after it
    /** @type {Node | null} */ let last = null;
    for (const n of now.childNodes) {
      const cur = /** @type {ChildNode | null} */ (last ? last.nextSibling : old.firstChild);
      const found = match(n, cur);
      const m = found ?? n.cloneNode(false);
      if (m !== cur) {
        // moveBefore keeps running transitions and the focus; older browsers restart them
        if (found?.isConnected && old.isConnected && "moveBefore" in old) /** @type {any} */ (old).moveBefore(m, cur);
        else old.insertBefore(m, cur);
      }
      if (m instanceof Element) {
        if (!found) kids(m, n);
        else if (!m.isEqualNode(n)) {
          attrs(m, /** @type {Element} */ (n));
          if (!m.hasAttribute("data-own")) kids(m, n);
        }
      } else if (m.nodeValue !== n.nodeValue) m.nodeValue = n.nodeValue;
      last = m;
    }
    for (;;) {
      const rest = last ? last.nextSibling : old.firstChild;
      if (!rest) break;
      old.removeChild(rest);
    }
  }

  /**
   * @param {Element} old
   * @param {Element} now
   */
  function attrs(old, now) {
    for (const a of now.attributes) {
      if (old.getAttribute(a.name) !== a.value && !keep(a.name, old)) old.setAttribute(a.name, a.value);
    }
    for (const a of [...old.attributes]) {
      if (!now.hasAttribute(a.name) && !keep(a.name, old)) old.removeAttribute(a.name);
    }
  }
}
