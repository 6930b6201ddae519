// Changes of payment channels that merchants asked for.
import { newId } from '@counterfoil/kit/database/ids.ts'
import type { TestDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { merchantIdOf, tenantIdOf } from '@counterfoil/workloads/demo/store-organisations.ts'
import type { Recipe } from './audited-recipes.ts'

/** A request of a merchant that waits for a decision: what is to be opened is open already. */
export async function makeChannelRequest(
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
  (body: object): Recipe =>
  async ({ testApi }, actor) => {
    const own = { tenant_id: tenantIdOf('northwind'), merchant_id: merchantIdOf('harbour') }
    const id = await makeChannelRequest(testApi.test, own, actor?.subject ?? '')
    return { params: { id }, body }
  }

export const channelRequests: Readonly<Record<string, Recipe>> = {
  'channel-requests.withdrawChannelRequest': on({}),
  'channel-requests.approveChannelRequest': on({ midId: null, answer: '' }),
  'channel-requests.refuseChannelRequest': on({ answer: 'Not now' }),
}
