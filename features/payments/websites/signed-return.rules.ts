/** How a shop checks that a payer’s return is signed, as its developers read it. */
export const returnExample = `import { createHmac, timingSafeEqual } from 'node:crypto'

export function isSigned(url, secret) {
  const all = [...new URL(url).searchParams]
  const at = all.findLastIndex(([name]) => name === 'signature')
  if (at < 4) return false
  const said = new URLSearchParams(all.slice(at - 4, at))
  const expected = createHmac('sha256', secret).update(said.toString()).digest()
  const signature = Buffer.from(all[at][1], 'hex')
  return signature.length === expected.length && timingSafeEqual(signature, expected)
}`
