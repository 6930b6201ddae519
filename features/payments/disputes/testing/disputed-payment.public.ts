import { randomUUID } from 'node:crypto'
import { jobContextOf } from '@counterfoil/api/testing/job-context.ts'
import type { TestApi } from '@counterfoil/api/testing/test-api.ts'
import { collectNotices } from '@counterfoil/features/payments/acquirer-notices/acquirer-notices.jobs.ts'
import type { AcquirerDispute } from '@counterfoil/providers/acquirers/acquirer.ts'
import { noticeBody } from '@counterfoil/providers/acquirers/sandbox/notice-body.ts'
import { withAcquirer } from '@counterfoil/tools/testing/payments.ts'
import { tenantIdOf } from '@counterfoil/workloads/demo/store-organisations.ts'
import { v7 } from 'uuid'

/** A captured payment of 12.50 GBP of which an acquirer's notice opened a dispute. */
export async function disputedPayment(
  testApi: TestApi,
  key: string,
  some: Partial<AcquirerDispute>,
): Promise<{ readonly paymentId: string; readonly dispute: AcquirerDispute }> {
  const answer = await testApi.app.inject({
    method: 'POST',
    url: '/v1/payments',
    headers: { authorization: `Bearer ${key}`, 'idempotency-key': randomUUID() },
    payload: {
      amount: 1250,
      currency: 'GBP',
      method: { type: 'card', number: '4242424242424242', expiryMonth: 12, expiryYear: 2090 },
    },
  })
  const { id: paymentId } = answer.json()
  const dispute: AcquirerDispute = {
    reference: v7(),
    sequence: 1,
    stage: 'chargeback',
    state: 'opened',
    amountMinor: 1250n,
    lostMinor: 0n,
    currency: 'GBP',
    reasonCode: 'fraud',
    respondBy: new Date('2030-01-01T00:00:00Z'),
    ...some,
  }
  await reportDispute(testApi, paymentId, dispute)
  return { paymentId, dispute }
}

/** An acquirer's notice of where a dispute of a payment stands. */
export async function reportDispute(
  testApi: TestApi,
  paymentId: string,
  dispute: AcquirerDispute,
): Promise<void> {
  const id = v7()
  const metadata = { tenantId: tenantIdOf('northwind'), paymentId }
  const providers = withAcquirer(testApi.providers, 'sandbox_alpha', () => ({
    listNotices: async () => [{ id, body: noticeBody(new Date(), { id, metadata, dispute }) }],
  }))
  await collectNotices(providers, jobContextOf(testApi.test))
}
