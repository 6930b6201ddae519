import { forBothSides, onPayment, pending } from '@counterfoil/api/testing/call-samples.ts'
import type { Samples } from '@counterfoil/api/testing/samples.ts'

export const samples: Samples = {
  changes: /^payments\.(refund|capture|void|reverse|markRefunded|checkStatus)/,
  calls: forBothSides({
    'payments.refund': onPayment({ amount: 100 }),
    'payments.increment': onPayment({ amount: 400 }, { capture: false }),
    'payments.capture': onPayment({ amount: 400 }, { capture: false }),
    'payments.void': onPayment({}, { capture: false }),
    'payments.reverse': onPayment({}),
    'payments.markRefunded': onPayment({ amount: 100, paidFrom: 'cash', reason: 'Paid in cash' }),
    'payments.payout': onPayment({ amount: 100, reason: 'Goodwill' }),
    'payments.checkStatus': onPayment({}, pending),
    'payments.changeStatus': onPayment({ actionType: 'Captured' }, pending),
  }),
}
