import { hourMs } from '@counterfoil/kit/contract/durations.ts'
import { isFullRun } from '@counterfoil/tools/testing/full-run.ts'
import { makeBelongings, makeHistory } from './history.ts'
import { readRows } from './isolation-rows.ts'
import { type Actor, type ActorKind, openTestApi } from './test-api.ts'

/** Whoever is kept from something: platform staff see all. */
export const kinds: readonly ActorKind[] = ['operator', 'limited', 'narrow', 'merchant']
/** A call of everything with everything takes a while; with every stranger's record of every kind it takes longer. */
export const timeout = isFullRun ? hourMs : 600_000

/** The API with a history of several organisations, and one actor of each kind with belongings of its own. */
export async function openWithHistory(options?: Parameters<typeof openTestApi>[0]) {
  const testApi = await openTestApi(options)
  await makeHistory(testApi)
  const actors = new Map<ActorKind, Actor>()
  for (const kind of kinds) {
    const actor = await testApi.actor(kind)
    await makeBelongings(testApi.test, { tenant_id: actor.tenantId, user_id: actor.subject })
    actors.set(kind, actor)
  }
  const rows = await readRows(testApi.test.owner)
  return (kind: ActorKind) => ({ testApi, rows, actor: actors.get(kind) as Actor })
}
