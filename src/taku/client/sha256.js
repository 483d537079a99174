/**
 * SHA-256 and HMAC. Browsers lend their own only to pages over HTTPS or from this machine, and friends in one network
 * play over plain HTTP: the check of a deal must work there too.
 */

/** The first 32 bits of the fractional parts of the square roots (of 8 primes) and cube roots (of 64). */
const [START, ROUND] = constants();

function constants() {
  /** @type {number[]} */ const primes = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((p) => n % p)) primes.push(n);
  /** @param {number} x */
  const bits = (x) => ((x - Math.floor(x)) * 2 ** 32) >>> 0;
  return [primes.slice(0, 8).map((p) => bits(Math.sqrt(p))), primes.map((p) => bits(Math.cbrt(p)))];
}

/** @param {number} x @param {number} n */
const turn = (x, n) => (x >>> n) | (x << (32 - n));

/**
 * @param {Uint8Array} data
 * @returns {Uint8Array}
 */
export function sha256(data) {
  const padded = new Uint8Array(((data.length + 8) >> 6) * 64 + 64);
  padded.set(data);
  padded[data.length] = 0x80;
  const words = new DataView(padded.buffer);
  words.setUint32(padded.length - 8, Math.floor(data.length / 2 ** 29));
  words.setUint32(padded.length - 4, data.length << 3);
  const state = Uint32Array.from(START);
  const w = new Uint32Array(64);
  for (let block = 0; block < padded.length; block += 64) {
    for (let i = 0; i < 64; i++) {
      if (i < 16) w[i] = words.getUint32(block + 4 * i);
      else {
        const [x, y] = [w[i - 15], w[i - 2]];
        const small = turn(x, 7) ^ turn(x, 18) ^ (x >>> 3);
        w[i] = w[i - 16] + small + w[i - 7] + (turn(y, 17) ^ turn(y, 19) ^ (y >>> 10));
      }
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) {
      const one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUND[i] + w[i];
      const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((x, i) => (state[i] += x));
  }
  const out = new DataView(new ArrayBuffer(32));
  state.forEach((x, i) => out.setUint32(4 * i, x));
  return new Uint8Array(out.buffer);
}

/**
 * @param {Uint8Array} key
 * @param {Uint8Array} data
 */
export function hmac(key, data) {
  const padded = new Uint8Array(64);
  padded.set(key.length > 64 ? sha256(key) : key);
  /** @param {number} mask @param {Uint8Array} rest */
  const hash = (mask, rest) => sha256(Uint8Array.from([...padded.map((b) => b ^ mask), ...rest]));
  return hash(0x5c, hash(0x36, data));
}
