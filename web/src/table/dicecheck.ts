/** Checks the dice of a finished game in the page: the seed against what was promised of it, and each roll against the seed. Pure. */

export interface Seal { commitment: string; seed: string }
/** seed number, epoch, number of the roll, die, what it showed */
export type Roll = [number, number, number, string, number[]];
export interface Checked { seals: boolean; promised: boolean | null; right: number; wrong: number; unread: number }

const MASK = (1n << 64n) - 1n;
const IV = [0x6a09e667f3bcc908n, 0xbb67ae8584caa73bn, 0x3c6ef372fe94f82bn, 0xa54ff53a5f1d36f1n, 0x510e527fade682d1n, 0x9b05688c2b3e6c1fn, 0x1f83d9abfb41bd6bn, 0x5be0cd19137e2179n];
const SIGMA = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15], [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
  [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4], [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
  [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13], [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
  [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11], [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
  [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5], [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
];

const turn = (x: bigint, n: bigint): bigint => ((x >> n) | (x << (64n - n))) & MASK;

function compress(state: bigint[], block: Uint8Array, count: number, last: boolean): void {
  const words = Array.from({ length: 16 }, (_, n) => new DataView(block.buffer, block.byteOffset).getBigUint64(n * 8, true));
  const v = [...state, ...IV];
  v[12] = v[12]! ^ BigInt(count);
  if (last) v[14] = v[14]! ^ MASK;
  const mix = (a: number, b: number, c: number, d: number, x: bigint, y: bigint) => {
    v[a] = (v[a]! + v[b]! + x) & MASK;
    v[d] = turn(v[d]! ^ v[a]!, 32n);
    v[c] = (v[c]! + v[d]!) & MASK;
    v[b] = turn(v[b]! ^ v[c]!, 24n);
    v[a] = (v[a]! + v[b]! + y) & MASK;
    v[d] = turn(v[d]! ^ v[a]!, 16n);
    v[c] = (v[c]! + v[d]!) & MASK;
    v[b] = turn(v[b]! ^ v[c]!, 63n);
  };
  for (let round = 0; round < 12; round++) {
    const s = SIGMA[round % 10]!, w = (n: number) => words[s[n]!]!;
    mix(0, 4, 8, 12, w(0), w(1)); mix(1, 5, 9, 13, w(2), w(3)); mix(2, 6, 10, 14, w(4), w(5)); mix(3, 7, 11, 15, w(6), w(7));
    mix(0, 5, 10, 15, w(8), w(9)); mix(1, 6, 11, 12, w(10), w(11)); mix(2, 7, 8, 13, w(12), w(13)); mix(3, 4, 9, 14, w(14), w(15));
  }
  for (let n = 0; n < 8; n++) state[n] = state[n]! ^ v[n]! ^ v[n + 8]!;
}

/** BLAKE2b of a short message (at most one block) with a key, 64 bytes. */
export function blake2b(key: Uint8Array, message: Uint8Array): Uint8Array {
  const state = [...IV];
  state[0] = state[0]! ^ 0x01010000n ^ (BigInt(key.length) << 8n) ^ 64n;
  const block = new Uint8Array(128);
  block.set(key);
  compress(state, block, 128, false);
  const text = new Uint8Array(128);
  text.set(message);
  compress(state, text, 128 + message.length, true);
  const out = new DataView(new ArrayBuffer(64));
  state.forEach((word, n) => out.setBigUint64(n * 8, word, true));
  return new Uint8Array(out.buffer);
}

const K = [0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2];

/** SHA-256, in the page itself: a table in a local network has no secure context, so the browser's own is not there. */
export function sha256(message: Uint8Array): string {
  const size = Math.ceil((message.length + 9) / 64) * 64, data = new Uint8Array(size), view = new DataView(data.buffer);
  data.set(message);
  data[message.length] = 0x80;
  view.setUint32(size - 4, message.length * 8);
  const h = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19];
  const rot = (x: number, n: number) => (x >>> n) | (x << (32 - n));
  const w = new Int32Array(64);
  for (let at = 0; at < size; at += 64) {
    for (let n = 0; n < 16; n++) w[n] = view.getInt32(at + n * 4);
    for (let n = 16; n < 64; n++) {
      const a = w[n - 15]!, b = w[n - 2]!;
      w[n] = (w[n - 16]! + (rot(a, 7) ^ rot(a, 18) ^ (a >>> 3)) + w[n - 7]! + (rot(b, 17) ^ rot(b, 19) ^ (b >>> 10))) | 0;
    }
    let [a, b, c, d, e, f, g, k] = h as [number, number, number, number, number, number, number, number];
    for (let n = 0; n < 64; n++) {
      const one = (k + (rot(e, 6) ^ rot(e, 11) ^ rot(e, 25)) + ((e & f) ^ (~e & g)) + K[n]! + w[n]!) | 0;
      const two = ((rot(a, 2) ^ rot(a, 13) ^ rot(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      k = g; g = f; f = e; e = (d + one) | 0; d = c; c = b; b = a; a = (one + two) | 0;
    }
    [a, b, c, d, e, f, g, k].forEach((x, n) => { h[n] = (h[n]! + x) | 0; });
  }
  return h.map((x) => (x >>> 0).toString(16).padStart(8, "0")).join("");
}

const bytes = (hex: string): Uint8Array => new Uint8Array((hex.match(/../g) ?? []).map((pair) => parseInt(pair, 16)));
const text = (words: string): Uint8Array => new TextEncoder().encode(words);

export const commitment = (seed: string): string => sha256(new Uint8Array([...text("grognard commitment "), ...bytes(seed)]));

/** What a roll must show. */
export function rolled(seed: string, epoch: number, number: number, count: number, faces: number): number[] {
  const key = bytes(seed).slice(0, 64), limit = 256 - (256 % faces), found: number[] = [];
  for (let block = 0; found.length < count; block++) {
    for (const byte of blake2b(key, text(`${epoch}.${number}.${block}`))) {
      if (byte < limit && found.length < count) found.push(1 + (byte % faces));
    }
  }
  return found;
}

/** `promised`: the commitments this browser saw while the game was played; draws from piles are not read here. */
export function check(seals: Seal[], rolls: Roll[], promised: string[]): Checked {
  const found: Checked = { seals: seals.length > 0 && seals.every((seal) => commitment(seal.seed) === seal.commitment), promised: promised.length ? promised.every((one) => seals.some((seal) => seal.commitment === one)) : null, right: 0, wrong: 0, unread: 0 };
  for (const [seed, epoch, number, die, dice] of rolls) {
    const faces = /^D(\d+)$/.exec(die)?.[1];
    if (!faces || !seals[seed]) found.unread += 1;
    else if (rolled(seals[seed].seed, epoch, number, dice.length, Number(faces)).join() === dice.join()) found.right += 1;
    else found.wrong += 1;
  }
  return found;
}
