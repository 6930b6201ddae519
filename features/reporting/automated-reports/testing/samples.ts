import {
  type CallSample,
  type Fixture,
  harbour,
  northwind,
} from '@counterfoil/api/testing/call-samples.ts'
import type { Samples } from '@counterfoil/api/testing/samples.ts'
import type { Actor } from '@counterfoil/api/testing/test-api.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'

const report = {
  name: 'Sales of yesterday',
  source: 'payments',
  format: 'csv',
  query: { columns: 'externalId,amount,currency' },
  ...{ days: 'yesterday', frequency: 'daily', atTime: '00:00', timeZone: 'UTC' },
  delivery: 'portal',
}
const customerOf = (actor: Actor | undefined) => (actor?.kind === 'merchant' ? harbour : northwind)
const reportOf = async ({ ask }: Fixture, actor: Actor | undefined) => {
  const url = `/api/reporting/customer-configuration/${customerOf(actor)}`
  return { id: (await ask(actor as Actor, url, report)).json().id as string }
}
const onReport =
  (body?: object): CallSample =>
  async (fixture, actor) => ({ params: await reportOf(fixture, actor), ...(body && { body }) })

export const samples: Samples = {
  calls: {
    'automated-reports.create': async (_, actor) => ({
      params: { id: customerOf(actor) },
      body: report,
    }),
    'automated-reports.update': onReport({ ...report, name: 'Sales', version: 1 }),
    'automated-reports.activate': onReport(),
    'automated-reports.deactivate': onReport(),
    'automated-reports.run': onReport(),
  },
  async ofUser({ loader }, { tenant_id, user_id }) {
    const now = new Date()
    await loader
      .insertInto('automated_report')
      .values({
        ...{ tenant_id, user_id, id: newId(now), name: 'Mine', source: 'payments' },
        ...{ format: 'csv', mode: 2, query: '{}', days: 'yesterday', frequency: 'daily' },
        ...{ at_time: '06:00', time_zone: 'UTC', delivery: 'portal' },
        ...{ created_at: now, updated_at: now },
      })
      .execute()
  },
}
