import {
  type CallSample,
  harbour,
  inTest,
  northwind,
} from '@counterfoil/api/testing/call-samples.ts'
import type { Samples } from '@counterfoil/api/testing/samples.ts'
import type { TestApi } from '@counterfoil/api/testing/test-api.ts'

/** What the engine keeps of settings is read anew, as after a change by a call. */
const settingsChanged = ({ test }: TestApi) =>
  test.owner.query('update app.tenant set settings_version = settings_version + 1')

const restricted: CallSample = async ({ testApi, pay }) => {
  await testApi.test.owner.query('delete from app.antifraud_rule')
  await testApi.test.owner.query(
    `insert into app.antifraud_rule (tenant_id, id, rule, outcome, threshold, created_at)
     values ($1, gen_random_uuid(), 'card_velocity', 'block', 2, now())`,
    [northwind],
  )
  await settingsChanged(testApi)
  const method = { type: 'card', number: '5555555555554444', expiryMonth: 12, expiryYear: 2090 }
  const { id } = await pay({ method })
  for (let more = 0; more < 3; more += 1) await pay({ method })
  await testApi.test.owner.query('delete from app.antifraud_rule')
  await settingsChanged(testApi)
  return { params: { id }, query: { organizationId: harbour }, headers: inTest }
}

export const samples: Samples = { calls: { 'payments.resetRestriction': restricted } }
