import { filters } from '@counterfoil/kit/database/within.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { makeBelongings, makeHistory } from './testing/history.ts'
import { divide, findLeaks, findUnreached, readRows } from './testing/isolation.ts'
import { type Actor, type ActorKind, openStage } from './testing/stage.ts'

// The same question to every call that the product declares: does anything of a stranger come through?
const kinds: readonly ActorKind[] = ['operator', 'limited', 'narrow', 'merchant']
const timeout = 180_000

/** The API with a history of several organisations, and one actor of each kind with belongings of its own. */
async function openWithHistory(options?: Parameters<typeof openStage>[0]) {
  const stage = await openStage(options)
  await makeHistory(stage)
  const actors = new Map<ActorKind, Actor>()
  for (const kind of kinds) {
    const actor = await stage.actor(kind)
    await makeBelongings(stage.test, { tenant_id: actor.tenantId, user_id: actor.subject })
    actors.set(kind, actor)
  }
  const rows = await readRows(stage.test.owner)
  return (kind: ActorKind) => ({ stage, rows, actor: actors.get(kind) as Actor })
}

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

describe('with row-level security gone', async () => {
  const bare = await openWithHistory({ withoutRowSecurity: true })

  test.each(kinds)(
    'and the filters off the %s sees strangers: this test would tell',
    { timeout },
    async (kind) => {
      filters.on = false
      const leaks = await findLeaks(bare(kind))
      expect(leaks.filter((leak) => leak.why.startsWith('shows')).length).toBeGreaterThan(0)
    },
  )

  test.each(kinds)('the filters alone keep strangers from the %s', { timeout }, async (kind) => {
    expect(await findLeaks(bare(kind))).toEqual([])
  })
})
