import { type CallSample, type Fixture, roleOf } from '@counterfoil/api/testing/call-samples.ts'
import type { Samples } from '@counterfoil/api/testing/samples.ts'
import type { Actor } from '@counterfoil/api/testing/test-api.ts'
import { sampleWidget } from '@counterfoil/tools/testing/dashboards.ts'

const managed = '/api/reporting/api/v2/dashboard'
const categoryOf = async ({ ask }: Fixture, actor: Actor | undefined) => {
  const made = await ask(actor as Actor, `${managed}/category`, {
    name: 'Ours',
    userType: 'tenant',
  })
  return { categoryId: made.json().categoryId as string }
}
const widgetOf = async ({ ask }: Fixture, actor: Actor | undefined) => {
  const made = await ask(actor as Actor, `${managed}/widget`, sampleWidget)
  return { categoryId: 'payments', widgetId: made.json().widgetId as string }
}
const givenTo =
  (userType: 'tenant' | 'merchant'): CallSample =>
  async (fixture, actor) => ({
    body: { roleId: await roleOf(fixture, actor, userType), widgetIds: ['statuses'] },
  })

const management: Readonly<Record<string, CallSample>> = {
  'categories.update': async (fixture, actor) => ({ params: await categoryOf(fixture, actor) }),
  'categories.remove': async (fixture, actor) => ({ params: await categoryOf(fixture, actor) }),
  'widgets.update': async (fixture, actor) => ({
    params: await widgetOf(fixture, actor),
    body: { ...sampleWidget, name: 'By method', version: 1 },
  }),
  'widgets.remove': async (fixture, actor) => ({ params: await widgetOf(fixture, actor) }),
  'roles.give': givenTo('tenant'),
  'tenant-roles.give': givenTo('tenant'),
  'merchant-roles.give': givenTo('merchant'),
}

/** Of both prefixes that the documents spell. */
export const samples: Samples = {
  calls: Object.fromEntries(
    Object.entries(management).flatMap(([name, sample]) => [
      [`dashboards.${name}`, sample],
      [`dashboards.v1.${name}`, sample],
    ]),
  ),
}
