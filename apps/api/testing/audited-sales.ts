// What the calls of the sales desk need to succeed: a lead, an opportunity, a project or a task of their own.
import { tenantIdOf } from '@counterfoil/workloads/demo/store-organisations.ts'
import type { RequestParts } from './requests.ts'
import type { TestApi } from './test-api.ts'

type Recipe = (fixture: { readonly testApi: TestApi }) => Promise<RequestParts>

async function made(
  { test }: TestApi,
  sql: string,
  given: readonly unknown[] = [],
): Promise<string> {
  const { rows } = await test.owner.query(sql, [tenantIdOf('northwind'), ...given])
  return rows[0].id
}

const makeLead = (testApi: TestApi) =>
  made(
    testApi,
    `insert into app.lead (tenant_id, id, company, description, created_at, updated_at)
     values ($1, gen_random_uuid(), 'Aster Ltd', '', now(), now()) returning id`,
  )

const makePipeline = (testApi: TestApi) =>
  made(
    testApi,
    `with made as (
       insert into app.pipeline (tenant_id, id, name, name_tr, is_for_opportunities, is_for_projects, created_at, updated_at)
       values ($1, gen_random_uuid(), gen_random_uuid()::text, '', true, true, now(), now()) returning tenant_id, id),
     stages as (
       insert into app.pipeline_stage (tenant_id, id, pipeline_id, name, name_tr, kind, colour, probability, is_default, sort_order, created_at, updated_at)
       select tenant_id, gen_random_uuid(), id, 'Stage ' || place, '', 'open', 'ongoing', 10, place = 1, place, now(), now()
       from made, generate_series(1, 2) as place)
     select id from made`,
  )

const makeItem = async (testApi: TestApi, kind: 'opportunity' | 'project') =>
  made(
    testApi,
    `insert into app.pipeline_item (tenant_id, id, kind, name, pipeline_id, stage_id, visit, stage_since, description, created_at, updated_at)
     select $1, gen_random_uuid(), $2, 'Aster', pipeline_id, id, 1, now(), '', now(), now()
     from app.pipeline_stage where tenant_id = $1 and pipeline_id = $3 and is_default returning id`,
    [kind, await makePipeline(testApi)],
  )

const makeTask = (testApi: TestApi) =>
  made(
    testApi,
    `insert into app.sales_task (tenant_id, id, name, kind, due_on, notes, created_at, updated_at)
     values ($1, gen_random_uuid(), 'Call them', 'call', now(), '', now(), now()) returning id`,
  )

const customerOf = (legalBusinessName: string) => ({
  ...{ version: 1, legalBusinessName, merchantStatus: 'In boarding', merchantType: 'Shop' },
  ...{ processingStatus: 'SandboxEnabled', homeCurrency: 'GBP', country: 'GB' },
  ...{ description: '', notes: '' },
})

const note = { text: 'They called' }

export const sales: Readonly<Record<string, Recipe>> = {
  'leads.note': async ({ testApi }) => ({ params: { id: await makeLead(testApi) }, body: note }),
  'leads.convert': async ({ testApi }) => ({
    params: { id: await makeLead(testApi) },
    body: { name: 'Aster', pipelineId: await makePipeline(testApi) },
  }),
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
  'tasks.tick': async ({ testApi }) => ({
    params: { id: await makeTask(testApi) },
    body: { isDone: true },
  }),
}
