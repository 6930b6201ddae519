import { foundBy, northwind } from '@counterfoil/api/testing/call-samples.ts'
import type { Samples } from '@counterfoil/api/testing/samples.ts'

export const samples: Samples = {
  calls: {
    'tasks.tick': async (fixture) => ({
      params: {
        id: await foundBy(
          fixture,
          `insert into app.sales_task (tenant_id, id, name, kind, due_on, notes, created_at, updated_at)
           values ($1, gen_random_uuid(), 'Call them', 'call', now(), '', now(), now()) returning id`,
          [northwind],
        ),
      },
      body: { isDone: true },
    }),
  },
}
