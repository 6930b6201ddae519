import { statementsOf } from '@counterfoil/api/testing/statements.ts'
import { openTestApi } from '@counterfoil/api/testing/test-api.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { merchantIdOf, tenantIdOf } from '@counterfoil/workloads/demo/store-organisations.ts'
import { beforeAll, expect, test } from 'vitest'
import type { Analytics, AnalyticsRow } from './analytics.contract.ts'

const testApi = await openTestApi()
const { owner } = testApi.test
const [operator, limited] = [await testApi.actor('operator'), await testApi.actor('limited')]
const tenantId = tenantIdOf('northwind')
const path = '/api/reporting/crm/reports/support-analytics'

interface Made {
  readonly merchant: 'harbour' | 'quayside'
  readonly at: string
  readonly category?: string
  /** Minutes after its creation. */
  readonly answered?: number
  readonly closed?: number
  readonly answerDue?: number
}

async function make({ merchant, at, category = 'Processing', answered, closed, answerDue }: Made) {
  const after = (minutes: number | undefined) =>
    minutes === undefined ? null : new Date(Date.parse(at) + minutes * 60_000)
  await owner.query(
    `insert into support_ticket (tenant_id, id, merchant_id, channel, code, category, priority, subject, description,
       contact_email, requester_name, state, created_at, updated_at, first_answered_at, closed_at, first_response_due_at, waiting_on)
     values ($1, $2, $3, 'CustomerToTenant', $4, $5, 'High', 'Late money', 'Where is it?', 'a@b.example', 'Ada', $6, $7,
       $7, $8, $9, $10, $11)`,
    [
      ...[tenantId, newId(new Date(at)), merchantIdOf(merchant), `A-${Math.random()}`.slice(0, 12)],
      ...[category, closed === undefined ? 'Opened' : 'Closed', at],
      ...[after(answered), after(closed), after(answerDue), closed === undefined ? 'agent' : null],
    ],
  )
}

beforeAll(async () => {
  await make({ merchant: 'harbour', at: '2020-03-02T10:00:00Z', answered: 30, closed: 120 })
  await make({ merchant: 'harbour', at: '2020-03-02T12:00:00Z', answered: 90, answerDue: 60 })
  // in London this is the next day already
  await make({ merchant: 'quayside', at: '2020-03-29T23:30:00Z', category: 'Operational' })
})

async function read(actor: typeof operator | typeof limited, query = ''): Promise<Analytics> {
  const answer = await testApi.app.inject({
    url: `${path}?dateFrom=2020-03-01&dateTo=2020-03-31${query}`,
    headers: { authorization: `Bearer ${actor.token}` },
  })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json()
}
const keys = (rows: readonly AnalyticsRow[]) => rows.map(({ key, created }) => [key, created])

test('volumes, times and breaches of the tickets that were created in the days', async () => {
  const { all, rows } = await read(operator)
  expect(all).toMatchObject({
    ...{ created: 3, closed: 1, answered: 2, answerMedian: 60, resolutionMedian: 120 },
    ...{ answerBreaches: 1, resolutionBreaches: 0 },
  })
  expect(keys(rows)).toEqual([
    ['2020-03-02', 2],
    ['2020-03-30', 1],
  ])
  expect(keys((await read(operator, '&groupBy=category')).rows)).toEqual([
    ['Operational', 1],
    ['Processing', 2],
  ])
  expect(
    (await read(operator, '&groupBy=merchant')).rows.map(({ name }) => name).toSorted(),
  ).toEqual(['Harbour Books', 'Quayside Crafts'])
})

test('an operator who is limited to a merchant counts its tickets alone, in the CSV too', async () => {
  expect((await read(limited)).all.created).toBe(2)
  const csv = await testApi.app.inject({
    url: `${path}/export?dateFrom=2020-03-01&dateTo=2020-03-31&groupBy=category`,
    headers: { authorization: `Bearer ${limited.token}` },
  })
  expect(csv.body.trim().split('\r\n').slice(1)).toEqual(['Processing,2,1,2,60,84,120,120,1,0'])
})

test('a day is exported as reports write days', async () => {
  const csv = await testApi.app.inject({
    url: `${path}/export?dateFrom=2020-03-01&dateTo=2020-03-31`,
    headers: { authorization: `Bearer ${operator.token}` },
  })
  const days = csv.body.trim().split('\r\n').slice(1)
  expect(days.map((row) => row.split(',')[0])).toEqual(['02/03/2020', '30/03/2020'])
})

test('a direction in which the caller takes no part is refused at its field', async () => {
  const platform = await testApi.actor('platform')
  const answer = await testApi.app.inject({
    url: `${path}?ticketChannelType=CustomerToTenant`,
    headers: { authorization: `Bearer ${platform.token}` },
  })
  expect(answer.json()).toMatchObject({
    code: 'support.channel_of_others',
    errors: [{ path: 'ticketChannelType' }],
  })
})

test.skipIf(testApi.test.isCluster).each([
  ['the figures', `${path}?dateFrom=2020-03-01&dateTo=2020-03-31`, 'percentile_cont'],
  [
    'the list',
    '/api/support/ticket/my?ticketChannelType=CustomerToTenant&createdFrom=2020-03-01T00:00:00Z&createdTo=2020-04-01T00:00:00Z',
    'read_until',
  ],
])('%s of some days are found in an index by these days', async (_, url, part) => {
  const headers = { authorization: `Bearer ${operator.token}` }
  const texts = await statementsOf(async () => {
    expect((await testApi.app.inject({ url, headers })).statusCode).toBe(200)
  })
  const asked = texts.find((text) => text.includes('support_ticket') && text.includes(part)) ?? ''
  await owner.query('begin')
  // as if there were a million
  await owner.query(
    `update pg_class set reltuples = 1000000, relpages = 1 where relname = 'support_ticket'`,
  )
  const { rows } = await owner.query<Record<'QUERY PLAN', string>>(
    `explain (generic_plan) ${asked}`,
  )
  await owner.query('rollback')
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toMatch(/Index Cond: .*\bid >= .*\bid < /)
})
