import type { CallSample } from '@counterfoil/api/testing/call-samples.ts'
import type { Samples } from '@counterfoil/api/testing/samples.ts'
import {
  merchantWebhooks,
  operatorWebhooks,
} from '@counterfoil/features/payments/webhook-reports/webhook-reports.contract.ts'

/** A resend is refused while events are being queued for one of its endpoints. */
const whenAllIsQueued: CallSample = async ({ testApi }) => {
  await testApi.test.owner.query(
    'update app.webhook_replay set finished_at = created_at where finished_at is null',
  )
  return { body: { from: '2026-03-01T00:00:00.000Z' } }
}

export const samples: Samples = {
  calls: {
    [operatorWebhooks.startResend.id]: whenAllIsQueued,
    [merchantWebhooks.startResend.id]: whenAllIsQueued,
  },
}
