/**
 * The log: lines that the server wrote, each with the rule behind it and a way back to its step.
 *
 * @typedef {import("./wire.js").Happening} Happening
 */
import { clause } from "./popups.js";
import { icon } from "./icons.js";
import { play } from "./motion.js";
import { $, make, word } from "./words.js";

/** Lines of the log that stay in the page; the replay has all of them. */
const MOST = 400;

export class Log {
  /**
   * @param {Element} head above the lines, where the log is a sheet
   * @param {(step: number, again?: number) => void} rewind to a step, where the moment of a line is shown again
   */
  constructor(head, rewind) {
    this.rewind = rewind;
    /** @type {Map<string, import("./wire.js").Moment>} what can be shown again, by its line */
    this.moments = new Map();
    this.box = $("log") ?? make("section", { id: "log", class: "log" }, make("ol", { id: "log-lines" }));
    this.box.setAttribute("aria-label", word("log"));
    this.box.querySelector("#log-lines")?.setAttribute("tabindex", "0");
    this.box.prepend(head);
    for (const li of this.box.querySelectorAll("li[data-again]")) li.append(againButton());
    this.box.addEventListener("click", (ev) => this.tap(ev));
  }

  /**
   * @param {Happening[]} lines
   * @param {{reset?: boolean, drop?: number}} [how]
   */
  add(lines, how = {}) {
    const ol = $("log-lines");
    if (!ol) return;
    const low = ol.scrollHeight - ol.scrollTop - ol.clientHeight < 60;
    if (how.reset) {
      ol.replaceChildren();
      this.moments.clear();
    }
    if (how.drop !== undefined) for (const li of [...ol.children]) if (Number(li.id.slice(4)) > how.drop) li.remove();
    for (const ev of lines) {
      if (ev.html === undefined || ev.id === undefined) continue;
      const li = lineOf(ev);
      if (ev.moment) this.moments.set(li.id, ev.moment);
      if (ev.moment || ev.again) li.append(againButton());
      const old = $(`log-${ev.id}`);
      if (old) old.replaceWith(li);
      else ol.append(li);
    }
    while (ol.children.length > MOST) ol.firstElementChild?.remove();
    const last = ol.lastElementChild;
    const ticker = $("status-last");
    if (ticker) ticker.textContent = last?.querySelector(".line")?.textContent ?? "";
    if (low || how.reset) this.scroll();
  }

  /** To the newest line. */
  scroll() {
    const ol = $("log-lines");
    if (ol) ol.scrollTop = ol.scrollHeight;
  }

  /**
   * What was seen here is shown at once; what lies further back is shown at its step.
   * @param {Element} li
   */
  again(li) {
    const moment = this.moments.get(li.id);
    if (moment) void play([{ moment }]);
    else if (document.body.dataset.steps) this.rewind(Number(li.getAttribute("data-step")), Number(li.id.slice(4)));
  }

  /** @param {Event} ev */
  tap(ev) {
    const t = /** @type {Element} */ (ev.target);
    if (t.closest(".again")) return this.again(/** @type {Element} */ (t.closest("li")));
    const rule = t.closest("[data-clause]");
    if (rule) {
      void clause(rule, rule.getAttribute("data-clause") ?? "");
      return;
    }
    const key = /** @type {MouseEvent} */ (ev);
    const line = t.closest("a.line");
    const step = Number(line?.closest("li")?.getAttribute("data-step"));
    if (!line || !document.body.dataset.steps || key.ctrlKey || key.metaKey) return;
    ev.preventDefault();
    this.rewind(step);
  }
}

function againButton() {
  return make("button", { type: "button", class: "again", "aria-label": word("again") }, icon("turn"));
}

/** @param {Happening} ev */
function lineOf(ev) {
  const seat = ev.seat ?? -1;
  const body = make("a", { class: "line", href: `?step=${ev.step ?? 0}` });
  body.innerHTML = ev.html ?? ""; // the server's HTML, as in the view
  const rule = ev.clause;
  return make(
    "li",
    { id: `log-${ev.id}`, class: seat >= 0 ? `s${seat}` : "", "data-step": String(ev.step ?? "") },
    make("span", { class: "icon" }, icon(ev.icon)),
    body,
    rule
      ? make(
          "button",
          {
            type: "button",
            class: "clause",
            "data-clause": rule,
            "aria-label": `${word("why")} ${word("rule", { clause: rule })}`,
          },
          rule,
        )
      : null,
  );
}
