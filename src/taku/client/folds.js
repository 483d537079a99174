/** Folds are parts of the table that a button opens. One in which all is chosen no longer covers the board. */
import { $ } from "./words.js";

/** @type {HTMLElement | null} the fold in which something was chosen last */
let chosenIn = null;

document.addEventListener(
  "click",
  (ev) => {
    const t = /** @type {Element} */ (ev.target).closest("[data-can],[data-picked]");
    chosenIn = /** @type {HTMLElement | null} */ (t?.closest(".fold-body:popover-open") ?? null);
  },
  { capture: true },
);

/** Something can be chosen now that could not be chosen before, or the other way round. */
export function closeFolds() {
  if (!chosenIn?.matches(":popover-open")) return;
  const waits = chosenIn.querySelector("[data-can]") || ($("commit") && chosenIn.querySelector("[data-picked]"));
  if (!waits) chosenIn.hidePopover();
}
