import { foundBy, northwind } from '@counterfoil/api/testing/call-samples.ts'
import type { Samples } from '@counterfoil/api/testing/samples.ts'
import type { TestApi } from '@counterfoil/api/testing/test-api.ts'
import { makePipeline } from '@counterfoil/features/settings/pipelines/testing/pipelines.public.ts'

const makeLead = (testApi: TestApi) =>
  foundBy(
    { testApi },
    `insert into app.lead (tenant_id, id, company, description, created_at, updated_at)
     values ($1, gen_random_uuid(), 'Aster Ltd', '', now(), now()) returning id`,
    [northwind],
  )

export const samples: Samples = {
  calls: {
    'leads.note': async ({ testApi }) => ({
      params: { id: await makeLead(testApi) },
      body: { text: 'They called' },
    }),
    'leads.convert': async ({ testApi }) => ({
      params: { id: await makeLead(testApi) },
      body: { name: 'Aster', pipelineId: await makePipeline(testApi) },
    }),
  },
}
