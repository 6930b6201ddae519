// SHA-256 by ourselves: the browser's own is there only over https, and answers one hash at a time.

const K = new Uint32Array(64)
const start = new Uint32Array(8)

/** The first 32 bits of the fractional parts of the roots of primes, as the standard has them. */
function fillConstants() {
  const fraction = (root: number) => Math.floor((root - Math.floor(root)) * 2 ** 32)
  for (let candidate = 2, found = 0; found < 64; candidate += 1) {
    let isPrime = true
    for (let divisor = 2; divisor * divisor <= candidate && isPrime; divisor += 1) {
      isPrime = candidate % divisor !== 0
    }
    if (!isPrime) continue
    K[found] = fraction(candidate ** (1 / 3))
    if (found < 8) start[found] = fraction(candidate ** (1 / 2))
    found += 1
  }
}
fillConstants()

const rotated = (value: number, by: number) => (value >>> by) | (value << (32 - by))
const words = new Uint32Array(64)

/** The first 32 bits of a text's hash, which is all that is looked at. */
export function firstWordOf(text: string): number {
  const bytes = new TextEncoder().encode(text)
  const blocks = new Uint8Array((((bytes.length + 8) >> 6) + 1) << 6)
  blocks.set(bytes)
  blocks[bytes.length] = 0x80
  const view = new DataView(blocks.buffer)
  view.setUint32(blocks.length - 4, bytes.length * 8)
  const state = start.slice()
  for (let at = 0; at < blocks.length; at += 64) mixBlock(state, view, at)
  return state[0] ?? 0
}

const at = (of: Uint32Array, index: number) => of[index] as number

function mixBlock(state: Uint32Array, view: DataView, offset: number): void {
  for (let i = 0; i < 16; i += 1) words[i] = view.getUint32(offset + i * 4)
  for (let i = 16; i < 64; i += 1) {
    const [x, y] = [at(words, i - 15), at(words, i - 2)]
    const low = rotated(x, 7) ^ rotated(x, 18) ^ (x >>> 3)
    const high = rotated(y, 17) ^ rotated(y, 19) ^ (y >>> 10)
    words[i] = at(words, i - 16) + low + at(words, i - 7) + high
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [
    ...[number, number, number, number],
    ...[number, number, number, number],
  ]
  for (let i = 0; i < 64; i += 1) {
    const one = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
    const first = (h + one + ((e & f) ^ (~e & g)) + at(K, i) + at(words, i)) | 0
    const zero = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
    const second = (zero + ((a & b) ^ (a & c) ^ (b & c))) | 0
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0]
  }
  for (const [i, value] of [a, b, c, d, e, f, g, h].entries()) state[i] = at(state, i) + value
}

const atOnce = 2000

/** The number that the server asks for before it takes a payment; the page stays alive meanwhile. */
export async function findNumber(challenge: string, key: string, bits: number): Promise<number> {
  for (let number = 0; ; number += 1) {
    if (Math.clz32(firstWordOf(`${challenge}.${key}.${number}`)) >= bits) return number
    if (number % atOnce === 0) await new Promise((resolve) => setTimeout(resolve))
  }
}
