import {
  decideTakeBack,
  type PaymentFacts,
} from '@counterfoil/features/payments/processing/payment.rules.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { BulkUpdate } from './bulk-updates.contract.ts'
import type { NewRow } from './bulk-updates.schema.ts'

type Refusal = NonNullable<NewRow['refusal']>

const wholes = {
  not_ended: 'Only a bulk update that is done or was stopped can be undone',
  declined_stays: 'A declined payment stays declined, so this update cannot be undone',
  reversed_stays: 'A reversed payment stays reversed, so this update cannot be undone',
  nothing_changed: 'This update has changed no payment',
} as const

/** Why a bulk update cannot be undone; undefined: it can, and each of its payments is looked up. */
export function refusalToUndo(
  update: Pick<BulkUpdate, 'state' | 'target' | 'changed' | 'waiting'>,
): Refusal | undefined {
  const code = wholeRefusal(update)
  return code && { code: `bulk_update.${code}`, message: wholes[code] }
}

function wholeRefusal({
  state,
  target,
  changed,
  waiting,
}: Parameters<typeof refusalToUndo>[0]): keyof typeof wholes | undefined {
  if (state !== 'done' && state !== 'stopped') return 'not_ended'
  // what waits to be declined can still be withdrawn
  if (target === 'Declined' && waiting === 0) return 'declined_stays'
  if (target === 'Reversed') return 'reversed_stays'
  return changed + waiting === 0 ? 'nothing_changed' : undefined
}

interface ChangedRow {
  readonly line: number
  readonly reference: string
  readonly paymentId: string | null
}

type ChangedPayment = PaymentFacts & {
  readonly id: string
  readonly acquirerReference: string | null
}

/**
 * Which payments of a bulk update can change back, in its order; the engine checks each again. `waiting`: those whose change
 * still waits for confirmation, which is then withdrawn.
 */
export function undoRows(
  { target, changed, waiting }: ChangedUpdate,
  payments: readonly ChangedPayment[],
): NewRow[] {
  const byId = new Map(payments.map((payment) => [payment.id, payment]))
  return changed.map(({ line, reference, paymentId }) => {
    const payment = byId.get(paymentId ?? '')
    if (payment !== undefined && waiting.has(payment.id)) {
      return { line, reference, payment, refusal: undefined }
    }
    const refusal = target === 'declined' ? refusalOfDeclined : refusalOf(payment)
    return { line, reference, payment, refusal }
  })
}

interface ChangedUpdate {
  readonly target: string
  readonly changed: readonly ChangedRow[]
  readonly waiting: ReadonlySet<string>
}

export const refusalOfDeclined: Refusal = {
  code: 'bulk_update.not_waiting',
  message: 'The change of this payment no longer waits, and a declined payment stays declined',
}

function refusalOf(payment: ChangedPayment | undefined): Refusal | undefined {
  if (payment === undefined || payment.status === 'pending') {
    const message = 'The update did not change this payment: it is still pending'
    return { code: 'bulk_update.still_pending', message }
  }
  if (payment.acquirerReference !== null) {
    const message =
      'The outcome of this payment was reported by its acquirer or bank. Reverse or refund it instead.'
    return { code: 'changeStatus.not_by_hand', message }
  }
  try {
    decideTakeBack(payment)
    return undefined
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { code: error.code, message: error.message }
  }
}
