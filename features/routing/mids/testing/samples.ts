import { randomUUID } from 'node:crypto'
import type { Samples } from '@counterfoil/api/testing/samples.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import type { TestDatabase } from '@counterfoil/kit/testing/test-database.ts'

/** MIDs of a merchant of the tenant, for the calls that change and take away MIDs; no payment goes by them. */
async function makeSpareMids(
  { loader }: TestDatabase,
  own: { tenant_id: string; merchant_id: string },
): Promise<void> {
  const created_at = new Date()
  for (let made = 0; made < 3; made++) {
    await loader
      .insertInto('mid')
      .values({
        ...own,
        id: newId(created_at),
        mode: 1,
        provider: 'sandbox_alpha',
        mid_code: `SPARE-${randomUUID()}`,
        methods: ['card'],
        brands: [],
        currencies: [],
        priority: 90,
        is_active: false,
        created_at,
      })
      .execute()
  }
}

export const samples: Samples = {
  changes: /^mids\.resetBreaker$/,
  async ofUser(test, { tenant_id, tenants_merchant_id: merchant_id }) {
    if (merchant_id !== undefined) await makeSpareMids(test, { tenant_id, merchant_id })
  },
}
