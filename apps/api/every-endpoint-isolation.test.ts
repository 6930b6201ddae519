import { filters } from '@counterfoil/kit/database/within.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { makeBelongings } from './testing/history.ts'
import { divide, findLeaks, findUnreached, readRows } from './testing/isolation.ts'
import { kinds, openWithHistory, timeout } from './testing/isolation-stage.ts'

// The same question to every call that the product declares: does anything of a stranger come through?
const usual = await openWithHistory()

afterEach(() => {
  filters.on = true
})

describe.each(kinds)('what is not for the %s', (kind) => {
  test('exists', () => {
    const { actor, rows } = usual(kind)
    const { own, foreign } = divide(actor, rows)
    expect(own.length).toBeGreaterThan(5)
    expect(foreign.length).toBeGreaterThan(5)
  })

  test('does not come through', { timeout }, async () => {
    expect(await findLeaks(usual(kind))).toEqual([])
  })

  test("does not come through when the queries' filters are off", { timeout }, async () => {
    filters.on = false
    expect(await findLeaks(usual(kind))).toEqual([])
  })

  test("own records do: a stranger's 404 is no accident", { timeout }, async () => {
    const { stage, actor } = usual(kind)
    // the calls before may have taken away what was the actor's own
    await makeBelongings(stage.test, { tenant_id: actor.tenantId, user_id: actor.subject })
    const rows = await readRows(stage.test.owner)
    expect(await findUnreached({ stage, actor, rows })).toEqual([])
  })
})
