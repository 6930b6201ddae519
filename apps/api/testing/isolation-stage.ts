import { makeBelongings, makeHistory } from './history.ts'
import { readRows } from './isolation.ts'
import { type Actor, type ActorKind, openStage } from './stage.ts'

/** Whoever is kept from something: platform staff see all. */
export const kinds: readonly ActorKind[] = ['operator', 'limited', 'narrow', 'merchant']
/** A call of everything with everything takes a while. */
export const timeout = 600_000

/** The API with a history of several organisations, and one actor of each kind with belongings of its own. */
export async function openWithHistory(options?: Parameters<typeof openStage>[0]) {
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
