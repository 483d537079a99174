/**
 * Earlier steps: a replay page with controls, rewinding from the log of a live table, and what was missed while away.
 * Steps are prerendered by the server and fetched in blocks.
 *
 * @typedef {import("./wire.js").Happening} Happening
 * @typedef {{step: number, html: string, status?: string, events?: Happening[]}} Step
 */
import { icon } from "./icons.js";
import { busy, mark, play, show, skip } from "./motion.js";
import { copied } from "./popups.js";
import { $, make, word } from "./words.js";

const BLOCK = 20;
/** Time for a step when playing, by speed. */
const PACE = [1600, 800, 350];
/** Where it plays this fast, moments are left to those who ask for them in the log. */
const FAST = 2;

export class Replay {
  /**
   * @param {Element} view
   * @param {{shown: (step: Step, last: number) => void, leave?: () => void}} callbacks `leave`: back to the live table
   */
  constructor(view, callbacks) {
    this.view = view;
    this.callbacks = callbacks;
    this.at = Number(document.body.dataset.step ?? 0);
    this.last = this.at;
    /** @type {Map<number, Step>} */ this.steps = new Map();
    /** @type {number} */ this.timer = 0;
    this.pace = 1;
    this.wanted = this.at;
    this.bar = this.build();
  }

  build() {
    /** @param {"first" | "back" | "forward" | "last"} name @param {string} sign @param {() => number} to */
    const button = (name, sign, to) =>
      make(
        "button",
        {
          type: "button",
          class: "button quiet",
          "aria-label": word(name),
          title: word(name),
          id: `replay-${name}`,
          click: () => void this.go(to()),
        },
        icon(sign),
      );
    const slider = make("input", {
      type: "range",
      id: "replay-at",
      min: "0",
      max: String(this.last),
      "aria-label": word("stepOf", { n: this.at, m: this.last }),
    });
    slider.addEventListener("input", () => void this.go(Number(slider.value)));
    return make(
      "div",
      { id: "replay", class: "replay", role: "group", "aria-label": word("play") },
      button("first", "first", () => 0),
      button("back", "left", () => this.at - 1),
      make(
        "button",
        {
          type: "button",
          class: "button main",
          id: "replay-play",
          "aria-label": word("play"),
          title: word("play"),
          click: () => this.toggle(),
        },
        icon("play"),
      ),
      button("forward", "step", () => this.at + 1),
      button("last", "last", () => this.last),
      slider,
      make("output", { id: "replay-step" }),
      make(
        "button",
        {
          type: "button",
          class: "button quiet",
          id: "replay-pace",
          "aria-label": word("speed"),
          title: word("speed"),
          click: () => this.faster(),
        },
        "×1",
      ),
      make(
        "button",
        {
          type: "button",
          class: "button quiet",
          id: "replay-link",
          "aria-label": word("link"),
          title: word("link"),
          click: () => void this.link(),
        },
        icon("link"),
      ),
      this.callbacks.leave
        ? make(
            "button",
            { type: "button", class: "button main", id: "replay-now", click: () => this.callbacks.leave?.() },
            word("now"),
          )
        : null,
    );
  }

  /**
   * @param {number} n
   * @returns {Promise<Step | undefined>}
   */
  async get(n) {
    if (!this.steps.has(n)) {
      const from = Math.max(0, Math.floor(n / BLOCK) * BLOCK);
      const url = new URL(document.body.dataset.steps ?? "", location.href);
      url.searchParams.set("from", String(from));
      url.searchParams.set("to", String(from + BLOCK));
      const answer = await fetch(url).catch(() => null);
      if (!answer?.ok) return undefined;
      /** @type {{last: number, steps: Step[]}} */ const got = await answer.json();
      this.last = got.last;
      for (const s of got.steps) this.steps.set(s.step, s);
    }
    return this.steps.get(n);
  }

  /**
   * Show a step. Only one step on plays its events; a jump shows the table, and a line's moment where one is asked for.
   * @param {number} n
   * @param {number} [again] the line
   */
  async go(n, again) {
    n = Math.max(0, n);
    this.wanted = n;
    skip();
    const step = (await this.get(n)) ?? (n > this.last ? await this.get(this.last) : undefined);
    if (!step || this.wanted !== n) return; // a newer wish came while this one was fetched
    const next = step.step === this.at + 1;
    this.at = step.step;
    show(this.view, step.html);
    const events = step.events ?? [];
    mark(this.view, events);
    this.callbacks.shown(step, this.last);
    this.draw();
    if (!this.callbacks.leave) history.replaceState(null, "", this.address());
    if (again !== undefined) await play(events.filter((e) => e.id === again).map(({ moment }) => ({ moment })));
    else if (next) await play(this.timer && this.pace === FAST ? events.map((e) => ({ ...e, moment: undefined })) : events);
  }

  draw() {
    const slider = /** @type {HTMLInputElement | null} */ (this.bar.querySelector("#replay-at"));
    const words = word("stepOf", { n: this.at, m: this.last });
    if (slider) {
      slider.max = String(this.last);
      slider.value = String(this.at);
      slider.setAttribute("aria-label", words);
    }
    const out = this.bar.querySelector("#replay-step");
    if (out) out.textContent = `${this.at}/${this.last}`;
    for (const li of document.querySelectorAll("#log-lines li")) {
      const s = Number(li.getAttribute("data-step"));
      li.classList.toggle("now", s === this.at);
      li.classList.toggle("later", s > this.at);
    }
    document.querySelector("#log-lines li.now")?.scrollIntoView({ block: "nearest" });
  }

  /** @param {boolean} [on] */
  toggle(on = !this.timer) {
    clearTimeout(this.timer);
    this.timer = 0;
    const button = this.bar.querySelector("#replay-play");
    const name = word(on ? "stop" : "play");
    button?.setAttribute("aria-label", name);
    button?.setAttribute("title", name);
    button?.replaceChildren(icon(on ? "pause" : "play"));
    if (on) void this.tick(this.at >= this.last && !this.callbacks.leave ? 0 : this.at + 1);
  }

  /** @param {number} n */
  async tick(n) {
    this.timer = -1;
    await this.go(n);
    if (!this.timer) return;
    if (this.at >= this.last) {
      this.toggle(false);
      this.callbacks.leave?.();
      return;
    }
    const wait = () => {
      if (busy()) this.timer = setTimeout(wait, 60);
      else void this.tick(this.at + 1);
    };
    this.timer = setTimeout(wait, PACE[this.pace]);
  }

  faster() {
    this.pace = (this.pace + 1) % PACE.length;
    const b = this.bar.querySelector("#replay-pace");
    if (b) b.textContent = ["×½", "×1", "×2"][this.pace];
  }

  /** The address of this step; steps are counted as an eye sees them, so that it names whose. */
  address() {
    const url = new URL(location.href);
    url.searchParams.set("step", String(this.at));
    const { eye } = document.body.dataset;
    if (eye !== undefined) url.searchParams.set("seat", eye);
    return url;
  }

  async link() {
    const b = $("replay-link");
    if (!b || !(await copied(this.address().href, b))) return;
    b.replaceChildren(icon("check"));
    setTimeout(() => b.replaceChildren(icon("link")), 1500);
  }

  /** @param {KeyboardEvent} ev */
  key(ev) {
    if (ev.key === "ArrowLeft") void this.go(this.at - 1);
    else if (ev.key === "ArrowRight") void this.go(this.at + 1);
    else if (ev.key === "Home") void this.go(0);
    else if (ev.key === "End") void this.go(this.last);
    else if (ev.key === " ") this.toggle();
    else if (ev.key === "Escape" && this.callbacks.leave) this.callbacks.leave();
    else return false;
    return true;
  }

  stop() {
    this.toggle(false);
    this.wanted = -1;
  }
}
