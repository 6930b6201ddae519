import { hasCardNumber } from '@counterfoil/kit/contract/card-number.ts'
import type { Mode } from '@counterfoil/kit/contract/fields.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { FastifyRequest } from 'fastify'

/** `Mode` or `SystemMode`: Test, Live, 1 or 2; Live when neither is sent. */
export function modeOfRequest(request: FastifyRequest): Mode {
  const said = request.headers.systemmode ?? request.headers.mode
  if (said === undefined || said === '') return 2
  const name = String(said).toLowerCase()
  if (name === 'live' || name === '2') return 2
  if (name === 'test' || name === '1') return 1
  throw new Problem('mode.unknown', 400, 'The Mode header is Test or Live')
}

const maxKeyLength = 255

/** The caller's key for this one intent, under either of the headers that clients send it in. */
export function idempotencyKeyOf(
  request: FastifyRequest,
  isMerchants: boolean,
): string | undefined {
  const key = request.headers['idempotency-key'] ?? request.headers['x-request-id']
  if (key === undefined) return undefined
  const text = String(key)
  if (text.length === 0 || text.length > maxKeyLength) {
    throw new Problem(
      'idempotency.key_invalid',
      400,
      `An Idempotency-Key has 1 to ${maxKeyLength} characters`,
    )
  }
  // merchants' keys are any text, and kept by a hash where they could be a card's number
  if (!isMerchants && hasCardNumber(text)) {
    throw new Problem('card.in_text', 400, 'An Idempotency-Key is stored: it holds no card number')
  }
  return text
}

/**
 * What a browser sends of its own last change and is answered with each: a position of the database's log, after which its
 * reads come from the replica again. Without one any state of the replica will do.
 */
export const writtenHeader = 'written-position'

export function writtenPositionOf(request: FastifyRequest): bigint {
  const said = String(request.headers[writtenHeader] ?? '')
  return /^\d{1,18}$/.test(said) ? BigInt(said) : 0n
}
