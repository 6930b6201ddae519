import { randomUUID } from 'node:crypto'
import type { Samples } from '@counterfoil/api/testing/samples.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'

export const samples: Samples = {
  async ofUser({ loader }, { tenant_id, user_id }) {
    const created_at = new Date()
    await loader
      .insertInto('data_import')
      .values({
        ...{ tenant_id, user_id, user_tenant_id: tenant_id, id: newId(created_at) },
        ...{ resource: 'reasons', idempotency_key: randomUUID(), file_name: 'reasons.csv' },
        ...{ sha256: '', request_id: '', ip: '', state: 'done', row_count: 1, created_at },
      })
      .execute()
  },
}
