/**
 * The fair deal, checked in the reader's own browser: the secret shown after the match has the hash shown before it, and
 * every entry's chance follows from the secret and from what the seats themselves threw in.
 *
 * `<section data-fair="/t/k3/match.json">` names the match file (Match.export); `<input type=file data-fair-file>` takes one.
 *
 * @typedef {{id: string, commitment: string, secret?: string, nonces: string[], entries: [string, number, number][]}} MatchFile
 */

/** @param {string} hex */
export function bytes(hex) {
  return Uint8Array.from(hex.match(/../g) ?? [], (two) => parseInt(two, 16));
}

/** @param {ArrayBuffer | Uint8Array} data */
export function hex(data) {
  return [...new Uint8Array(data)].map((b) => b.toString(16).padStart(2, "0")).join("");
}

/**
 * The hash that is shown before the first move.
 * @param {string} secret
 */
export async function commitment(secret) {
  return hex(await crypto.subtle.digest("SHA-256", bytes(secret)));
}

/**
 * Python's json.dumps writes other letters as \uXXXX.
 * @param {unknown} value
 */
function ascii(value) {
  return JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/**
 * The 16 bytes that key chance for one entry: the beginning of HMAC-SHA256(secret, [match, nonces, number, salt]).
 * @param {MatchFile} m
 * @param {number} number
 * @param {number} [salt] of a branch that was played out after the match; 0 in a match as it was played
 */
export async function streamKey(m, number, salt = 0) {
  const key = await crypto.subtle.importKey("raw", bytes(m.secret ?? ""), { name: "HMAC", hash: "SHA-256" }, false, [
    "sign",
  ]);
  const text = new TextEncoder().encode(ascii([m.id, m.nonces, number, salt]));
  return hex(await crypto.subtle.sign("HMAC", key, text)).slice(0, 32);
}

/**
 * @param {MatchFile} m
 * @param {string} shown the commitment as it was shown to this reader before the match
 * @returns {Promise<{hash: boolean, shown: boolean, keys: string[]}>}
 */
export async function check(m, shown) {
  /** @type {string[]} */ const keys = [];
  let salt = 0;
  for (let n = 0; n <= m.entries.length; n++) {
    if (n && m.entries[n - 1][0] === "branch") salt = m.entries[n - 1][2];
    keys.push(await streamKey(m, n, salt));
  }
  return {
    hash: !!m.secret && (await commitment(m.secret)) === m.commitment,
    shown: !shown || shown === m.commitment,
    keys,
  };
}

/** @param {MatchFile} m */
async function report(m) {
  const shown = /** @type {HTMLInputElement | null} */ (document.querySelector("[data-fair-shown]"));
  const result = await check(m, (shown?.value ?? "").trim().toLowerCase());
  for (const [name, ok] of Object.entries({ hash: result.hash, shown: result.shown })) {
    for (const e of document.querySelectorAll(`[data-fair-check="${name}"]`)) {
      e.classList.toggle("ok", ok);
      e.classList.toggle("wrong", !ok);
    }
  }
  for (const e of document.querySelectorAll("[data-fair-keys]")) {
    e.replaceChildren(
      ...result.keys.map((key, n) => {
        const li = document.createElement("li");
        li.textContent = `${n} ${key}`;
        return li;
      }),
    );
  }
  document.body.dataset.fair = result.hash && result.shown ? "ok" : "wrong";
}

/** @type {MatchFile | null} */
let loaded = null;

const from = document.querySelector("[data-fair]")?.getAttribute("data-fair");
if (from) {
  const answer = await fetch(from).catch(() => null);
  if (answer?.ok) {
    loaded = await answer.json();
    if (loaded?.secret) await report(loaded);
  }
}
document.addEventListener("change", async (ev) => {
  const t = /** @type {HTMLInputElement} */ (ev.target);
  if (t.matches("[data-fair-file]") && t.files?.[0]) {
    try {
      loaded = JSON.parse(await t.files[0].text());
    } catch {
      document.body.dataset.fair = "wrong";
      return;
    }
  }
  if (loaded?.secret) await report(loaded);
});
