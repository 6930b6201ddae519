import { filters } from '@counterfoil/kit/database/within.ts'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { makeBelongings } from './testing/history.ts'
import { divide, findLeaks, findUnreached, type Openings, readRows } from './testing/isolation.ts'
import { kinds, openWithHistory, timeout } from './testing/isolation-api.ts'

// The same question to every call that the product declares: does anything of a stranger come through?
const openOn = {
  both: await openWithHistory(),
  filters: await openWithHistory({ withoutRowSecurity: true }),
  neither: await openWithHistory({ withoutRowSecurity: true }),
}

// Every stranger of every kind is tried where nothing keeps them out; the walls are then tried where that opened a way.
let openings: Openings = new Set()
beforeAll(async () => {
  filters.on = false
  const open = new Set<string>()
  for (const kind of ['operator', 'merchant'] as const) {
    for (const leak of await findLeaks(openOn.neither(kind))) open.add(leak.kind)
  }
  openings = open
  filters.on = true
}, timeout)

afterEach(() => {
  filters.on = true
})

describe.each(kinds)('what is not for the %s', (kind) => {
  test('exists', () => {
    const { actor, rows } = openOn.both(kind)
    const { own, foreign } = divide(actor, rows)
    expect(own.length).toBeGreaterThan(5)
    expect(foreign.length).toBeGreaterThan(5)
  })

  test('does not come through', { timeout }, async () => {
    expect(await findLeaks(openOn.both(kind), openings)).toEqual([])
  })

  test("does not come through when the queries' filters are off", { timeout }, async () => {
    filters.on = false
    expect(await findLeaks(openOn.both(kind), openings)).toEqual([])
  })

  test('does not come through when row-level security is gone', { timeout }, async () => {
    expect(await findLeaks(openOn.filters(kind), openings)).toEqual([])
  })

  test('comes through when both are: this test would tell', { timeout }, async () => {
    filters.on = false
    const leaks = await findLeaks(openOn.neither(kind), openings)
    expect(leaks.filter((leak) => leak.why.startsWith('shows')).length).toBeGreaterThan(0)
    // also inside of what is zipped
    if (kind === 'operator') expect(leaks.map(({ call }) => call).join()).toContain('/csv')
  })
})

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
