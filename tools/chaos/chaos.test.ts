import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoKeyOf } from '../demo/organisations.ts'
import { type Stack, startStack } from '../testing/stack.ts'
import { runChaos } from './chaos.ts'

// The short version. The long one: node tools/chaos.ts --server-kills 20 --database-kills 5
const serverKills = Number(process.env.CHAOS_SERVER_KILLS ?? 2)
const databaseKills = Number(process.env.CHAOS_DATABASE_KILLS ?? 1)
const minute = 60_000

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
}, 4 * minute)
afterAll(() => stack?.remove(), minute)

test('killed under load, nothing that was acknowledged is lost, twice or half done', {
  timeout: (8 + serverKills + databaseKills) * minute,
}, async () => {
  const seed = Date.now() % 1_000_000
  const report = await runChaos({
    stack,
    apiKey: demoKeyOf('harbour', 2),
    currency: 'GBP',
    serverKills,
    databaseKills,
    clients: 4,
    seed,
    settleWithinMs: 8 * minute,
  })
  expect(report.faults, `seed ${seed}`).toEqual([])
  // it was not idle, and the kills were felt
  expect(report.intents).toBeGreaterThan(10)
  expect(report.repeated).toBeGreaterThan(0)
})
