import type { Samples } from '@counterfoil/api/testing/samples.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'

export const samples: Samples = {
  async ofUser({ loader }, { tenant_id, user_id }) {
    const created_at = new Date()
    await loader
      .insertInto('data_export')
      .values({
        ...{ tenant_id, user_id, id: newId(created_at), source: 'payments', format: 'csv' },
        ...{ mode: 2, query: '{}', state: 'done', created_at },
      })
      .execute()
  },
}
