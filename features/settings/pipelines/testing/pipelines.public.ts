import { foundBy, northwind } from '@counterfoil/api/testing/call-samples.ts'
import type { TestApi } from '@counterfoil/api/testing/test-api.ts'

/** A pipeline of Northwind's with two stages. */
export const makePipeline = (testApi: TestApi) =>
  foundBy(
    { testApi },
    `with made as (
       insert into app.pipeline (tenant_id, id, name, name_tr, is_for_opportunities, is_for_projects, created_at, updated_at)
       values ($1, gen_random_uuid(), gen_random_uuid()::text, '', true, true, now(), now()) returning tenant_id, id),
     stages as (
       insert into app.pipeline_stage (tenant_id, id, pipeline_id, name, name_tr, kind, colour, probability, is_default, sort_order, created_at, updated_at)
       select tenant_id, gen_random_uuid(), id, 'Stage ' || place, '', 'open', 'ongoing', 10, place = 1, place, now(), now()
       from made, generate_series(1, 2) as place)
     select id from made`,
    [northwind],
  )
