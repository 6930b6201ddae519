import { filters } from '@counterfoil/kit/database/within.ts'
import { isFullRun } from '@counterfoil/tools/testing/full-run.ts'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { makeBelongings } from './testing/history.ts'
import { findLeaks, type Leak, type Openings } from './testing/isolation.ts'
import { kinds, openWithHistory, timeout } from './testing/isolation-api.ts'
import { findUnreached } from './testing/isolation-reach.ts'
import { divide, readRows } from './testing/isolation-rows.ts'
import type { ActorKind } from './testing/test-api.ts'

// The same question to every call that the product declares: does anything of a stranger come through?
// A cluster finds the machine of many questions by the conditions of row-level security, and refuses them without: there
// every stranger is tried with the protections on.
const isOnCluster = process.env.CITUS_TEST_SERVER !== undefined
const both = await openWithHistory()
const openBare = () => (isOnCluster ? both : openWithHistory({ withoutRowSecurity: true }))
const openOn = { both, queryFilters: await openBare(), neither: await openBare() }

// Every stranger of every kind is tried where nothing keeps them out; the protections are then tried where that opened a
// way. That something comes through there also shows that this test can fail.
let openings: Openings | undefined
const strangersKinds: readonly ActorKind[] = ['operator', 'merchant']
const unprotected = new Map<ActorKind, readonly Leak[]>()
beforeAll(async () => {
  if (isOnCluster) return
  filters.on = false
  for (const kind of strangersKinds) unprotected.set(kind, await findLeaks(openOn.neither(kind)))
  openings = new Set([...unprotected.values()].flat().map((leak) => leak.kind))
  filters.on = true
}, timeout)

afterEach(() => {
  filters.on = true
})

function expectLeaks(kind: ActorKind, leaks: readonly Leak[]): void {
  expect(leaks.filter((leak) => leak.why.startsWith('shows')).length).toBeGreaterThan(0)
  // also inside of what is zipped
  if (kind === 'operator') expect(leaks.map(({ call }) => call).join()).toContain('/csv')
}

test.skipIf(isOnCluster).each(strangersKinds)('unprotected, it comes through to the %s', (kind) => {
  expectLeaks(kind, unprotected.get(kind) ?? [])
})

describe.each(kinds)('what is not for the %s', (kind) => {
  test('exists', () => {
    const { actor, rows } = openOn.both(kind)
    const { own, foreign } = divide(actor, rows)
    expect(own.length).toBeGreaterThan(5)
    expect(foreign.length).toBeGreaterThan(5)
  })

  // a query filter only takes away what row-level security lets through: two kinds show that both together answer as well
  test.runIf(isFullRun || strangersKinds.includes(kind))(
    'does not come through',
    { timeout },
    async () => {
      expect(await findLeaks(openOn.both(kind), openings)).toEqual([])
    },
  )

  test.skipIf(isOnCluster)('does not come through without query filters', { timeout }, async () => {
    filters.on = false
    expect(await findLeaks(openOn.both(kind), openings)).toEqual([])
  })
})

// a tenant's filter that is missing shows with any operator, a merchant's with any merchant
test.skipIf(isOnCluster).each(isFullRun ? kinds : strangersKinds)(
  'nothing comes through to the %s without row-level security',
  { timeout },
  async (kind) => {
    expect(await findLeaks(openOn.queryFilters(kind), openings)).toEqual([])
  },
)

test.skipIf(isOnCluster).each(isFullRun ? kinds : [])(
  'it comes through to the %s without both',
  { timeout },
  async (kind) => {
    filters.on = false
    expectLeaks(kind, await findLeaks(openOn.neither(kind), openings))
  },
)

test("own records come through: a stranger's 404 is no accident", { timeout }, async () => {
  const questions = kinds.map(openOn.both)
  // the calls before may have taken away what was the actors' own
  for (const { testApi, actor } of questions) {
    await makeBelongings(testApi.test, { tenant_id: actor.tenantId, user_id: actor.subject })
  }
  const rows = await readRows(openOn.both('operator').testApi.test.owner)
  const now = questions.map((question) => ({ ...question, rows }))
  expect(await findUnreached(now, openings)).toEqual([])
})
