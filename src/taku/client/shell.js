/**
 * The frame around the table: status line, list of actions, sheets, menu and result. Built once, outside the view, so that
 * a new view never touches it.
 *
 * @typedef {import("./wire.js").Status} Status
 * @typedef {import("./wire.js").Hello} Hello
 */
import { Log } from "./log.js";
import { openMenu } from "./menu.js";
import { Attendance } from "./notices.js";
import { Offers } from "./offers.js";
import { pop } from "./popups.js";
import { Talk } from "./talk.js";
import { icon } from "./icons.js";
import { $, make, word } from "./words.js";

export class Shell {
  /**
   * @param {{send: (m: object) => boolean, gestures: () => import("./gestures.js").Gestures | null,
   *   rewind: (step: number, again?: number) => void, now: () => number}} callbacks
   */
  constructor(callbacks) {
    this.callbacks = callbacks;
    /** @type {Status} */ this.last = { text: "" };
    /** @type {Hello} */ this.hello = { now: 0, seat: -1, seats: [] };
    /** @type {Talk | null} */ this.talk = document.body.dataset.ws
      ? new Talk(callbacks.send, this.sheetHead("chat"))
      : null;
    this.log = new Log(this.sheetHead("log"), callbacks.rewind);
    this.offers = new Offers(callbacks.send, () => this.hello);
    this.attendance = new Attendance(() => this.hello, callbacks.now);
    this.build();
    setInterval(() => (this.offers.tick(callbacks.now()), this.attendance.tick()), 500);
  }

  build() {
    const main = $("main") ?? document.body;
    document.body.append(
      make("div", { id: "say", class: "vh", "aria-live": "polite" }),
      make("div", { id: "net", role: "status", hidden: true }),
      make("div", { id: "notices", role: "status" }, make("div", { id: "offers" })),
    );
    const status = $("status") ?? make("div", { id: "status", class: "status" });
    status.setAttribute("role", "group");
    status.setAttribute("aria-label", word("actions"));
    status.replaceChildren(
      make("p", { class: "status-text", id: "status-text" }),
      make("p", { class: "status-last", id: "status-last", "aria-hidden": "true" }),
      make("div", { class: "status-buttons", id: "status-buttons" }),
      make(
        "button",
        {
          id: "acts-toggle",
          type: "button",
          class: "button quiet",
          hidden: true,
          "aria-expanded": "false",
          "aria-controls": "acts",
          click: () => this.toggleList(),
        },
        make("kbd", {}, "A"),
        icon("list"),
        make("span", { id: "acts-word" }, word("actions")),
        make("span", { id: "acts-count" }),
      ),
      make("ul", { id: "acts", hidden: true, "aria-label": word("actions") }),
    );
    if (!status.isConnected) main.prepend(status);
    if (!this.log.box.isConnected) main.append(this.log.box);
    if (this.talk) main.append(this.talk.box);
    const links = $("links") ?? document.body;
    links.append(
      make(
        "button",
        { type: "button", class: "tab", "data-tab": "log", "aria-expanded": "false", click: () => this.sheet("log") },
        icon("lines"),
        make("span", {}, word("log")),
      ),
      ...(document.body.dataset.ws
        ? [
            make(
              "button",
              {
                type: "button",
                class: "tab",
                "data-tab": "chat",
                "aria-expanded": "false",
                click: () => this.sheet("chat"),
              },
              icon("chat"),
              make("span", {}, word("chat")),
              make("span", { id: "unread", class: "badge", hidden: true }),
            ),
            make(
              "button",
              {
                type: "button",
                class: "tab menu",
                id: "menu",
                "aria-haspopup": "true",
                "aria-label": word("menu"),
                click: (ev) => openMenu(/** @type {Element} */ (ev.currentTarget), this.hello, this.callbacks.send, this.offers),
              },
              icon("dots"),
            ),
          ]
        : []),
    );
  }

  /** @param {"log" | "chat"} name */
  sheetHead(name) {
    return make(
      "header",
      { class: "sheet-head" },
      make("h2", {}, word(name)),
      make(
        "button",
        { type: "button", class: "close", "aria-label": word("close"), click: () => this.sheet(name, false) },
        "×",
      ),
    );
  }

  /**
   * On a phone log and talk are sheets that open over the hand.
   * @param {"log" | "chat"} name
   * @param {boolean} [open]
   */
  sheet(name, open = document.body.dataset.sheet !== name) {
    if (open) document.body.dataset.sheet = name;
    else delete document.body.dataset.sheet;
    for (const t of document.querySelectorAll("[data-tab]")) {
      t.setAttribute("aria-expanded", String(open && t.getAttribute("data-tab") === name));
    }
    if (name === "chat" && open) {
      this.talk?.unread(0);
      $("chat-text")?.focus();
    }
    if (name === "log") this.log.scroll();
  }

  // ---- status line and list of actions

  /** @param {Status} status */
  setStatus(status) {
    this.last = status;
    this.draw();
  }

  draw() {
    const g = this.callbacks.gestures();
    const text = $("status-text");
    const bar = $("status-buttons");
    const status = $("status");
    if (!text || !bar || !status) return;
    status.classList.toggle("yours", !!this.last.yours);
    status.classList.toggle("over", !!this.last.over);
    const picking = !!g?.path.length && !g.locked;
    const { net, review } = document.body.dataset;
    const waiting = !!g?.locked && !!this.last.yours && review === undefined && net !== "off";
    text.textContent = waiting
      ? word("sending")
      : picking && g
        ? g.crumbs() + (g.ready === null ? " › …" : "")
        : this.last.text;
    /** @type {HTMLElement[]} */ const buttons = [];
    if (picking && g) {
      if (g.ready !== null)
        buttons.push(
          make(
            "button",
            { type: "button", id: "commit", class: "button main", click: () => g.commit() },
            g.labels[g.ready] ?? g.crumbs(),
          ),
        );
      buttons.push(
        make(
          "button",
          { type: "button", id: "cancel", class: "button quiet", click: () => g.cancel() },
          word("cancel"),
        ),
      );
    } else if (!waiting) {
      for (const b of this.last.buttons ?? []) {
        const { action, offer } = b;
        if (offer !== undefined) {
          const ask = () => void this.offers.agree(offer, { t: "offer", kind: offer });
          buttons.push(make("button", { type: "button", id: offer, class: "button main", click: ask }, b.label));
        } else if (action === undefined) {
          buttons.push(
            make(
              "button",
              {
                type: "button",
                class: `button ${b.kind ?? "quiet"}`,
                "aria-disabled": "true",
                "data-why": b.why ?? "",
                click: (ev) =>
                  pop(/** @type {Element} */ (ev.currentTarget), b.label, make("p", { class: "why" }, b.why ?? "")),
              },
              b.label,
            ),
          );
        } else {
          buttons.push(
            make(
              "button",
              {
                type: "button",
                class: `button ${b.kind ?? "main"}`,
                "data-action": String(action),
                id: b.id ?? false,
                disabled: !g || g.locked,
                click: () => g?.send(action),
              },
              b.label,
            ),
          );
        }
      }
    }
    this.replace(bar, buttons);
    this.drawList();
  }

  /**
   * Put buttons into a bar, unless the same ones are there: one under a finger must not go away before it is lifted.
   * @param {Element} bar
   * @param {HTMLElement[]} buttons
   */
  replace(bar, buttons) {
    const old = [...bar.children];
    if (old.length === buttons.length && old.every((b, i) => b.isEqualNode(buttons[i]))) return;
    const at = bar.contains(document.activeElement) ? document.activeElement : null;
    const focus = at?.id || at?.getAttribute("data-action");
    bar.replaceChildren(...buttons);
    if (focus) (buttons.find((b) => b.id === focus || b.getAttribute("data-action") === focus) ?? buttons[0])?.focus();
  }

  /** Choices of the moment: the next elements of the gesture, then the buttons. */
  choices() {
    const g = this.callbacks.gestures();
    if (!g || g.locked) return [];
    /** @type {{label: string, more: boolean, id?: string, run: () => void}[]} */ const out = [];
    if (g.ready !== null) out.push({ label: g.labels[g.ready] ?? g.crumbs(), more: false, run: () => g.commit() });
    for (const e of g.entries()) {
      const action = e.action;
      out.push({
        label: e.label,
        more: action === null,
        id: e.id,
        run: () => (action === null ? g.pick(e.id) : g.send(action)),
      });
    }
    if (!g.path.length) {
      for (const b of this.last.buttons ?? []) {
        const action = b.action;
        if (action !== undefined) out.push({ label: b.label, more: false, run: () => g.send(action) });
      }
    }
    return out;
  }

  drawList() {
    const list = $("acts");
    const toggle = $("acts-toggle");
    const count = $("acts-count");
    if (!list || !toggle || !count) return;
    const choices = this.choices();
    toggle.hidden = !choices.length;
    count.textContent = ` (${choices.length})`;
    if (!choices.length && !list.hidden) this.toggleList(false);
    if (list.hidden) return;
    const g = this.callbacks.gestures();
    const inside = list.contains(document.activeElement);
    list.replaceChildren(
      ...choices.map((c, i) =>
        make(
          "li",
          {},
          make(
            "button",
            {
              type: "button",
              "data-for": c.id ?? "",
              click: () => this.choose(i),
              focus: () => g?.aim(c.id),
              pointerenter: () => g?.aim(c.id),
            },
            i < 10 ? make("kbd", {}, String((i + 1) % 10)) : null,
            make("span", {}, c.label, c.more ? " …" : ""),
          ),
        ),
      ),
    );
    if (inside) list.querySelector("button")?.focus();
  }

  /** @param {number} i */
  choose(i) {
    const c = this.choices()[i];
    if (!c) return false;
    c.run();
    return true;
  }

  /** @param {boolean} [open] */
  toggleList(open = !!$("acts")?.hidden) {
    const list = $("acts");
    if (!list) return;
    const had = list.contains(document.activeElement);
    list.hidden = !open;
    $("acts-toggle")?.setAttribute("aria-expanded", String(open));
    if (open) {
      this.drawList();
      list.querySelector("button")?.focus();
    } else if (had) $("acts-toggle")?.focus();
  }

  /**
   * A number key: with the list open it chooses, otherwise it opens the list at that place.
   * @param {number} n
   */
  number(n) {
    const list = $("acts");
    if (!list || n >= this.choices().length) return;
    if (!list.hidden) {
      this.choose(n);
      return;
    }
    this.toggleList(true);
    /** @type {HTMLElement | undefined} */ (list.querySelectorAll("button")[n])?.focus();
  }

  /** @param {Hello} hello */
  greet(hello) {
    this.hello = hello;
    this.talk?.greet(hello);
  }

  // ---- end

  /** @param {{title: string, html: string} | undefined} result */
  result(result) {
    const old = $("result");
    if (!result) return old?.remove();
    if (old) return;
    const body = make("div", { class: "result-body" });
    body.innerHTML = result.html; // the server's HTML, as in the view
    const box = make(
      "section",
      { id: "result", role: "dialog", "aria-label": result.title },
      make("h2", {}, result.title),
      body,
      make(
        "div",
        { class: "row" },
        this.hello.can?.includes("rematch")
          ? make(
              "button",
              {
                type: "button",
                class: "button main",
                click: () => void this.offers.agree("rematch", { t: "offer", kind: "rematch" }),
              },
              word("rematch"),
            )
          : null,
        make("button", { type: "button", class: "button quiet", click: () => (box.hidden = true) }, word("look")),
      ),
    );
    ($("main") ?? document.body).append(box);
    const { fair, seat } = this.hello;
    if (fair?.startsWith("/t/") && seat >= 0)
      void import("./fair.js").then(async (m) => body.append(await m.verdict(fair, seat)));
  }
}
