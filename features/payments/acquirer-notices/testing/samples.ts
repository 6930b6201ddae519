import type { CallSample } from '@counterfoil/api/testing/call-samples.ts'
import type { Samples } from '@counterfoil/api/testing/samples.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import type { TestDatabase } from '@counterfoil/kit/testing/test-database.ts'
import {
  noticeKeyOf,
  signatureHeader,
  signatureOf,
} from '@counterfoil/providers/acquirers/sandbox/signature.ts'

/** A notice of an acquirer on a payment that was put aside. */
async function makeNotice({ owner }: TestDatabase, paymentId: string): Promise<string> {
  const id = newId(new Date())
  await owner.query(
    `insert into app.acquirer_notice (tenant_id, id, merchant_id, payment_id, provider, reference, body, body_hash, state,
       cause_code, cause_values, received_at, last_received_at)
     select tenant_id, $1, merchant_id, id, 'sandbox_alpha', $2, '{}', '', 'aside', 'notice.too_much',
       '{"provider":"sandbox_alpha","amount":"1"}', now(), now() from app.payment where id = $3`,
    [id, id, paymentId],
  )
  return id
}

const onNotice =
  (body: object): CallSample =>
  async ({ testApi, pay }) => ({
    params: { id: await makeNotice(testApi.test, (await pay()).id) },
    body,
  })

export const samples: Samples = {
  calls: {
    'acquirers.receiveNotice': async ({ testApi }) => {
      const key = noticeKeyOf(testApi.sandboxNoticeKey, 'sandbox_alpha')
      const signature = signatureOf(key, new Date(), '{}')
      const headers = { 'content-type': 'application/json', [signatureHeader]: signature }
      return { params: { provider: 'sandbox_alpha' }, rawBody: '{}', headers }
    },
    'acquirer-notices.retryNotice': onNotice({}),
    'acquirer-notices.closeNotice': onNotice({ reason: 'Settled by telephone' }),
  },
  withoutEntry: { 'acquirers.receiveNotice': 'kept as it came, with what became of it' },
  ofPayment: async (test, { payment_id }) => {
    await makeNotice(test, payment_id)
  },
}
