import { type CallSample, harbour, northwind } from '@counterfoil/api/testing/call-samples.ts'
import type { Samples } from '@counterfoil/api/testing/samples.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import type { TestDatabase } from '@counterfoil/kit/testing/test-database.ts'

/** A request of a merchant that waits for a decision: what is to be opened is open already. */
async function makeChannelRequest(
  { owner }: TestDatabase,
  of: { readonly tenant_id: string; readonly merchant_id: string },
  user_id: string,
): Promise<string> {
  const id = newId(new Date())
  await owner.query(
    `insert into app.channel_request (tenant_id, id, merchant_id, mode, kind, method, currency, reason, state, asked_by,
       asked_by_name, created_at)
     values ($1, $2, $3, 1, 'open', 'card', 'GBP', 'Asked', 'waiting', $4, 'Somebody', now())`,
    [of.tenant_id, id, of.merchant_id, user_id],
  )
  return id
}

const on =
  (body: object): CallSample =>
  async ({ testApi }, actor) => {
    const own = { tenant_id: northwind, merchant_id: harbour }
    const id = await makeChannelRequest(testApi.test, own, actor?.subject ?? '')
    return { params: { id }, body }
  }

export const samples: Samples = {
  calls: {
    'channel-requests.withdrawChannelRequest': on({}),
    'channel-requests.approveChannelRequest': on({ midId: null, answer: '' }),
    'channel-requests.refuseChannelRequest': on({ answer: 'Not now' }),
  },
  ofMerchant: async (test, own) => {
    await makeChannelRequest(test, own, own.user_id)
  },
}
