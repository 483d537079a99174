/**
 * Sound, vibration, title, icon and clocks: what tells a reader that it is their turn and how much time is left.
 *
 * @typedef {import("./wire.js").Clock} Clock
 */
import { notifyTurn } from "./install.js";
import { $, word } from "./words.js";

/** @type {AudioContext | null} */
let audio = null;
const KEY = "taku.sound";

export const soundOn = () => localStorage.getItem(KEY) === "1";

/** @param {boolean} on */
export function setSound(on) {
  localStorage.setItem(KEY, on ? "1" : "0");
  if (on) sound("gain");
}

/**
 * Notes of a sound: frequency, start (s), length (s), kind of wave, loudness.
 * @type {Record<string, [number, number, number, OscillatorType, number][]>}
 */
const SOUNDS = {
  turn: [
    [523, 0, 0.16, "sine", 0.2],
    [784, 0.12, 0.3, "sine", 0.2],
  ],
  knock: [
    [190, 0, 0.07, "triangle", 0.35],
    [95, 0, 0.1, "sine", 0.4],
  ],
  card: [
    [1400, 0, 0.03, "triangle", 0.07],
    [900, 0.02, 0.04, "triangle", 0.06],
  ],
  dice: [
    [320, 0, 0.04, "square", 0.06],
    [260, 0.06, 0.04, "square", 0.06],
    [360, 0.13, 0.05, "square", 0.05],
  ],
  hit: [
    [140, 0, 0.16, "sawtooth", 0.16],
    [70, 0, 0.2, "sine", 0.35],
  ],
  gain: [
    [659, 0, 0.1, "sine", 0.15],
    [880, 0.08, 0.18, "sine", 0.15],
  ],
  lose: [
    [392, 0, 0.16, "sine", 0.16],
    [311, 0.13, 0.26, "sine", 0.16],
  ],
  win: [
    [523, 0, 0.2, "sine", 0.16],
    [659, 0.12, 0.2, "sine", 0.16],
    [784, 0.24, 0.2, "sine", 0.16],
    [1047, 0.36, 0.5, "sine", 0.16],
  ],
  low: [[880, 0, 0.05, "sine", 0.1]],
  talk: [[988, 0, 0.05, "sine", 0.08]],
};

/** @param {string} name */
export function sound(name) {
  if (!soundOn() || !(name in SOUNDS)) return;
  audio ??= new AudioContext();
  if (audio.state === "suspended") void audio.resume();
  const t0 = audio.currentTime + 0.01;
  for (const [pitch, start, length, wave, loud] of SOUNDS[name]) {
    const tone = audio.createOscillator();
    const gain = audio.createGain();
    tone.type = wave;
    tone.frequency.value = pitch;
    gain.gain.setValueAtTime(loud, t0 + start);
    gain.gain.exponentialRampToValueAtTime(0.001, t0 + start + length);
    tone.connect(gain).connect(audio.destination);
    tone.start(t0 + start);
    tone.stop(t0 + start + length);
  }
}

const plain = document.title;
const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=icon]"));
const plainIcon = icon?.href ?? "";
let yours = false;

/**
 * Title and icon say whose turn it is; sound and vibration say when it becomes yours.
 * @param {boolean} mine
 * @param {boolean} first the page was just opened: no sound
 */
export function turn(mine, first) {
  if (mine && !yours && !first) {
    sound("turn");
    if (soundOn()) navigator.vibrate?.(60);
    void notifyTurn(plain);
  }
  yours = mine;
  document.title = mine ? `• ${word("turn")} – ${plain}` : plain;
  if (icon)
    icon.href = mine
      ? plainIcon.replace(
          "%3C/svg%3E",
          encodeURIComponent('<circle cx="25" cy="7" r="6" fill="#ffc83d" stroke="#2b1d0e"/></svg>'),
        )
      : plainIcon;
}

// ---- clocks

/** @type {Map<number, Clock & {at: number}>} */
const clocks = new Map();
let low = -1;

/**
 * @param {Clock[]} list
 * @param {number} age how old the figures are, by the server's clock
 */
export function setClocks(list, age) {
  clocks.clear();
  for (const c of list) clocks.set(c.seat, { ...c, at: Date.now() - Math.max(0, Math.min(age, 5000)) });
  drawClocks();
}

/** @param {Clock & {at: number}} c */
const left = (c) => Math.max(0, c.left - (c.runs ? Date.now() - c.at : 0));

/** @param {number} ms */
export function minutes(ms) {
  const s = Math.ceil(ms / 1000);
  return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;
}

/** @type {number} */
let mySeat = -1;
/** @param {number} seat */
export function setSeat(seat) {
  mySeat = seat;
}

export function drawClocks() {
  for (const e of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-clock]"))) {
    const c = clocks.get(Number(e.dataset.clock));
    e.classList.toggle("none", !c);
    if (!c) continue;
    const ms = left(c);
    const near = ms < Math.min(10000, c.full / 3);
    e.classList.toggle("runs", !!c.runs);
    e.classList.toggle("low", !!c.runs && near && !c.days);
    e.classList.toggle("days", !!c.days);
    const time = e.querySelector(".time");
    const words = c.days
      ? word("days", { d: Math.floor(ms / 864e5), h: Math.floor((ms % 864e5) / 36e5) })
      : minutes(ms);
    if (time && time.textContent !== words) time.textContent = words;
    const ring = /** @type {SVGElement | null} */ (e.querySelector(".ring"));
    if (ring) ring.style.strokeDashoffset = String(100 - (100 * ms) / (c.full || 1));
    if (c.runs && near && !c.days && c.seat === mySeat) {
      const s = Math.ceil(ms / 1000);
      if (s !== low && s > 0) sound("low");
      low = s;
    }
  }
}

setInterval(() => {
  if (clocks.size && !document.hidden) drawClocks();
}, 200);

/**
 * Read something aloud through the live region. Lines that come together are read together.
 * @param {string[]} lines
 */
export function say(lines) {
  const region = $("say");
  if (!region || !lines.length) return;
  region.textContent = "";
  // emptied first, so that the same words are read again
  requestAnimationFrame(() => (region.textContent = lines.join(" ")));
}
