import { type Stack, startStack } from '@counterfoil/tools/testing/stack.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runChaos } from './chaos.ts'
import { merchants } from './merchants.ts'

// The short version. The long one: npm run chaos
const kills = 2
const postgresKills = 1
const minute = 60_000

let stack: Stack
beforeAll(async () => {
  stack = await startStack({ ACQUIRER_TIMEOUT_MS: '1500' })
}, 4 * minute)
afterAll(() => stack?.remove(), minute)

test('killed under load, nothing that was acknowledged is lost, twice or half done', {
  timeout: 15 * minute,
}, async () => {
  const seed = Date.now() % 1_000_000
  const report = await runChaos({
    ...{ stack, worker: null, merchants, kills, postgresKills, seed },
    clients: 4,
    settleWithinMs: 8 * minute,
    say: () => undefined,
  })
  expect(report.faults, `seed ${seed}`).toEqual([])
  // it was not idle, and the kills were felt
  expect(report.intents).toBeGreaterThan(10)
  expect(report.repeated).toBeGreaterThan(0)
})
