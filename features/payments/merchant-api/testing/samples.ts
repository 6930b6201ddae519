import { type CallSample, idOf } from '@counterfoil/api/testing/call-samples.ts'
import type { Samples } from '@counterfoil/api/testing/samples.ts'
import { demoKeyOf } from '@counterfoil/workloads/demo/organisations.ts'

const byKey =
  (body: object | undefined, input?: object): CallSample =>
  async ({ pay }) => ({
    token: demoKeyOf('harbour', 1),
    params: input === undefined ? {} : await idOf(pay(input)),
    body,
  })

export const samples: Samples = {
  changes: /^merchantApi\.(capture|increment|void|refund)Payment$/,
  calls: {
    'merchantApi.createPayment': byKey({
      amount: 100,
      currency: 'GBP',
      method: { type: 'bank_transfer' },
    }),
    'merchantApi.incrementPayment': byKey({ amount: 400 }, { capture: false }),
    'merchantApi.capturePayment': byKey({}, { capture: false }),
    'merchantApi.voidPayment': byKey(undefined, { capture: false }),
    'merchantApi.refundPayment': byKey({ amount: 100 }, {}),
  },
  withoutEntry: {
    'merchantApi.createPayment': "recorded by the payment's own first event and by the API log",
  },
}
