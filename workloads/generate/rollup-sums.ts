import { hourMs } from '@counterfoil/kit/contract/durations.ts'
import type { PaymentRows } from './copy-rows.ts'
import { type Ids, instantText } from './fast-text.ts'
import type { Life } from './life.ts'

interface Sum {
  readonly heads: readonly (string | number)[]
  readonly details: readonly (string | null)[]
  payments: number
  amountMinor: bigint
  capturedMinor: bigint
  refundedMinor: bigint
  firstApproved: number
  firstDeclined: number
  firstDeclinedMinor: bigint
  answered: number
  answerMs: number
}

/** What a day adds to the sums of lists and dashboards: written with its payments, so that both are always equal. */
export class RollupSums {
  readonly #sums = new Map<string, Sum>()

  add(tenantId: string, merchantId: string, mode: number, channel: string, life: Life): void {
    const { payment, provider, firstTry, answerMs } = life
    const { method, currency, status, businessDay } = payment
    const heads = [
      tenantId,
      businessDay,
      merchantId,
      mode,
      method,
      provider ?? '',
      currency,
      status,
    ]
    const hour = instantText(Math.floor(life.createdAt / hourMs) * hourMs)
    const details = [channel, payment.declineReason, payment.declineCode, hour]
    const key = JSON.stringify([heads, details])
    let sum = this.#sums.get(key)
    if (sum === undefined) {
      sum = {
        ...{ heads, details, payments: 0, amountMinor: 0n, capturedMinor: 0n, refundedMinor: 0n },
        ...{ firstApproved: 0, firstDeclined: 0, firstDeclinedMinor: 0n, answered: 0, answerMs: 0 },
      }
      this.#sums.set(key, sum)
    }
    sum.payments += 1
    sum.amountMinor += payment.amountMinor
    sum.capturedMinor += payment.capturedMinor
    sum.refundedMinor += payment.refundedMinor
    if (firstTry === 'approved') sum.firstApproved += 1
    if (firstTry === 'declined') {
      sum.firstDeclined += 1
      sum.firstDeclinedMinor += payment.amountMinor
    }
    if (answerMs !== null) {
      sum.answered += 1
      sum.answerMs += answerMs
    }
  }

  write(rows: PaymentRows, ids: Ids, at: number): void {
    for (const { heads, details, payments, ...sums } of this.#sums.values()) {
      const [tenantId, ...others] = heads
      ids.begin()
      rows.add('payment_rollup_delta', [
        tenantId,
        ids.at(at),
        ...others,
        payments,
        sums.amountMinor,
        sums.capturedMinor,
        sums.refundedMinor,
        sums.firstApproved,
        sums.firstDeclined,
        sums.firstDeclinedMinor,
        sums.answered,
        sums.answerMs,
        ...details,
      ])
    }
  }
}
