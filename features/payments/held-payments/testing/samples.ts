import {
  type CallSample,
  forBothSides,
  idOf,
  inTest,
} from '@counterfoil/api/testing/call-samples.ts'
import type { Samples } from '@counterfoil/api/testing/samples.ts'

/** On a payment that waits for approval. */
const onHeld =
  (body: object): CallSample =>
  async ({ testApi, pay }) => {
    await testApi.test.owner.query('update app.merchant set approval_threshold_minor = 500')
    const params = await idOf(pay())
    await testApi.test.owner.query('update app.merchant set approval_threshold_minor = null')
    return { params, body, headers: inTest }
  }

export const samples: Samples = {
  changes: /^payments\.(approve|decline)/,
  calls: forBothSides({
    'payments.approve': onHeld({ reason: 'Looked at' }),
    'payments.decline': onHeld({ reason: 'Looked at' }),
  }),
}
