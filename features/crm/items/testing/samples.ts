import { foundBy, northwind } from '@counterfoil/api/testing/call-samples.ts'
import type { Samples } from '@counterfoil/api/testing/samples.ts'
import type { TestApi } from '@counterfoil/api/testing/test-api.ts'
import { makePipeline } from '@counterfoil/features/settings/pipelines/testing/pipelines.public.ts'

const makeItem = async (testApi: TestApi, kind: 'opportunity' | 'project') =>
  foundBy(
    { testApi },
    `insert into app.pipeline_item (tenant_id, id, kind, name, pipeline_id, stage_id, visit, stage_since, description, created_at, updated_at)
     select $1, gen_random_uuid(), $2, 'Aster', pipeline_id, id, 1, now(), '', now(), now()
     from app.pipeline_stage where tenant_id = $1 and pipeline_id = $3 and is_default returning id`,
    [northwind, kind, await makePipeline(testApi)],
  )

const customerOf = (legalBusinessName: string) => ({
  ...{ version: 1, legalBusinessName, merchantStatus: 'In boarding', merchantType: 'Shop' },
  ...{ processingStatus: 'SandboxEnabled', homeCurrency: 'GBP', country: 'GB' },
  ...{ description: '', notes: '' },
})

const note = { text: 'They called' }

export const samples: Samples = {
  calls: {
    'opportunities.note': async ({ testApi }) => ({
      params: { id: await makeItem(testApi, 'opportunity') },
      body: note,
    }),
    'projects.note': async ({ testApi }) => ({
      params: { id: await makeItem(testApi, 'project') },
      body: note,
    }),
    'opportunities.customer': async ({ testApi }) => ({
      params: { id: await makeItem(testApi, 'opportunity') },
      body: customerOf('Won Ltd'),
    }),
    'projects.customer': async ({ testApi }) => ({
      params: { id: await makeItem(testApi, 'project') },
      body: customerOf('Project Ltd'),
    }),
    'pipelines.patch': async ({ testApi }) => ({
      params: { id: await makeItem(testApi, 'opportunity') },
      body: { version: 1, currentPipelineStageNumber: 2 },
    }),
  },
}
