import { setTimeout as sleep } from 'node:timers/promises'
import { inEachLanguage } from '@counterfoil/kit/contract/texts.ts'
import { makeTenant } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { forEachTenant } from './for-each-tenant.ts'
import { schedule } from './job.ts'
import { runWorker } from './worker.ts'

const db = await testDatabase()
const made = await Promise.all([makeTenant(db), makeTenant(db), makeTenant(db)])
const all = made.map(({ id }) => id).sort()
const [first = '', second = '', third = ''] = all

interface Line {
  readonly level: number
  readonly msg: string
  readonly tenantId?: string
  readonly err?: { readonly message: string }
}

function openLog() {
  const lines: Line[] = []
  return { lines, log: pino({ level: 'error' }, { write: (line) => lines.push(JSON.parse(line)) }) }
}

const context = (signal = new AbortController().signal) => {
  const { lines, log } = openLog()
  return { lines, database: db.database, log, signal }
}

test('one that fails is logged and stops no other, and an error counts it at the end', async () => {
  const { lines, ...given } = context()
  const done: string[] = []
  const run = forEachTenant(given, 'the sheep were not counted', async (tenantId) => {
    if (tenantId === first) throw new Error('the gate is shut')
    done.push(tenantId)
  })
  await expect(run).rejects.toThrow('the sheep were not counted: 1 of 3 tenants')
  expect(done).toEqual([second, third])
  expect(lines).toMatchObject([
    { msg: 'the sheep were not counted', tenantId: first, err: { message: 'the gate is shut' } },
  ])
})

test('side by side it waits for all that it began, also when one fails', async () => {
  const { lines: _, ...given } = context()
  const ended: string[] = []
  let running = 0
  let most = 0
  const work = async (tenantId: string) => {
    most = Math.max(most, ++running)
    await sleep(tenantId === first ? 1 : 40)
    running -= 1
    if (tenantId === first) throw new Error('the gate is shut')
    ended.push(tenantId)
  }
  await expect(forEachTenant(given, 'not done', work, { atOnce: 2 })).rejects.toThrow('1 of 3')
  expect(ended).toEqual([second, third])
  expect(most).toBe(2)
})

test('an aborted run begins no other tenant, and what it throws is no failure of a tenant', async () => {
  const stopping = new AbortController()
  const { lines, ...given } = context(stopping.signal)
  const begun: string[] = []
  const work = async (tenantId: string) => {
    begun.push(tenantId)
    stopping.abort(new Error('the worker stops'))
    stopping.signal.throwIfAborted()
  }
  await expect(forEachTenant(given, 'not done', work)).rejects.toThrow('the worker stops')
  expect(begun).toEqual([first])
  expect(lines).toEqual([])
})

test('a run in which tenants failed is recorded as failed, and logged once', async () => {
  const { lines, log } = openLog()
  const name = 'test.for-each-tenant'
  const worker = await runWorker({
    ...{ database: db.database, appUrl: db.urls.app, jobs: [], log },
    schedules: [
      schedule({
        ...{ name, label: inEachLanguage(() => 'Test'), everyS: 3600 },
        run: (given) =>
          forEachTenant(given, 'the sheep were not counted', async (tenantId) => {
            if (tenantId !== second) throw new Error('the gate is shut')
          }),
      }),
    ],
  })
  onTestFinished(() => worker.stop())
  const state = async () =>
    (
      await db.owner.query('select last_outcome, last_output from work_state where name = $1', [
        name,
      ])
    ).rows[0]
  await expect.poll(state).toEqual({
    last_outcome: 'failed',
    last_output: 'the sheep were not counted: 2 of 3 tenants',
  })
  expect(lines.map(({ msg, tenantId }) => [msg, tenantId])).toEqual([
    ['the sheep were not counted', first],
    ['the sheep were not counted', third],
    ['scheduled work failed', undefined],
  ])
})
