import {
  type CallSample,
  forBothSides,
  inTest,
  onPayment,
  operatorOf,
} from '@counterfoil/api/testing/call-samples.ts'
import type { Samples } from '@counterfoil/api/testing/samples.ts'

const onDisputed =
  (body: object): CallSample =>
  async ({ pay, ask, actors }) => {
    const { id } = await pay()
    const url = `/api/crm/transactions/${id}/dispute`
    await ask(operatorOf(actors), url, { reasonCode: 'fraud' })
    return { params: { id }, body, headers: inTest }
  }

export const samples: Samples = {
  changes: /^payments\.(dispute|contestDispute)/,
  calls: forBothSides({
    'payments.dispute': onPayment({ reasonCode: 'fraud' }),
    'payments.closeDispute': onDisputed({ outcome: 'won' }),
    'payments.contestDispute': onDisputed({ statement: 'Delivered' }),
    'payments.acceptDispute': onDisputed({ reason: 'Not worth it' }),
  }),
}
