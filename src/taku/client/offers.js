/**
 * Offers: what the people at the table ask of each other, with the time that is left for an answer.
 *
 * @typedef {import("./wire.js").Hello} Hello
 * @typedef {import("./wire.js").Offer} Offer
 */
import { minutes } from "./alerts.js";
import { $, make } from "./words.js";

export class Offers {
  /**
   * @param {(m: object) => boolean} send
   * @param {() => Hello} hello
   */
  constructor(send, hello) {
    this.send = send;
    this.hello = hello;
    /** @type {Offer[]} */ this.open = [];
  }

  /** @param {Offer[]} offers */
  show(offers) {
    this.open = offers;
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
  }

  /**
   * Ask or answer. A rematch is a new deal, into which everybody's browser throws chance of its own.
   * @param {string | undefined} kind
   * @param {object} message
   */
  async agree(kind, message) {
    if (kind !== "rematch") return this.send(message);
    const { throwIn } = await import("./deals.js");
    const { match = "", promise = "" } = this.hello().deal ?? {};
    return this.send({ ...message, nonce: throwIn(match, promise) });
  }

  /**
   * Shows the time that is left, and drops what nobody answered in time.
   * @param {number} now the server's time
   */
  tick(now) {
    const open = this.open.filter((o) => o.until === undefined || o.until >= now);
    if (open.length < this.open.length) this.show(open);
    for (const e of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#offers [data-until]"))) {
      if (e.dataset.until) e.textContent = ` ${minutes(Math.max(0, Number(e.dataset.until) - now))}`;
    }
  }
}
