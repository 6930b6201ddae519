import { Problem } from '@counterfoil/kit/contract/problem.ts'
import { z } from 'zod'
import type { PaymentOrder } from './payment-filter.schema.ts'

/** A place between two rows of a list in some order, and which way to read from it. */
export interface Cursor {
  readonly way: 'next' | 'previous'
  readonly id: string
  /** Of the row at the place, when the list is by amount. */
  readonly amountMinor: string | undefined
}

const written = z.tuple([
  z.enum(['n', 'p']),
  z.enum(['created', 'amount']),
  z.enum(['asc', 'desc']),
  z.uuid(),
  z
    .string()
    .regex(/^\d{1,19}$/)
    .nullable(),
])

/** Opaque to clients. It says nothing that its holder could not see, and reaches nothing that a filter would not. */
export function writeCursor(cursor: Cursor, { sort, order }: PaymentOrder): string {
  const way = cursor.way === 'next' ? 'n' : 'p'
  return Buffer.from(
    JSON.stringify([way, sort, order, cursor.id, cursor.amountMinor ?? null]),
  ).toString('base64url')
}

/** Refuses what is not a cursor of ours, or is one of a list in another order. */
export function readCursor(text: string, { sort, order }: PaymentOrder): Cursor {
  const parsed = written.safeParse(jsonOf(text))
  if (!parsed.success) throw new Problem('cursor.invalid', 400, 'This cursor is not valid')
  const [way, sortOfCursor, orderOfCursor, id, amountMinor] = parsed.data
  if (
    sortOfCursor !== sort ||
    orderOfCursor !== order ||
    (sort === 'amount') !== (amountMinor !== null)
  ) {
    throw new Problem('cursor.other_order', 400, 'This cursor is of a list in another order')
  }
  return { way: way === 'n' ? 'next' : 'previous', id, amountMinor: amountMinor ?? undefined }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}
