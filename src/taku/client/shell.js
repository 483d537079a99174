/**
 * The frame around the table: status line, list of actions, log, talk, offers, notices, menu. Built once, outside the view,
 * so that a new view never touches it.
 *
 * @typedef {import("./wire.js").Happening} Happening
 * @typedef {import("./wire.js").Status} Status
 * @typedef {import("./wire.js").Hello} Hello
 * @typedef {import("./wire.js").Offer} Offer
 * @typedef {import("./wire.js").Presence} Presence
 */
import { ask, clause, pop, unpop } from "./pop.js";
import { minutes, setSound, soundOn } from "./senses.js";
import { Talk } from "./talk.js";
import { $, make, word } from "./words.js";

/** Lines of the log that stay in the page; the replay has all of them. */
const MOST = 400;

export class Shell {
  /**
   * @param {{send: (m: object) => boolean, gestures: () => import("./gestures.js").Gestures | null,
   *   rewind: (step: number) => void, now: () => number}} ears
   */
  constructor(ears) {
    this.ears = ears;
    /** @type {Status} */ this.last = { text: "" };
    /** @type {Hello} */ this.hello = { now: 0, seat: -1, seats: [] };
    /** @type {Presence[]} */ this.absent = [];
    /** @type {Offer[]} */ this.offers = [];
    /** @type {Talk | null} */ this.talk = document.body.dataset.ws
      ? new Talk(ears.send, this.sheetHead("chat"))
      : null;
    /** @type {number | undefined} */ this.retryAt = undefined;
    this.build();
    setInterval(() => this.countdowns(), 500);
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
        " ",
        make("span", { id: "acts-count" }, word("actions")),
      ),
      make("ul", { id: "acts", hidden: true, "aria-label": word("actions") }),
    );
    if (!status.isConnected) main.prepend(status);
    if (!$("log")) main.append(make("section", { id: "log", class: "log" }, make("ol", { id: "log-lines" })));
    const log = /** @type {HTMLElement} */ ($("log"));
    log.setAttribute("aria-label", word("log"));
    $("log-lines")?.setAttribute("tabindex", "0");
    log.prepend(this.sheetHead("log"));
    log.addEventListener("click", (ev) => this.logTap(ev));
    if (this.talk) main.append(this.talk.box);
    const links = $("links") ?? document.body;
    links.append(
      make(
        "button",
        { type: "button", class: "tab", "data-tab": "log", "aria-expanded": "false", click: () => this.sheet("log") },
        word("log"),
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
              word("chat"),
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
                click: (ev) => this.menu(/** @type {Element} */ (ev.currentTarget)),
              },
              "⋯",
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
    if (name === "log") this.scrollLog();
  }

  // ---- status line and list of actions

  /** @param {Status} status */
  setStatus(status) {
    this.last = status;
    this.draw();
  }

  draw() {
    const g = this.ears.gestures();
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
          const ask = () => void this.agree(offer, { t: "offer", kind: offer });
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
    const g = this.ears.gestures();
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
    count.textContent = `${word("actions")} (${choices.length})`;
    if (!choices.length && !list.hidden) this.toggleList(false);
    if (list.hidden) return;
    const g = this.ears.gestures();
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

  // ---- log

  /** @param {Happening} ev */
  line(ev) {
    const seat = ev.seat ?? -1;
    const body = make("a", { class: "line", href: `?step=${ev.step ?? 0}` });
    body.innerHTML = ev.html ?? ""; // the server's HTML, as in the view
    const rule = ev.clause;
    return make(
      "li",
      { id: `log-${ev.id}`, class: seat >= 0 ? `s${seat}` : "", "data-step": String(ev.step ?? "") },
      make("span", { class: "icon", "aria-hidden": "true" }, ev.icon ?? "·"),
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

  /**
   * @param {Happening[]} lines
   * @param {{reset?: boolean, drop?: number}} [how]
   */
  addLog(lines, how = {}) {
    const ol = $("log-lines");
    if (!ol) return;
    const low = ol.scrollHeight - ol.scrollTop - ol.clientHeight < 60;
    if (how.reset) ol.replaceChildren();
    if (how.drop !== undefined) for (const li of [...ol.children]) if (Number(li.id.slice(4)) > how.drop) li.remove();
    for (const ev of lines) {
      if (ev.html === undefined || ev.id === undefined) continue;
      const li = this.line(ev);
      const old = $(`log-${ev.id}`);
      if (old) old.replaceWith(li);
      else ol.append(li);
    }
    while (ol.children.length > MOST) ol.firstElementChild?.remove();
    const last = ol.lastElementChild;
    const ticker = $("status-last");
    if (ticker) ticker.textContent = last?.querySelector(".line")?.textContent ?? "";
    if (low || how.reset) this.scrollLog();
  }

  scrollLog() {
    const ol = $("log-lines");
    if (ol) ol.scrollTop = ol.scrollHeight;
  }

  /** @param {Event} ev */
  logTap(ev) {
    const t = /** @type {Element} */ (ev.target);
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
    this.ears.rewind(step);
  }

  /** @param {Hello} hello */
  greet(hello) {
    this.hello = hello;
    this.talk?.greet(hello);
  }

  // ---- offers, notices, menu

  /** @param {Offer[]} offers */
  setOffers(offers) {
    this.offers = offers;
    $("offers")?.replaceChildren(
      ...offers.map((o) =>
        make(
          "div",
          { class: "offer" },
          make("span", {}, o.text, make("span", { class: "left", "data-until": String(o.until ?? "") })),
          ...(o.buttons ?? []).map((b) =>
            make(
              "button",
              {
                type: "button",
                class: "button quiet",
                click: () => void this.agree(b.say === "yes" ? o.kind : "", { t: "answer", id: o.id, say: b.say }),
              },
              b.label,
            ),
          ),
        ),
      ),
    );
    this.countdowns();
  }

  /**
   * Ask or answer. A rematch is a new deal, into which everybody's browser throws chance of its own.
   * @param {string | undefined} kind
   * @param {object} message
   */
  async agree(kind, message) {
    if (kind !== "rematch") return this.ears.send(message);
    const { throwIn } = await import("./deals.js");
    const { match = "", promise = "" } = this.hello.deal ?? {};
    return this.ears.send({ ...message, nonce: throwIn(match, promise) });
  }

  /**
   * @param {{level?: string, text: string, sticky?: boolean, href?: string, label?: string}} n
   * @param {() => void} [go]
   */
  notice(n, go) {
    const box = make(
      "div",
      { class: `notice ${n.level ?? "info"}`, role: n.level === "error" ? "alert" : "group" },
      make("span", {}, n.text),
      n.href ? make("a", { href: n.href, class: "button quiet" }, n.label ?? n.href) : null,
      go
        ? make("button", { type: "button", class: "button quiet", click: () => (box.remove(), go()) }, n.label ?? "")
        : null,
      make("button", { type: "button", class: "close", "aria-label": word("close"), click: () => box.remove() }, "×"),
    );
    const same = [...document.querySelectorAll("#notices > .notice")].find((e) => e.textContent === box.textContent);
    same?.remove();
    $("notices")?.append(box);
    // long enough to be read: a second for every ten characters, at least four
    if (!n.sticky) setTimeout(() => box.remove(), Math.max(4000, n.text.length * 100));
    return box;
  }

  /** @param {Element} at */
  menu(at) {
    const can = this.hello.can ?? [];
    /** @param {string} label @param {() => void} run @param {string} [kind] */
    const item = (label, run, kind = "quiet") =>
      make("button", { type: "button", class: `button ${kind}`, click: () => (unpop(), run()) }, label);
    const offer = /** @type {const} */ (["undo", "pause", "resume", "rematch"]);
    pop(
      at,
      word("menu"),
      make(
        "div",
        { class: "stack" },
        can.includes("hint") ? item(word("hint"), () => this.ears.send({ t: "hint" })) : null,
        ...offer
          .filter((k) => can.includes(k))
          .map((kind) => item(word(kind), () => void this.agree(kind, { t: "offer", kind }))),
        can.includes("takeback") ? item(word("takeback"), () => this.ears.send({ t: "takeback" })) : null,
        item(`${word("sound")}: ${word(soundOn() ? "on" : "off")}`, () => setSound(!soundOn())),
        this.hello.rules
          ? make("a", { class: "button quiet", href: this.hello.rules, target: "_blank" }, word("rules"))
          : null,
        this.hello.fair
          ? make("a", { class: "button quiet", href: this.hello.fair, target: "_blank" }, word("fair"))
          : null,
        item(`${word("keys")} (?)`, () => this.keys()),
        can.includes("resign") ? item(word("resign"), () => void this.resign(), "danger") : null,
      ),
    );
  }

  keys() {
    pop(
      $("menu") ?? document.body,
      word("keys"),
      make("h3", {}, word("keys")),
      make(
        "ul",
        { class: "keys" },
        ...word("keyList")
          .split(/ · |・/)
          .map((k) => make("li", {}, k)),
      ),
    );
  }

  async resign() {
    if (await ask(word("resignAsk"), word("resignYes"), word("resignNo"))) this.ears.send({ t: "resign" });
  }

  // ---- net, presence, end

  /**
   * @param {"on" | "wait" | "try" | "closed"} state
   * @param {number} [retryAt]
   * @param {() => void} [again]
   */
  net(state, retryAt, again = () => {}) {
    document.body.dataset.net = state === "on" ? "on" : "off";
    const bar = $("net");
    if (!bar) return;
    this.retryAt = state === "wait" ? retryAt : undefined;
    bar.hidden = state === "on";
    if (state === "on") return bar.replaceChildren();
    bar.replaceChildren(
      make("span", { id: "net-text" }, state === "closed" ? word("closed") : word("trying")),
      state === "try" ? "" : make("button", { type: "button", class: "button quiet", click: again }, word("tryNow")),
    );
    this.countdowns();
  }

  /**
   * @param {Presence[]} list
   * @param {number} [watchers]
   */
  presence(list, watchers) {
    this.absent = list;
    for (const e of document.querySelectorAll("[data-presence]")) {
      const state = list.find((p) => String(p.seat) === e.getAttribute("data-presence"))?.state ?? "here";
      e.setAttribute("data-state", state);
      e.textContent = state === "away" || state === "gone" || state === "bot" ? word(state) : "";
    }
    if (watchers !== undefined) {
      const e = $("watchers") ?? make("span", { id: "watchers", class: "watchers" });
      if (!e.isConnected) $("links")?.prepend(e);
      e.textContent = watchers ? word("watchers", { n: watchers }) : "";
    }
    this.countdowns();
  }

  /** Everything that counts down in words. */
  countdowns() {
    const text = $("net-text");
    if (text && this.retryAt !== undefined)
      text.textContent = word("lost", { s: Math.max(0, Math.ceil((this.retryAt - Date.now()) / 1000)) });
    const now = this.ears.now();
    if (this.offers.some((o) => o.until !== undefined && o.until < now))
      return this.setOffers(this.offers.filter((o) => o.until === undefined || o.until >= now));
    for (const e of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-until]"))) {
      if (e.dataset.until) e.textContent = ` ${minutes(Math.max(0, Number(e.dataset.until) - now))}`;
    }
    const waits = this.absent.filter((p) => p.until !== undefined && p.state !== "here");
    if (!waits.length) return $("absent")?.remove();
    const box = $("absent") ?? make("div", { id: "absent", class: "notice warn", role: "group", "aria-live": "off" });
    if (!box.isConnected) $("notices")?.append(box);
    box.replaceChildren(
      ...waits.map((p) =>
        make(
          "p",
          {},
          make("bdi", {}, this.hello.seats[p.seat]?.name ?? `#${p.seat + 1}`),
          `: ${word(p.state === "gone" ? "gone" : "away")} · ${p.then ?? ""} ${minutes(Math.max(0, Number(p.until) - now))}`,
        ),
      ),
    );
  }

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
                click: () => void this.agree("rematch", { t: "offer", kind: "rematch" }),
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
