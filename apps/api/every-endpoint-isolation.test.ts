import { filters } from '@counterfoil/kit/database/within.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { makeHistory } from './testing/history.ts'
import { divide, findLeaks, findUnreached, readRows } from './testing/isolation.ts'
import { type ActorKind, openStage } from './testing/stage.ts'

// The same question to every call that the product declares: does anything of a stranger come through?
const kinds: readonly ActorKind[] = ['operator', 'limited', 'merchant']

async function openWithHistory(options?: Parameters<typeof openStage>[0]) {
  const stage = await openStage(options)
  await makeHistory(stage)
  const { endpoints } = stage
  return { stage, endpoints, rows: await readRows(stage.test.owner) }
}

const usual = await openWithHistory()

afterEach(() => {
  filters.on = true
})

describe.each(kinds)('what is not for the %s', (kind) => {
  test('exists', async () => {
    const { own, foreign } = divide(await usual.stage.actor(kind), usual.rows)
    expect(own.length).toBeGreaterThan(5)
    expect(foreign.length).toBeGreaterThan(5)
  })

  test('does not come through', async () => {
    const { stage, rows, endpoints } = usual
    expect(await findLeaks(stage, await stage.actor(kind), rows, endpoints)).toEqual([])
  })

  test('does not come through when the filters of the queries are off', async () => {
    const { stage, rows, endpoints } = usual
    filters.on = false
    expect(await findLeaks(stage, await stage.actor(kind), rows, endpoints)).toEqual([])
  })

  test('own records do: the 404 of a stranger’s is no accident', async () => {
    const { stage, rows, endpoints } = usual
    expect(await findUnreached(stage, await stage.actor(kind), rows, endpoints)).toEqual([])
  })
})

describe('with both walls gone', async () => {
  const bare = await openWithHistory({ withoutRowSecurity: true })

  test.each(kinds)('the %s sees strangers, and this test would tell', async (kind) => {
    const { stage, rows, endpoints } = bare
    filters.on = false
    const leaks = await findLeaks(stage, await stage.actor(kind), rows, endpoints)
    expect(leaks.filter((leak) => leak.why.startsWith('shows')).length).toBeGreaterThan(0)
  })

  test.each(kinds)('the filters alone keep strangers from the %s', async (kind) => {
    const { stage, rows, endpoints } = bare
    expect(await findLeaks(stage, await stage.actor(kind), rows, endpoints)).toEqual([])
  })
})
