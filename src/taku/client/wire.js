/**
 * The socket: connects, reconnects, keeps the acts exactly-once. docs/protocol.md describes the messages.
 *
 * @typedef {{[id: string]: Tree | number}} Tree
 * @typedef {{do: string, at?: string, from?: string, to?: string, text?: string, tone?: string}} Anim
 * @typedef {{id?: number, step?: number, seat?: number, icon?: string, html?: string, say?: string, clause?: string,
 *   anim?: Anim[], mark?: string[], sound?: string, moment?: Moment, again?: boolean}} Happening
 * @typedef {{stages: Anim[][], say: string, html?: string}} Moment
 * @typedef {{action?: number, id?: string, offer?: string, label: string, kind?: string, why?: string}} StatusButton
 * @typedef {{text: string, yours?: boolean, over?: boolean, buttons?: StatusButton[]}} Status
 * @typedef {{seat: number, left: number, full: number, runs?: boolean, bank?: boolean, days?: boolean}} Clock
 * @typedef {{seat: number, state: string, until?: number, then?: string}} Presence
 * @typedef {{seq: number, step: number, now?: number, html?: string, pieces?: string[],
 *   patch?: {from: number, changes: [number, number, string[]][]}, acts?: Tree, labels?: Record<string, string>,
 *   status?: Status, events?: Happening[], log?: {reset?: boolean, drop?: number, lines?: Happening[]},
 *   clocks?: Clock[], presence?: Presence[], watchers?: number, missed?: number,
 *   result?: {title: string, html: string}}} View
 * @typedef {{name: string, kind?: string, team?: number}} Seat
 * @typedef {{now: number, seat: number, game?: string, seats: Seat[], channels?: {id: string, label: string}[],
 *   phrases?: {id: string, text: string}[], who?: string, can?: string[], rules?: string, fair?: string,
 *   deal?: {match: string, promise: string}}} Hello
 * @typedef {{id: number, channel: string, seat: number, name: string, who?: string, colour?: string, text: string,
 *   at?: number}} Talk
 * @typedef {{id: string | number, kind?: string, text: string, by?: number, until?: number,
 *   buttons?: {say: string, label: string}[]}} Offer
 * @typedef {{id: string | number | null, target?: string, paths?: string[][], text?: string, reply?: string, next?: string,
 *   play?: string, step?: number, of?: number}} Guide
 */

/** How long to wait before the first, second… try to connect again. */
const WAITS = [250, 500, 1000, 2000, 4000, 8000];
/** Often enough that proxies with a 30 s limit do not close a quiet table. */
const PING = 20000;

export class Wire {
  /**
   * @param {string} path
   * @param {{query: () => Record<string, string>, message: (m: any) => void,
   *   net: (state: "on" | "wait" | "try" | "closed", retryAt?: number) => void}} callbacks
   */
  constructor(path, callbacks) {
    this.path = path;
    this.callbacks = callbacks;
    /** @type {WebSocket | undefined} */ this.sock = undefined;
    this.tries = 0;
    this.timer = 0;
    /** Server's clock minus ours, from the answer that came back fastest. */
    this.offset = 0;
    this.trip = Infinity;
    /** @type {{seq: number, step: number, action: number} | null} an act that has not been answered yet */
    this.pending = null;
    this.fresh = true;
    /** @type {{step: number, pieces: string[]} | null} the newest rendering that came over this connection */
    this.sheet = null;
    /** @type {Pick<View, "acts" | "labels">} what the reader may do there */
    this.offered = {};
    setInterval(() => this.ping(), PING);
    addEventListener("online", () => this.now());
    addEventListener("offline", () => this.sock?.close());
    document.addEventListener("visibilitychange", () => {
      this.send({ t: "here", on: !document.hidden });
      if (!document.hidden && this.sock?.readyState !== WebSocket.OPEN) this.now();
    });
  }

  connect() {
    clearTimeout(this.timer);
    const url = new URL(this.path, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    for (const [key, value] of Object.entries({ ...this.callbacks.query(), patch: "1" })) url.searchParams.set(key, value);
    const sock = (this.sock = new WebSocket(url));
    this.fresh = true;
    this.sheet = null;
    sock.onopen = () => {
      if (sock !== this.sock) return;
      this.tries = 0;
      this.trip = Infinity;
      this.callbacks.net("on");
      this.ping();
      if (document.hidden) this.send({ t: "here", on: false });
    };
    sock.onmessage = (ev) => {
      if (sock !== this.sock) return;
      const m = JSON.parse(String(ev.data));
      if (m.t === "pong") this.pong(m);
      else {
        if (typeof m.now === "number" && this.trip === Infinity) this.offset = m.now - Date.now();
        if (m.t !== "view" || this.unfold(m)) this.callbacks.message(m);
        else this.send({ t: "sync" });
      }
    };
    sock.onclose = (ev) => {
      if (sock !== this.sock) return;
      if (ev.code === 1008) return this.callbacks.net("closed");
      const wait = WAITS[Math.min(this.tries++, WAITS.length - 1)] * (0.6 + 0.8 * Math.random());
      this.callbacks.net("wait", Date.now() + wait);
      this.timer = setTimeout(() => {
        this.callbacks.net("try");
        this.connect();
      }, wait);
    };
  }

  /** Connect at once: the reader asked, or the machine is back on line. */
  now() {
    if (this.sock?.readyState === WebSocket.OPEN || this.sock?.readyState === WebSocket.CONNECTING) return;
    this.tries = 0;
    this.callbacks.net("try");
    this.connect();
  }

  /** @param {object} m */
  send(m) {
    if (this.sock?.readyState !== WebSocket.OPEN) return false;
    this.sock.send(JSON.stringify(m));
    return true;
  }

  /**
   * @param {number} seq
   * @param {number} step
   * @param {number} action
   */
  act(seq, step, action) {
    this.pending = { seq, step, action };
    this.send({ t: "act", seq, action });
  }

  /**
   * A view came: is our act answered? After a reconnect an act that did not arrive is sent again, but only if the table is
   * exactly the one it was decided on.
   * @param {View} view
   */
  settle(view) {
    const p = this.pending;
    const first = this.fresh;
    this.fresh = false;
    if (!p) return;
    if (first && view.seq === p.seq && view.step === p.step) this.send({ t: "act", seq: p.seq, action: p.action });
    else if (first || view.seq > p.seq) this.pending = null;
  }

  /**
   * Make pieces or a patch of them the whole rendering that they stand for; false if it is for one that did not come.
   * @param {View} view
   */
  unfold(view) {
    if (view.pieces) {
      this.sheet = { step: view.step, pieces: view.pieces };
      view.html = view.pieces.join("");
    }
    if (view.acts) this.offered = { acts: view.acts, labels: view.labels };
    if (!view.patch) return true;
    if (this.sheet?.step !== view.patch.from) return false;
    const { pieces } = this.sheet;
    for (const [at, gone, now] of view.patch.changes.reverse()) pieces.splice(at, gone, ...now);
    this.sheet.step = view.step;
    Object.assign(view, this.offered, { html: pieces.join("") });
    return true;
  }

  ping() {
    this.send({ t: "ping", c: Date.now() });
  }

  /** @param {{c: number, now: number}} m */
  pong(m) {
    const trip = Date.now() - m.c;
    if (trip > this.trip) return;
    this.trip = trip;
    this.offset = m.now + trip / 2 - Date.now();
  }
}
