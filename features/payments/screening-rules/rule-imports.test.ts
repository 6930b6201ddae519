import { randomUUID } from 'node:crypto'
import { jobContextOf } from '@counterfoil/api/testing/job-context.ts'
import { openSettingsFixture } from '@counterfoil/api/testing/settings-fixture.ts'
import { jobs } from '@counterfoil/features/settings/imports/imports.jobs.ts'
import { multipartForm } from '@counterfoil/tools/testing/sample-files.ts'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { antifraudRules } from './antifraud-rules.resource.ts'
import type { RuleState } from './screening-rules.contract.ts'

// Rules in force that come in with a file or are saved as they are: only what differs waits for another person.
const { make, makeRule, change, turn, call, decide, operator, colleague, testApi } =
  await openSettingsFixture()
const path = `/api${antifraudRules.path}`
const stateOf = (id: string): Promise<RuleState> => call(operator, 'GET', `${path}/${id}/state`)
const countNotices = async (): Promise<number> => {
  const { rows } = await testApi.test.owner.query(
    `select count(*)::int as n from app.notification where tenant_id = $1 and notification_type = 'AntifraudWaits'`,
    [operator.tenantId],
  )
  return rows[0].n
}

/** Imports a file with one line, and answers what the import says of it. */
async function importLine(cells: Readonly<Record<string, string>>) {
  const content = [Object.keys(cells), Object.values(cells)]
    .map((line) => line.join(','))
    .join('\n')
  const { headers, payload } = multipartForm([
    { name: 'rules.csv', type: 'text/csv', bytes: Buffer.from(content) },
  ])
  const authorization = `Bearer ${operator.token}`
  const sent = await testApi.app.inject({
    ...{ method: 'POST', url: `${path}/import`, payload },
    headers: { ...headers, authorization, 'idempotency-key': randomUUID() },
  })
  expect(sent.statusCode, sent.body).toBe(202)
  const { id } = sent.json()
  const [work] = jobs({ ...testApi.providers })
  await work?.run({ tenantId: operator.tenantId, importId: id }, jobContextOf(testApi.test))
  const { data } = await call(operator, 'GET', `/api/imports/${id}/rows`)
  return data[0]
}

/** A rule as the file has it that the export makes. */
async function exported(id: string): Promise<Record<string, string>> {
  const { body } = await testApi.app.inject({
    url: `${path}/export`,
    headers: { authorization: `Bearer ${operator.token}` },
  })
  const lines: Record<string, string>[] = parse(body, { columns: true, bom: true })
  return lines.find((line) => line.id === id) ?? {}
}

const common = { merchantId: null, threshold: null, currency: null, amountMinor: null }
test.each([
  [{ rule: 'amount_ceiling', outcome: 'block', mode: '1', currency: 'GBP', amountMinor: 70_000 }],
  [{ rule: 'card_velocity', outcome: 'review', mode: '2', threshold: 900, windowS: 60 }],
  [{ rule: 'blocked_country', outcome: 'flag', mode: null, countries: ['NG', 'KP'] }],
])(
  'an unchanged rule in force is neither proposed nor stops what waits, and a file can switch it off: %j',
  async (values) => {
    const { id } = await makeRule({ ...common, countries: [], ...values })
    const current = () => call(operator, 'GET', `${path}/${id}`)
    const saveUnchanged = async () => change(antifraudRules, await current(), {})
    const line = await exported(id)
    const before = await countNotices()
    expect(await importLine(line)).toMatchObject({ outcome: 'unchanged' })
    await saveUnchanged()
    expect((await stateOf(id)).versions).toMatchObject([{ number: 1, state: 'active' }])
    expect(await countNotices()).toBe(before)

    expect(await turn(antifraudRules, id, false)).toEqual({ changed: 0, waiting: 1 })
    await importLine(line)
    await saveUnchanged()
    expect((await stateOf(id)).leaving).toMatchObject({ to: 'off' })
    await decide(operator, { id }, 'withdraw-force')

    const other = values.outcome === 'flag' ? 'review' : 'flag'
    await change(antifraudRules, await current(), { outcome: other })
    await importLine(line)
    await saveUnchanged()
    expect((await stateOf(id)).versions).toMatchObject([
      { number: 2, state: 'waiting', values: { outcome: other } },
      { number: 1, state: 'active' },
    ])
    await decide(operator, { id }, 'withdraw-force')

    expect(await importLine({ ...line, outcome: other })).toMatchObject({ outcome: 'changed' })
    expect((await stateOf(id)).versions[0]).toMatchObject({ number: 3, state: 'waiting' })
    await decide(operator, { id }, 'withdraw-force')

    expect(await importLine({ ...line, isActive: 'false' })).toMatchObject({ outcome: 'changed' })
    expect((await stateOf(id)).leaving).toMatchObject({ to: 'off' })
    expect(await current()).toMatchObject({ isActive: true })
    await decide(colleague, { id }, 'confirm-force')
    expect(await current()).toMatchObject({ isActive: false, effect: 'live' })
  },
)

test('a rule in shadow that is saved as it is still waits to be put in force', async () => {
  const row = await make(antifraudRules, {
    ...common,
    countries: ['KP'],
    rule: 'blocked_country',
    outcome: 'flag',
    mode: null,
  })
  await decide(operator, row, 'ask-force')
  await change(antifraudRules, row, {})
  expect((await stateOf(row.id)).versions).toMatchObject([{ number: 1, state: 'waiting' }])
  await decide(operator, row, 'withdraw-force')
})
