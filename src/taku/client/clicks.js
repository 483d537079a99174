/** What a click or a tap may do: the first tap of a finger looks, and a double click never means two different things. */

/** Milliseconds and pixels within which two clicks are a double click, as browsers and systems have them. */
const DOUBLE = 400;
const NEAR = 24;
/** Pixels, in the smaller direction, below which a finger may hit the next thing: it looks even at what can be taken back. */
const FINGER = 30;

/**
 * Does a tap that completes a gesture only show what would happen, so that a second tap or the button does it? A finger
 * cannot hover, so its first tap looks, except on buttons that name what they do, and on what can be taken back (data-free)
 * where it is drawn large enough: on a map one zooms in for that.
 * @param {Element | null} e
 * @param {boolean} alone the gesture has one element
 * @param {boolean} [touch]
 */
export function looks(e, alone, touch = false) {
  if (!e) return false;
  if (e.hasAttribute("data-free")) {
    const { width, height } = e.getBoundingClientRect();
    return touch && Math.min(width, height) < FINGER;
  }
  if (touch && !(e instanceof HTMLButtonElement)) return true;
  return alone ? !e.hasAttribute("data-now") : e.hasAttribute("data-confirm");
}

/**
 * The second click of a double click means nothing where it hits something else than the first, or after the first has
 * sent an action: the table changed below the pointer.
 * @param {(target: Element) => string | undefined} hit what an element of the table stands for
 * @param {() => number} sent how many actions have been sent
 */
export function ignoreEchoes(hit, sent) {
  /** @type {{what: unknown, sent: number, at: number, x: number, y: number} | null} */ let first = null;
  /** @param {PointerEvent} ev */
  const echoes = (ev) => {
    const t = /** @type {Element} */ (ev.target);
    const what = hit(t) ?? t.closest("button,a,summary");
    const double = ev.detail > 1 || ev.pointerType === "touch";
    const near = first && Math.hypot(ev.clientX - first.x, ev.clientY - first.y) < NEAR;
    if (first && double && near && ev.timeStamp - first.at < DOUBLE) return first.what !== what || first.sent !== sent();
    first = { what, sent: sent(), at: ev.timeStamp, x: ev.clientX, y: ev.clientY };
    return false;
  };
  document.addEventListener(
    "click",
    (ev) => {
      if (!echoes(/** @type {PointerEvent} */ (ev))) return;
      ev.stopImmediatePropagation();
      ev.preventDefault();
    },
    { capture: true },
  );
}
