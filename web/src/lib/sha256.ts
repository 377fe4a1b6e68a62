/** SHA-256 and HMAC, because a plain-http address has no `crypto.subtle`. Fast enough for a game's shuffles. */

const K = new Uint32Array([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be,
  0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa,
  0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85,
  0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3,
  0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f,
  0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
])
const START = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19]
const BLOCK = 64 // bytes

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by))

export function sha256(message: Uint8Array): Uint8Array {
  const padded = new Uint8Array(Math.ceil((message.length + 9) / BLOCK) * BLOCK)
  padded.set(message)
  padded[message.length] = 0x80
  const words = new DataView(padded.buffer)
  words.setUint32(padded.length - 8, Math.floor(message.length / 2 ** 29))
  words.setUint32(padded.length - 4, message.length * 8)
  const state = new Uint32Array(START)
  const w = new Uint32Array(64)
  for (let block = 0; block < padded.length; block += BLOCK) {
    for (let i = 0; i < 16; i++) w[i] = words.getUint32(block + 4 * i)
    for (let i = 16; i < 64; i++) {
      const early = w[i - 15]!
      const late = w[i - 2]!
      const small = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3)
      const large = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10)
      w[i] = w[i - 16]! + small + w[i - 7]! + large
    }
    let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number]
    for (let i = 0; i < 64; i++) {
      const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + K[i]! + w[i]!) | 0
      const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
      ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0]
    }
    for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) state[i] = state[i]! + word
  }
  const digest = new DataView(new ArrayBuffer(32))
  for (const [i, word] of state.entries()) digest.setUint32(4 * i, word)
  return new Uint8Array(digest.buffer)
}

export function hmac(key: Uint8Array, message: Uint8Array): Uint8Array {
  const short = key.length > BLOCK ? sha256(key) : key
  const pad = (byte: number): Uint8Array => Uint8Array.from({ length: BLOCK }, (_, i) => (short[i] ?? 0) ^ byte)
  return sha256(joined(pad(0x5c), sha256(joined(pad(0x36), message))))
}

export function joined(...parts: Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)
export const toHex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
export const fromHex = (text: string): Uint8Array => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16))
