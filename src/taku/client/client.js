/**
 * The table's page: takes what the server says, shows it, and sends what the reader does.
 *
 * @typedef {import("./wire.js").View} View
 * @typedef {import("./wire.js").Happening} Happening
 */
import { closeFolds } from "./folds.js";
import { Gestures } from "./gestures.js";
import { arrow, keeps } from "./marks.js";
import { morph } from "./morph.js";
import { busy, dress, mark, play, show, skip } from "./motion.js";
import { pace } from "./moments.js";
import { help, onLongPress, ring, unpop } from "./popups.js";
import { drawClocks, say, setClocks, setSeat, sound, turn } from "./alerts.js";
import { showKeys } from "./menu.js";
import { notice } from "./notices.js";
import { Shell } from "./shell.js";
import { Wire } from "./wire.js";
import { $, word } from "./words.js";

/** Scenes that are shown one after another before the table. */
const MOST_SCENES = 3;

const body = document.body;
const view = /** @type {HTMLElement} */ ($("view"));
let seq = Number(body.dataset.seq ?? -1);
let step = Number(body.dataset.step ?? -1);
let opened = true;
/** @type {View | null} the newest view, which waits until what is playing has been seen */
let held = null;
/** @type {string} what the live table looks like while an earlier step is being looked at */
let newest = view.innerHTML;
/** who sits in the room, as the rest of the page knows it */
let sitting = sitters();
/** @type {Happening[]} what happened last: its marks come back when the reader does */
let last = [];
/** @type {import("./replay.js").Replay | null} */
let replay = null;
let reloading = "";
/** @type {string | null} the step that the address names */
let asked = new URL(location.href).searchParams.get("step");

/** @type {Gestures | null} */
let gestures = null;
const shell = new Shell({
  send: (m) => !!wire?.send(m),
  gestures: () => gestures,
  rewind: (n, again) => void rewind(n, { again }),
  now: () => Date.now() + (wire?.offset ?? 0),
});

gestures = new Gestures(view, {
  act: (action) => {
    sound("knock");
    wire?.act(seq, step, action);
    shell.draw();
  },
  changed: () => {
    shell.draw();
    changed();
    const g = gestures;
    if (g?.path.length) say([g.crumbs(), g.ready === null ? word("choices", { n: g.entries().length }) : ""]);
    if (reloading && !g?.path.length) location.reload();
  },
  // controls leave what has been chosen as it is: who opens a fold or zooms goes on choosing
  elsewhere: (t) =>
    offer(t) ||
    !!t.closest("summary,a,button:not([data-help]):not([data-clause]):not([data-why]),.zoom") ||
    help(t, pointer()),
});

/** What the guide points at may stand elsewhere now. */
function changed() {
  closeFolds();
  dispatchEvent(new Event("taku:changed"));
}

/**
 * A button on the table that asks for what the menu offers: `data-offer="undo"`.
 * @param {Element} t
 */
function offer(t) {
  const kind = t.closest("[data-offer]")?.getAttribute("data-offer");
  if (kind) wire?.send({ t: "offer", kind });
  return !!kind;
}

function pointer() {
  return shell.hello.can?.includes("point")
    ? (/** @type {string} */ id) => void wire?.send({ t: "point", id })
    : undefined;
}
/** @type {WeakSet<Element>} */ const strips = new WeakSet();
const sizes = new ResizeObserver((all) => all.forEach((one) => goesOn(one.target)));
onLongPress(view, (e) => help(e, pointer()));
dress(view);
boards();

/** Areas get their names, strips their signs; boards with pan and zoom bring their own module. */
function boards() {
  for (const e of view.querySelectorAll("[data-area]"))
    e.setAttribute("aria-label", word(/** @type {"board"} */ (e.getAttribute("data-area"))));
  for (const e of view.querySelectorAll(".cards,[data-strip]")) {
    if (!strips.has(e)) (strips.add(e), e.addEventListener("scroll", () => goesOn(e), { passive: true }));
    sizes.observe(e);
    goesOn(e);
  }
  if (view.querySelector("[data-viewport]")) void import("./viewport.js").then((m) => m.attach(view));
}

/**
 * A strip that goes on beyond an edge has a sign there.
 * @param {Element} e
 */
function goesOn(e) {
  const ends = [];
  if (e.scrollLeft > 4) ends.push("start");
  if (e.scrollLeft + e.clientWidth < e.scrollWidth - 4) ends.push("end");
  if (e.scrollTop + e.clientHeight < e.scrollHeight - 4) ends.push("down");
  const said = ends.join(" ");
  if (said !== (e.getAttribute("data-more") ?? "")) e.setAttribute("data-more", said);
}

// ---- views

/** @param {View} v */
function receive(v) {
  if (v.step < step) return;
  if (body.hasAttribute("data-review") || (busy() && v.html !== undefined)) {
    // nothing queues up: only the newest is kept, with everything that happened
    held = held
      ? {
          ...v,
          html: v.html ?? held.html,
          events: [...(held.events ?? []), ...(v.events ?? [])],
          log: v.log ?? held.log,
        }
      : v;
    return;
  }
  accept(v);
}

/**
 * What is staged above the table comes before the view: what the table shows next would take the eye away.
 * @param {View} v
 */
function accept(v) {
  // where much has piled up, the last ones; the log shows the others again
  const scenes = (v.events ?? []).filter((e) => e.moment?.html).slice(-MOST_SCENES);
  if (opened || !scenes.length || v.html === undefined || pace() === "off" || document.hidden) return take(v);
  wire?.settle(v);
  announce(scenes);
  void play(scenes.map(({ moment }) => ({ moment }))).then(() => take(v, true));
}

/** @param {Happening[]} events */
function announce(events) {
  const said = events.map((e) => e.moment?.say ?? "").filter(Boolean);
  if (said.length) say(said);
}

/**
 * @param {View} v
 * @param {boolean} [staged] its scenes have been shown
 */
function take(v, staged = false) {
  const fresh = opened;
  opened = false;
  wire?.settle(v);
  if (v.html !== undefined) {
    newest = v.html;
    show(view, v.html);
    boards();
  }
  seq = v.seq;
  step = v.step;
  body.dataset.seq = String(seq);
  body.dataset.step = String(step);
  if (v.clocks) setClocks(v.clocks, Date.now() + (wire?.offset ?? 0) - (v.now ?? Date.now()));
  else drawClocks();
  if (v.presence) shell.attendance.presence(v.presence, v.watchers);
  else shell.attendance.presence(shell.attendance.absent);
  if (v.log) shell.log.add(v.log.lines ?? [], v.log);
  const events = v.events ?? [];
  shell.log.add(events);
  if (v.status) shell.last = v.status;
  if (wire?.pending) gestures?.lock();
  else gestures?.set(v.acts ?? {}, v.labels ?? {}, v.status?.buttons);
  turn(!!v.status?.yours, fresh);
  if (!v.result) shell.result(undefined);
  void seats();
  changed();
  const rest = events.map((e) => (staged && e.moment?.html ? { ...e, moment: undefined } : e));
  tell(rest, fresh ? undefined : v).then(() => v.result && v.step === step && shell.result(v.result));
  if (v.missed)
    notice(
      { text: word("missed", { n: v.missed }), label: word("showMissed") },
      () => void rewind(step - (v.missed ?? 0), { playing: true }),
    );
  const wanted = asked;
  asked = null;
  if (wanted && /^\d{1,7}$/.test(wanted) && Number(wanted) < step) void rewind(Number(wanted));
}

/** In the room: what can be done is drawn anew when somebody sits down or stands up; what was written stays. */
async function seats() {
  const now = sitters();
  if (!$("doors") || now === sitting) return;
  sitting = now;
  const answer = await fetch(location.href).catch(() => null);
  const page = answer?.ok ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
  for (const id of ["first", "doors"]) {
    const [there, drawn] = [$(id), page?.getElementById(id)];
    if (there && drawn && now === sitting) morph(there, drawn.innerHTML, keeps);
  }
}

function sitters() {
  return view.querySelector(".seats")?.textContent;
}

/**
 * Show and say what happened; done when everything has been shown.
 * @param {Happening[]} events
 * @param {View} [v]
 */
async function tell(events, v) {
  if (events.length) mark(view, (last = events));
  for (const e of events) if (e.sound) sound(e.sound);
  const lines = events.flatMap((e) => [e.say ?? plain(e.html), e.moment?.say ?? ""]).filter(Boolean);
  if (v?.status?.yours || v?.status?.over) lines.push(v.status.text);
  say(lines);
  await play(events);
  if (!held || busy() || body.hasAttribute("data-review")) return;
  const next = held;
  held = null;
  accept(next);
}

/** @param {string | undefined} html */
function plain(html) {
  if (!html) return "";
  const t = document.createElement("template");
  t.innerHTML = html;
  return t.content.textContent ?? "";
}

// ---- the wire

const wire = body.dataset.ws
  ? new Wire(body.dataset.ws, {
      query: () => ({
        step: String(step),
        seq: String(seq),
        build: body.dataset.build ?? "",
        ...(body.dataset.room === undefined ? {} : { room: "1" }),
      }),
      message: hear,
      net: (state, retryAt) => {
        shell.attendance.net(state, retryAt, () => wire?.now());
        if (state !== "on") gestures?.pause();
      },
    })
  : null;

/** @param {any} m */
function hear(m) {
  switch (m.t) {
    case "hello":
      setSeat(m.seat);
      shell.greet(m);
      break;
    case "view":
      return receive(m);
    case "refused":
      if (wire) wire.pending = null;
      if (m.text) notice({ level: "error", text: m.text });
      return void wire?.send({ t: "sync" });
    case "clocks":
      return setClocks(m.clocks, Date.now() + (wire?.offset ?? 0) - m.now);
    case "presence":
      return shell.attendance.presence(m.presence, m.watchers);
    case "seats":
      shell.hello.seats = m.seats;
      return;
    case "chat":
      return shell.talk?.add(m.lines, m.reset);
    case "offers":
      return shell.offers.show(m.offers);
    case "can":
      shell.hello.can = m.can;
      return;
    case "hint":
      notice({ text: m.text });
      ring(m.targets ?? []);
      return say([m.text]);
    case "point":
      return ring([m.id], `s${m.seat}`);
    case "guide":
      void import("./guide.js").then(({ guide }) =>
        guide(m, (id, what) => void wire?.send({ t: "guide", id, do: what }), () => gestures?.path ?? []),
      );
      return say([m.reply ?? "", m.text ?? ""].filter(Boolean));
    case "notice":
      if (m.unsaid) shell.talk?.unsay(m.unsaid);
      return void notice(m);
    case "go":
      location.assign(m.href);
      return;
    case "reload":
      reloading = m.text || word("newBuild");
      // never under the reader's finger: with a gesture half made, or on a page that just did so, it is offered
      if (!gestures?.path.length && sessionStorage.getItem("taku.reloaded") !== body.dataset.build) {
        sessionStorage.setItem("taku.reloaded", body.dataset.build ?? "");
        location.reload();
      } else notice({ text: reloading, sticky: true, label: word("reload") }, () => location.reload());
  }
}

// ---- earlier steps

/**
 * @param {number} n
 * @param {{playing?: boolean, again?: number}} [how] go on by itself until now, or show a line's moment again
 */
async function rewind(n, how = {}) {
  if (!body.dataset.steps) return;
  const { Replay } = await import("./replay.js");
  if (!replay) {
    body.toggleAttribute("data-review", true);
    gestures?.lock();
    replay = new Replay(view, {
      shown: (s) => {
        const text = $("status-text");
        if (text) text.textContent = s.status ?? word("stepOf", { n: s.step, m: step });
      },
      leave: present,
    });
    $("status")?.append(replay.bar);
  }
  await replay.go(n, how.again);
  if (how.playing) replay.toggle(true);
}

/** Back to the live table. */
function present() {
  replay?.stop();
  replay?.bar.remove();
  replay = null;
  body.removeAttribute("data-review");
  for (const li of document.querySelectorAll("#log-lines li")) li.classList.remove("now", "later");
  show(view, newest);
  mark(view, last);
  const next = held;
  held = null;
  if (next) accept(next);
  else wire?.send({ t: "sync" });
}

// ---- keys

document.addEventListener("keydown", (ev) => {
  const t = /** @type {HTMLElement} */ (ev.target);
  if (ev.ctrlKey || ev.metaKey || ev.altKey) return;
  if (ev.key === "Escape") {
    if (unpop() || gestures?.cancel()) return;
    if (!$("acts")?.hidden) return shell.toggleList(false);
    if (body.dataset.sheet) return shell.sheet(/** @type {"log" | "chat"} */ (body.dataset.sheet), false);
  }
  if (t.matches("input,textarea,select")) return;
  if (replay && !(ev.key === " " && t.matches("button,a,summary")) && replay.key(ev)) return ev.preventDefault();
  if (ev.key.startsWith("Arrow") && !ev.shiftKey) {
    if (t.closest("#acts")) {
      const all = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#acts button"))];
      const i = all.indexOf(t) + (ev.key === "ArrowDown" || ev.key === "ArrowRight" ? 1 : -1);
      all[(i + all.length) % all.length]?.focus();
      ev.preventDefault();
    } else if ((t === body || view.contains(t)) && arrow(view, ev.key)) ev.preventDefault();
  } else if (ev.key === "Enter" && t === body) gestures?.commit();
  else if (/^[0-9]$/.test(ev.key)) shell.number((Number(ev.key) + 9) % 10);
  else if (ev.key === "a") shell.toggleList();
  else if (ev.key === "?") showKeys();
  else if (ev.key === "h") help(t);
  else if (ev.key === "l") shell.sheet("log");
  else if (ev.key === "c") {
    shell.sheet("chat", true);
    ev.preventDefault();
  }
});

// any tap or key ends what is playing; it still counts for what it is aimed at
for (const name of ["pointerdown", "keydown"])
  document.addEventListener(name, () => busy() && skip(), { capture: true });

if (wire) wire.connect();
else if (body.dataset.replay !== undefined && body.dataset.steps) {
  const { Replay } = await import("./replay.js");
  const still = new Replay(view, {
    shown: (s) => {
      const text = $("status-text");
      if (text) text.textContent = s.status ?? "";
    },
  });
  replay = still;
  const text = $("status-text");
  if (text) text.textContent = body.dataset.status ?? "";
  $("replay")?.remove();
  $("status")?.append(still.bar);
  await still.get(still.at);
  still.draw();
}
