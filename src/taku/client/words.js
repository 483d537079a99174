/** The client's own words. Everything about the game comes from the server, in the reader's language. */

import { texts } from "./words_table.js";

/** @type {Record<string, string>} */
const words = texts[document.documentElement.lang.slice(0, 2)] ?? texts.en;

/**
 * @param {string} key
 * @param {Record<string, string | number>} [fill]
 */
export function word(key, fill = {}) {
  return words[key].replace(/\{(\w+)\}/g, (_, name) => String(fill[name] ?? ""));
}

/**
 * Build an element. Text is text: nothing here parses HTML.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, string | boolean | ((ev: Event) => void)>} [attrs]
 * @param {...(Node | string | null)} kids
 * @returns {HTMLElementTagNameMap[K]}
 */
export function make(tag, attrs = {}, ...kids) {
  const e = document.createElement(tag);
  for (const [name, value] of Object.entries(attrs)) {
    if (typeof value === "function") e.addEventListener(name, value);
    else if (value === true) e.setAttribute(name, "");
    else if (value !== false) e.setAttribute(name, value);
  }
  e.append(...kids.filter((k) => k !== null));
  return e;
}

/** @param {string} id */
export const $ = (id) => document.getElementById(id);
