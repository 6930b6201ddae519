import {
  type CallSample,
  forBothSides,
  foundBy,
  harbour,
} from '@counterfoil/api/testing/call-samples.ts'
import type { Samples } from '@counterfoil/api/testing/samples.ts'

const onWaitingPayout =
  (reason?: string): CallSample =>
  async (fixture) => {
    const sql = `select payment_id as id from app.payment_operation where kind = 'payout' and state = 'held' and merchant_id = $1`
    const transactions = [await foundBy(fixture, sql, [harbour])]
    return { body: { transactions, ...(reason === undefined ? {} : { reason }) } }
  }

export const samples: Samples = {
  calls: forBothSides({
    'payments.payouts.approve': onWaitingPayout(),
    'payments.payouts.decline': onWaitingPayout('Not now'),
  }),
}
