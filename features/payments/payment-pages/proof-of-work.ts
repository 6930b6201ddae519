import { hash, timingSafeEqual } from 'node:crypto'
import {
  type KeyHolder,
  keyedHash,
} from '@counterfoil/features/payments/cards/tenant-keys.public.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'

// Hashcash: the page has to find a number before it may pay, which costs a payer nothing and a tester of cards a machine.

const validMs = 30 * 60_000

/** A challenge for one page: until when, how many bits, and our signature, so that nothing is stored. */
export async function createChallenge(
  holder: KeyHolder,
  pageId: string,
  bits: number,
): Promise<{ challenge: string; bits: number }> {
  const said = `${holder.now().getTime() + validMs}.${bits}`
  return { challenge: `${said}.${await signatureOf(holder, pageId, said)}`, bits }
}

/** Throws unless the number was found for this challenge and this request, and the challenge asks for enough. */
export async function requireWork(
  holder: KeyHolder,
  pageId: string,
  work: { readonly challenge: string; readonly number: number },
  key: string,
  minBits: number,
): Promise<void> {
  const [until = '', bits = '', signature = ''] = work.challenge.split('.')
  const expected = Buffer.from(await signatureOf(holder, pageId, `${until}.${bits}`))
  const given = Buffer.from(signature)
  const isOurs = given.length === expected.length && timingSafeEqual(given, expected)
  const isDone =
    isOurs &&
    Number(until) > holder.now().getTime() &&
    Number(bits) >= minBits &&
    zeroBits(hash('sha256', `${work.challenge}.${key}.${work.number}`, 'buffer')) >= Number(bits)
  if (isDone) return
  throw new Problem('payment_page.work', 400, 'The page has to be loaded again before it can pay')
}

const signatureOf = (holder: KeyHolder, pageId: string, said: string) =>
  keyedHash(holder, 'request', `work ${pageId} ${said}`)

function zeroBits(bytes: Uint8Array): number {
  const first = bytes.findIndex((byte) => byte !== 0)
  return first < 0 ? bytes.length * 8 : first * 8 + Math.clz32(bytes[first] ?? 0) - 24
}
