import type { Samples } from '@counterfoil/api/testing/samples.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import type { TestDatabase } from '@counterfoil/kit/testing/test-database.ts'

/** A server that reports are sent to; nothing listens there. */
async function makeDeliveryTarget(
  { loader }: Pick<TestDatabase, 'loader'>,
  { tenant_id, merchant_id }: { readonly tenant_id: string; readonly merchant_id: string },
): Promise<void> {
  const created_at = new Date()
  const id = newId(created_at)
  await loader
    .insertInto('report_delivery_target')
    .values({
      ...{
        tenant_id,
        merchant_id,
        id,
        name: `Accounts ${id}`,
        kind: 'sftp',
        host: '127.0.0.1',
        port: 1,
      },
      ...{ user_name: 'reports', secret: 'a password', secret_set_at: created_at },
      ...{ created_at, updated_at: created_at },
    })
    .execute()
}

export const samples: Samples = { ofMerchant: makeDeliveryTarget }
