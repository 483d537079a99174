/**
 * What a reader is told beside the table: notices that go away, the connection, and who is not here.
 *
 * @typedef {import("./wire.js").Hello} Hello
 * @typedef {import("./wire.js").Presence} Presence
 */
import { minutes } from "./alerts.js";
import { $, make, word } from "./words.js";

/**
 * @param {{level?: string, text: string, sticky?: boolean, href?: string, label?: string}} n
 * @param {() => void} [go]
 */
export function notice(n, go) {
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

export class Attendance {
  /**
   * @param {() => Hello} hello
   * @param {() => number} now the server's time
   */
  constructor(hello, now) {
    this.hello = hello;
    this.now = now;
    /** @type {Presence[]} */ this.absent = [];
    /** @type {number | undefined} */ this.retryAt = undefined;
  }

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
    this.tick();
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
    this.tick();
  }

  /** Everything that counts down in words. */
  tick() {
    const text = $("net-text");
    if (text && this.retryAt !== undefined)
      text.textContent = word("lost", { s: Math.max(0, Math.ceil((this.retryAt - Date.now()) / 1000)) });
    const waits = this.absent.filter((p) => p.until !== undefined && p.state !== "here");
    if (!waits.length) return $("absent")?.remove();
    const box = $("absent") ?? make("div", { id: "absent", class: "notice warn", role: "group", "aria-live": "off" });
    if (!box.isConnected) $("notices")?.append(box);
    box.replaceChildren(
      ...waits.map((p) =>
        make(
          "p",
          {},
          make("bdi", {}, this.hello().seats[p.seat]?.name ?? `#${p.seat + 1}`),
          `: ${word(p.state === "gone" ? "gone" : "away")} · ${p.then ?? ""} ${minutes(Math.max(0, Number(p.until) - this.now()))}`,
        ),
      ),
    );
  }
}
