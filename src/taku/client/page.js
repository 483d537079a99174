/** Small helpers for all pages that are not a table: every one of them also works without this. */
import { throwIn } from "./deals.js";
import { dress } from "./motion.js";
import { clause, copied, help } from "./pop.js";
import { make, word } from "./words.js";

document.addEventListener("click", (ev) => {
  const t = /** @type {Element} */ (ev.target);
  const copy = t.closest("[data-copy]");
  if (copy instanceof HTMLElement) {
    void copied(copy.dataset.copy ?? "", copy).then((done) => {
      if (!done) return;
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

// times in the reader's own zone: <time datetime="…" data-local>
for (const e of document.querySelectorAll("time[data-local]")) {
  const at = new Date(e.getAttribute("datetime") ?? "");
  if (!Number.isNaN(+at))
    e.textContent = new Intl.DateTimeFormat(document.documentElement.lang, {
      dateStyle: "medium",
      timeStyle: "short",
    }).format(at);
}

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
document.addEventListener("submit", (ev) => {
  const form = /** @type {HTMLFormElement} */ (ev.target);
  for (const e of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("input[data-nonce]"))) {
    const { match = "", promise = "", seed, guideSeed } = e.dataset;
    const guided = form.querySelector("input[name=guide]") ?? (ev.submitter?.getAttribute("name") === "guide" || null);
    const own = /** @type {HTMLInputElement | null} */ (form.querySelector("input[name=seed]"))?.value.trim();
    // a seed chosen in this very form replaces the secret that was promised
    const chosen = !!own || (!!guided && guideSeed !== undefined);
    e.value = throwIn(match, chosen ? "" : promise, chosen || seed !== undefined);
  }
});

// <output for="range"> follows its slider
document.addEventListener("input", (ev) => {
  const t = /** @type {HTMLInputElement} */ (ev.target);
  if (t.type === "range") for (const o of t.labels?.[0]?.querySelectorAll("output") ?? []) o.textContent = t.value;
});

dress(document);
