import { Problem } from '@counterfoil/kit/contract/problem.ts'
import { z } from 'zod'
import type { PaymentOrder } from './payment-filter.schema.ts'

/** A position between two rows of an ordered list, and the direction to read. */
export interface Cursor {
  readonly direction: 'next' | 'previous'
  readonly id: string
  /** The amount at the position, if the list is ordered by amount. */
  readonly amountMinor: string | undefined
  /** The request at the position, if the rows are requests. */
  readonly requestId?: string | undefined
}

const cursorSchema = z.tuple([
  z.enum(['n', 'p']),
  z.enum(['created', 'amount']),
  z.enum(['asc', 'desc']),
  z.uuid(),
  z
    .string()
    .regex(/^\d{1,19}$/)
    .nullable(),
  z.uuid().nullable().default(null),
])

/** Opaque to clients. It contains only values of rows that the client has seen. */
export function writeCursor(cursor: Cursor, { sort, order }: PaymentOrder): string {
  const direction = cursor.direction === 'next' ? 'n' : 'p'
  return Buffer.from(
    JSON.stringify([
      ...[direction, sort, order, cursor.id, cursor.amountMinor ?? null],
      ...(cursor.requestId === undefined ? [] : [cursor.requestId]),
    ]),
  ).toString('base64url')
}

/** Throws a Problem for an invalid cursor, or one of a list in another order. */
export function readCursor(
  text: string,
  { sort, order }: PaymentOrder,
  rows: 'payments' | 'requests' = 'payments',
): Cursor {
  const parsed = cursorSchema.safeParse(jsonOf(text))
  if (!parsed.success) throw new Problem('cursor.invalid', 400, 'This cursor is not valid')
  const [direction, sortOfCursor, orderOfCursor, id, amountMinor, requestId] = parsed.data
  if (
    sortOfCursor !== sort ||
    orderOfCursor !== order ||
    (sort === 'amount') !== (amountMinor !== null) ||
    (rows === 'requests') !== (requestId !== null)
  ) {
    throw new Problem('cursor.other_order', 400, 'This cursor is of a list in another order')
  }
  return {
    direction: direction === 'n' ? 'next' : 'previous',
    id,
    amountMinor: amountMinor ?? undefined,
    requestId: requestId ?? undefined,
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}
