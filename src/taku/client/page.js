/** Small helpers for all pages that are not a table: every one of them also works without this. */
import { throwInto } from "./deals.js";
import "./install.js";
import { morph } from "./morph.js";
import { dress } from "./motion.js";
import { clause, copied, help } from "./popups.js";
import { make, word } from "./words.js";

/** ms between two looks at what changes by itself. */
const LIVE = 5000;

document.addEventListener("click", (ev) => {
  const t = /** @type {Element} */ (ev.target);
  const copy = t.closest("[data-copy]");
  if (copy instanceof HTMLElement) {
    const { copy: text = "", share: title } = copy.dataset;
    const sent = title !== undefined && canShare ? share(title, text) : Promise.resolve(false);
    void sent.then(async (done) => {
      if (done || !(await copied(text, copy))) return;
      const was = copy.textContent;
      copy.textContent = word("copied");
      setTimeout(() => (copy.textContent = was), 1500);
    });
    return;
  }
  const rule = t.closest("button[data-clause]:not([data-help])");
  if (rule) void clause(rule, rule.getAttribute("data-clause") ?? "");
  else if (!t.closest("a,input,label,select,summary,button:not([data-help])")) help(t);
});

/**
 * Whether the link went out by the system's sheet, or its reader closed the sheet again; false: it must be copied.
 * @param {string} title
 * @param {string} url
 */
function share(title, url) {
  return navigator.share({ title, url }).then(
    () => true,
    (fault) => fault instanceof DOMException && fault.name === "AbortError",
  );
}

/**
 * Times in the reader's own zone: <time datetime="…" data-local>.
 * @param {ParentNode} where
 */
function localTimes(where) {
  for (const e of where.querySelectorAll("time[data-local]")) {
    const at = new Date(e.getAttribute("datetime") ?? "");
    if (!Number.isNaN(+at))
      e.textContent = new Intl.DateTimeFormat(document.documentElement.lang, {
        dateStyle: "medium",
        timeStyle: "short",
      }).format(at);
  }
}
localTimes(document);

// a link to send: by the system's own sheet where there is one
const canShare = "share" in navigator;
for (const e of document.querySelectorAll("[data-share]")) if (canShare) e.textContent = word("share");

// what changes by itself: asked for anew every few seconds while somebody looks
const live = /** @type {HTMLElement | null} */ (document.querySelector("[data-live]"));
if (live) {
  let known = "";
  setInterval(async () => {
    if (document.hidden) return;
    const answer = await fetch(live.dataset.live ?? "").catch(() => null);
    const text = answer?.ok ? await answer.text() : known;
    if (text === known) return;
    known = text;
    const parts = make("template");
    parts.innerHTML = text; // the server's own HTML, as it was in the page
    for (const part of parts.content.children) {
      const old = document.getElementById(part.id);
      if (!old) continue;
      morph(old, part.innerHTML);
      localTimes(old);
    }
  }, LIVE);
}

// rules that differ from the ready-made choice are counted, and a part of a form with a mistake opens
const ruled = /** @type {NodeListOf<HTMLInputElement | HTMLSelectElement>} */ (document.querySelectorAll("[data-usual]"));
function countChanged() {
  const n = [...ruled].filter((e) => {
    const value = e instanceof HTMLInputElement && e.type === "checkbox" ? (e.checked ? e.value : "") : e.value;
    return value !== e.dataset.usual;
  }).length;
  for (const e of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-changed]"))) {
    e.hidden = n === 0;
    e.textContent = word("changed", { n });
  }
}
for (const e of ruled) e.addEventListener("change", countChanged);
countChanged();
document.addEventListener(
  "invalid",
  (ev) => /** @type {Element} */ (ev.target).closest("details")?.setAttribute("open", ""),
  true,
);

// a choice that changes what the form offers: <select data-submit>
for (const e of document.querySelectorAll("[data-submit]")) {
  e.addEventListener("change", () => {
    const { form, name } = /** @type {HTMLSelectElement} */ (e);
    if (form) keep(form, name === "preset" ? /^(option|has)\./ : /^$/);
    form?.requestSubmit();
  });
}

/**
 * What was written into the page's other form goes along, so that the new page has it too.
 * @param {HTMLFormElement} form
 * @param {RegExp} but what the new choice decides anew
 */
function keep(form, but) {
  const other = /** @type {HTMLFormElement | null} */ (document.querySelector("main form[method=post]"));
  if (!other) return;
  const own = new Set(["token", "ticket", "nonce", "preset", "seats"]);
  for (const [name, value] of [...new FormData(other), ["kept", "yes"]])
    if (typeof value === "string" && !own.has(name) && !but.test(name))
      form.append(make("input", { type: "hidden", name, value }));
}

// what this browser throws into the deal; it notes the promise for the secret, which the page showed before
document.addEventListener("submit", throwInto);

// <output for="range"> follows its slider
document.addEventListener("input", (ev) => {
  const t = /** @type {HTMLInputElement} */ (ev.target);
  if (t.type === "range") for (const o of t.labels?.[0]?.querySelectorAll("output") ?? []) o.textContent = t.value;
});

dress(document);
