/**
 * Talk at the table: channels, phrases, muting. What people write is text and never HTML.
 *
 * @typedef {import("./wire.js").Hello} Hello
 * @typedef {import("./wire.js").Talk} Line
 */
import { pop, unpop } from "./popups.js";
import { sound } from "./alerts.js";
import { $, make, word } from "./words.js";

/** Lines that stay in the page. */
const MOST = 400;
const MUTED = "taku.muted";

export class Talk {
  /**
   * @param {(m: object) => boolean} send tells whether it could be sent; what could not stays where it was written
   * @param {HTMLElement} head the sheet's head
   */
  constructor(send, head) {
    this.send = send;
    this.head = head;
    /** @type {Hello} */ this.hello = { now: 0, seat: -1, seats: [] };
    this.channel = "table";
    /** @type {Set<string>} */ this.muted = new Set(JSON.parse(localStorage.getItem(MUTED) ?? "[]"));
    this.box = this.build();
  }

  build() {
    const form = make(
      "form",
      { id: "chat-form", autocomplete: "off" },
      make("input", {
        id: "chat-text",
        type: "text",
        maxlength: "300",
        enterkeyhint: "send",
        "aria-label": word("chat"),
      }),
      make(
        "button",
        {
          type: "button",
          id: "phrases",
          class: "button quiet",
          "aria-label": word("phrases"),
          title: word("phrases"),
          click: (ev) => this.phrases(/** @type {Element} */ (ev.currentTarget)),
        },
        "…",
      ),
      make("button", { type: "submit", class: "button quiet" }, word("send")),
    );
    form.addEventListener("submit", (ev) => {
      ev.preventDefault();
      const input = /** @type {HTMLInputElement} */ ($("chat-text"));
      const text = input.value.trim();
      if (!text || this.send({ t: "chat", channel: this.channel, text })) input.value = "";
    });
    return make(
      "section",
      { id: "chat", class: "chat", "aria-label": word("chat") },
      this.head,
      make("div", { id: "channels", class: "channels", role: "group", "aria-label": word("chat") }),
      make("ol", { id: "chat-lines", tabindex: "0" }),
      make("p", { id: "chat-name", hidden: true }, make("a", { href: "/me" }, word("nameFirst"))),
      form,
    );
  }

  /** @param {Hello} hello */
  greet(hello) {
    this.hello = hello;
    const channels = hello.channels ?? [];
    const row = $("channels");
    if (!row) return;
    if (!channels.some((c) => c.id === this.channel)) this.channel = channels[0]?.id ?? "table";
    row.hidden = channels.length < 2;
    row.replaceChildren(
      ...channels.map((c) =>
        make(
          "button",
          {
            type: "button",
            class: "tab",
            "aria-pressed": String(c.id === this.channel),
            "data-channel": c.id,
            click: () => this.setChannel(c.id),
          },
          c.label,
        ),
      ),
    );
    const form = $("chat-form");
    if (form) form.hidden = !channels.length;
    const name = $("chat-name");
    if (name) name.hidden = !!channels.length;
    this.setChannel(this.channel);
    const phrases = $("phrases");
    if (phrases) phrases.hidden = !hello.phrases?.length;
  }

  /** @param {string} id */
  setChannel(id) {
    this.channel = id;
    for (const b of document.querySelectorAll("[data-channel]"))
      b.setAttribute("aria-pressed", String(b.getAttribute("data-channel") === id));
    const label = this.hello.channels?.find((c) => c.id === id)?.label ?? "";
    $("chat-text")?.setAttribute("placeholder", word("write", { channel: label }));
    const lines = $("chat-lines");
    if (!lines) return;
    lines.dataset.show = id;
    for (const li of /** @type {Iterable<HTMLElement>} */ (lines.children))
      li.hidden = li.dataset.in !== id && li.dataset.in !== "";
    lines.scrollTop = lines.scrollHeight;
  }

  /**
   * @param {Line[]} lines
   * @param {boolean} [reset]
   */
  add(lines, reset = false) {
    const ol = $("chat-lines");
    if (!ol) return;
    if (reset) ol.replaceChildren();
    let fresh = 0;
    for (const talk of lines) {
      if ($(`chat-${talk.id}`)) continue;
      const who = talk.who ?? `${talk.seat}:${talk.name}`;
      const own = talk.who ? talk.who === this.hello.who : talk.seat === this.hello.seat;
      const server = talk.seat === -2;
      const li = make(
        "li",
        {
          id: `chat-${talk.id}`,
          class: talk.seat >= 0 ? `s${talk.seat}` : "",
          "data-in": server ? "" : talk.channel,
          "data-who": who,
        },
        server
          ? null
          : make(
              "button",
              {
                type: "button",
                class: "talker",
                click: (ev) => this.talker(/** @type {Element} */ (ev.currentTarget), who, talk.name),
              },
              make("bdi", { class: talk.colour ? `own tone-${talk.colour}` : "" }, talk.name),
            ),
        " ",
        make("span", {}, talk.text),
      );
      li.hidden = !server && talk.channel !== this.channel;
      li.classList.toggle("muted", this.muted.has(who));
      ol.append(li);
      if (!reset && !own && !this.muted.has(who)) fresh++;
    }
    while (ol.children.length > MOST) ol.firstElementChild?.remove();
    ol.scrollTop = ol.scrollHeight;
    if (fresh && !$("chat")?.checkVisibility({ visibilityProperty: true }))
      this.unread(Number($("unread")?.textContent) + fresh);
    if (fresh) sound("talk");
  }

  /**
   * A line was refused: it is there again, unless the next one is being written already.
   * @param {string} text
   */
  unsay(text) {
    const input = /** @type {HTMLInputElement | null} */ ($("chat-text"));
    if (input && !input.value) input.value = text;
  }

  /** @param {number} n */
  unread(n) {
    const badge = $("unread");
    if (!badge) return;
    badge.hidden = !n;
    badge.textContent = n ? String(n) : "";
  }

  /** @param {Element} at */
  phrases(at) {
    pop(
      at,
      word("phrases"),
      make(
        "div",
        { class: "stack" },
        ...(this.hello.phrases ?? []).map((p) =>
          make(
            "button",
            {
              type: "button",
              class: "button quiet",
              click: () => (unpop(), this.send({ t: "chat", channel: this.channel, phrase: p.id })),
            },
            p.text,
          ),
        ),
      ),
    );
  }

  /**
   * @param {Element} at
   * @param {string} who
   * @param {string} name
   */
  talker(at, who, name) {
    const off = this.muted.has(who);
    pop(
      at,
      name,
      make(
        "button",
        {
          type: "button",
          class: "button quiet",
          click: () => {
            if (off) this.muted.delete(who);
            else this.muted.add(who);
            localStorage.setItem(MUTED, JSON.stringify([...this.muted].slice(-200)));
            for (const li of document.querySelectorAll("#chat-lines li"))
              li.classList.toggle("muted", this.muted.has(li.getAttribute("data-who") ?? ""));
            unpop();
          },
        },
        word(off ? "unmute" : "mute", { name }),
      ),
    );
  }
}
