import pg from 'pg'
import { expect, test } from 'vitest'
import { openAuditFixture } from './testing/audit-fixture.ts'
import { send } from './testing/requests.ts'
import { samplesOf } from './testing/samples.ts'
import { openTestApi } from './testing/test-api.ts'

// A record that somebody deletes between the moment it is read for a request and the moment that the request refers to it.
const fixture = await openAuditFixture(await openTestApi())
const { testApi } = fixture
const samples = samplesOf('calls')

// where the lock is waited for on another machine this does not see it
const isOnCluster = process.env.CITUS_TEST_SERVER !== undefined

test.skipIf(isOnCluster).each([
  ['leads.note', 'lead'],
  ['antifraud-rules.backtest', 'antifraud_rule'],
] as const)('%s is refused with its reason when the record goes', async (id, table) => {
  const endpoint = testApi.endpoints.find((one) => one.id === id)
  if (endpoint === undefined) throw new Error(`No call ${id}`)
  const actor = await testApi.actor('operator')
  const sample = await samples[id]?.(fixture, actor)
  const other = new pg.Client({ connectionString: testApi.test.ownerUrl })
  await other.connect()
  await other.query('begin')
  await other.query(`delete from app.${pg.escapeIdentifier(table)} where id = $1`, [
    Object.values(sample?.params ?? {})[0],
  ])
  const asked = send(testApi.app, endpoint, {
    ...sample,
    ...{ token: actor.token, headers: { mode: 'Test' } },
  })
  // it reads the record, which is there for it, and waits for the deletion when it refers to it
  await expect
    .poll(async () => (await testApi.test.owner.query(waiting)).rowCount)
    .toBeGreaterThan(0)
  await other.query('commit')
  await other.end()
  const answer = await asked
  expect([answer.statusCode, answer.json()]).toEqual([
    409,
    expect.objectContaining({
      code: 'record.changed_meanwhile',
      detail: expect.stringContaining('Nothing was changed.'),
    }),
  ])
})

const waiting = `
  select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
