/**
 * Help on the spot: bubbles with the text of a card, the reason why something is dim, the words of a rule; questions.
 */
import { over } from "./ghosts.js";
import { $, make, word } from "./words.js";

/** A finger that rests this long asks for help instead of choosing. */
const LONG = 500;

/**
 * Put a box beside another one, on the screen and not over it.
 * @param {HTMLElement} box
 * @param {DOMRect} by
 */
function beside(box, by) {
  const gap = 10;
  const { offsetWidth: w, offsetHeight: h } = box;
  const below = by.bottom + gap + h <= innerHeight;
  const above = by.top - gap - h >= 0;
  const x = Math.min(Math.max(gap, by.x + by.width / 2 - w / 2), Math.max(gap, innerWidth - w - gap));
  const y = below ? by.bottom + gap : above ? by.top - gap - h : Math.max(gap, Math.min(innerHeight - h - gap, by.y));
  box.style.left = `${x}px`;
  box.style.top = `${y}px`;
}

/**
 * A bubble beside an element; a tap elsewhere or Esc closes it.
 * @param {Element} anchor
 * @param {string} label
 * @param {...(Node | string | null)} content
 */
export function pop(anchor, label, ...content) {
  let bubble = $("pop");
  if (!bubble) {
    bubble = make("div", { id: "pop", popover: "auto", role: "dialog" });
    document.body.append(bubble);
  }
  bubble.setAttribute("aria-label", label);
  bubble.replaceChildren(...content.filter((k) => k !== null));
  if (bubble.matches(":popover-open")) bubble.hidePopover();
  bubble.showPopover();
  beside(bubble, anchor.getBoundingClientRect());
  return bubble;
}

export function unpop() {
  const bubble = $("pop");
  if (!bubble?.matches(":popover-open")) return false;
  bubble.hidePopover();
  return true;
}

/**
 * Copy a text. Browsers let only pages with TLS use the clipboard, and not all of those: elsewhere the text is shown,
 * chosen, for the reader to copy.
 * @param {string} text
 * @param {Element} anchor
 * @returns {Promise<boolean>} whether it is in the clipboard
 */
export async function copied(text, anchor) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const line = make("input", { type: "text", readonly: true, value: text, "aria-label": word("copyThis") });
    pop(anchor, word("copyThis"), make("p", {}, word("copyThis")), line);
    line.select();
    const done = document.execCommand("copy");
    if (done) unpop();
    return done;
  }
}

/** @type {Map<string, string>} */
const texts = new Map();

/**
 * The words of a rule, from the server, in the reader's language.
 * @param {Element} anchor
 * @param {string} id
 */
export async function clause(anchor, id) {
  const title = word("rule", { clause: id });
  const body = make("div", { class: "clause-text" });
  const bubble = pop(anchor, title, make("h3", {}, title), body);
  let html = texts.get(id);
  if (html === undefined) {
    body.setAttribute("aria-busy", "true");
    const at = (document.body.dataset.clauses ?? "/clause/{}").replace("{}", encodeURIComponent(id));
    const answer = await fetch(at).catch(() => null);
    body.removeAttribute("aria-busy");
    if (answer?.ok) texts.set(id, (html = await answer.text()));
  }
  // the server's own HTML: it escapes what people wrote, and the security header lets nothing in it run
  if (html !== undefined) body.innerHTML = html;
  else body.textContent = word("noClause");
  beside(bubble, anchor.getBoundingClientRect());
}

/**
 * @param {Element} e
 * @param {(id: string) => void} [point] offers to show the element to the partners
 */
export function help(e, point) {
  const at = e.closest("[data-help],[data-clause],[data-why]");
  if (!at) return false;
  const { help: own, helpOf: of, show, clause: rule, why, label } = /** @type {HTMLElement} */ (at).dataset;
  const text = [$(of ?? "")?.textContent, own].filter(Boolean).join("\n");
  if (!text && !why && !show && rule) {
    void clause(at, rule);
    return true;
  }
  const name = label ?? word("why");
  pop(
    at,
    name,
    label ? make("h3", {}, label) : null,
    why ? make("p", { class: "why" }, why) : null,
    text ? make("p", {}, text) : null,
    show ? copy(show) : null,
    rule
      ? make(
          "button",
          { type: "button", class: "button quiet", click: () => void clause(at, rule) },
          word("rule", { clause: rule }),
        )
      : null,
    point && at.id
      ? make("button", { type: "button", class: "button quiet", click: () => (unpop(), point(at.id)) }, word("point"))
      : null,
  );
  return true;
}

/**
 * A part of the table as it stands there, for a bubble.
 * @param {string} id
 */
function copy(id) {
  const part = /** @type {Element | undefined} */ ($(id)?.cloneNode(true));
  if (!part) return null;
  for (const e of [part, ...part.querySelectorAll("[id]")]) e.removeAttribute("id");
  return make("div", { class: document.querySelector(".table")?.className.match(/game-\S+/)?.[0] ?? "" }, part);
}

/**
 * Long press and right click ask for help, on touch and with a mouse.
 * @param {Element} root
 * @param {(e: Element) => boolean} ask
 */
export function onLongPress(root, ask) {
  let timer = 0;
  const stop = () => clearTimeout(timer);
  root.addEventListener("pointerdown", (ev) => {
    stop();
    const e = /** @type {PointerEvent} */ (ev);
    const t = /** @type {Element} */ (ev.target);
    if (e.pointerType === "mouse" || !t.closest("[data-help],[data-clause],[data-why]")) return;
    const [x, y] = [e.clientX, e.clientY];
    timer = setTimeout(() => {
      // opened only when the finger is up again, or its own click would close it; the next touch counts in any case
      const end = new AbortController();
      const once = { once: true, signal: end.signal };
      root.addEventListener("click", (c) => (c.stopPropagation(), c.preventDefault()), { ...once, capture: true });
      addEventListener("pointerup", () => setTimeout(() => ask(t), 20), once);
      for (const name of ["pointercancel", "pointerdown"]) addEventListener(name, () => end.abort(), once);
    }, LONG);
    /** @param {Event} m */
    const moved = (m) => {
      const p = /** @type {PointerEvent} */ (m);
      if (Math.hypot(p.clientX - x, p.clientY - y) < 10) return;
      stop();
      root.removeEventListener("pointermove", moved);
    };
    root.addEventListener("pointermove", moved);
  });
  for (const name of ["pointerup", "pointercancel"]) root.addEventListener(name, stop);
  root.addEventListener("contextmenu", (ev) => {
    const t = /** @type {Element} */ (ev.target);
    if (!t.closest("[data-help],[data-clause],[data-why]")) return;
    ev.preventDefault();
    if (/** @type {PointerEvent} */ (ev).pointerType !== "touch") ask(t);
  });
}

/**
 * A question with two answers, each of which names its effect.
 * @param {string} text
 * @param {string} yes
 * @param {string} no
 * @returns {Promise<boolean>}
 */
export function ask(text, yes, no) {
  return new Promise((done) => {
    const box = make("dialog", { class: "ask", "aria-label": text });
    box.append(
      make("p", {}, text),
      make(
        "div",
        { class: "row" },
        make("button", { type: "button", class: "button danger", click: () => box.close("yes") }, yes),
        make("button", { type: "button", class: "button quiet", autofocus: true, click: () => box.close("") }, no),
      ),
    );
    box.addEventListener("close", () => {
      box.remove();
      done(box.returnValue === "yes");
    });
    document.body.append(box);
    box.showModal();
  });
}

/**
 * Rings around elements for a while: a hint, a partner's pointing finger.
 * @param {string[]} ids
 * @param {string} [tone]
 * @param {number} [ms]
 */
export function ring(ids, tone = "hint", ms = 3000) {
  for (const id of ids) {
    const box = $(id)?.getBoundingClientRect();
    if (!box?.width) continue; // what comes later in a gesture is not shown yet
    const r = make("div", { class: `ring-around ${tone}` });
    Object.assign(r.style, {
      left: `${box.x}px`,
      top: `${box.y}px`,
      width: `${box.width}px`,
      height: `${box.height}px`,
    });
    over().append(r);
    setTimeout(() => r.remove(), ms);
  }
}
