import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Resource } from '@counterfoil/kit/contract/resource.ts'
import type { OrderCall } from '@counterfoil/kit/contract/resource-order.ts'
import { lockSiblings, updateOrder } from '@counterfoil/kit/database/resource-order.ts'
import type { Context, UserCaller } from '../request/context.ts'
import { type Route, route } from '../request/route.ts'
import type { Change, ResourceRules } from './resource-changes.ts'
import { refuseBeyond } from './resource-limits.ts'

type Called = Context<UserCaller>

/** Answers `order`: the ids are all parts of one record, each once. */
export const orderRoute = (
  of: Resource,
  call: OrderCall,
  rules: ResourceRules,
  tenantOf: (id: string, context: Called) => Promise<string | undefined>,
): Route =>
  route(call, async ({ body }, context) => {
    const [first = ''] = body.ids
    refuseBeyond(of, context.caller, first, {})
    const tenantId = await tenantOf(first, context)
    return context.transaction((db) => putInOrder({ db, of, rules, context }, body.ids), tenantId)
  })

async function putInOrder({ db, of, rules, context }: Change, ids: readonly string[]) {
  const [first = ''] = ids
  const before = await lockSiblings(db, of, first)
  const isWhole = before.length === ids.length && before.every((id) => ids.includes(id))
  if (!isWhole) {
    const message = 'Name each of them once: somebody may have added or deleted one meanwhile'
    throw new Problem('resource.order_not_whole', 409, message, { path: 'ids' })
  }
  await updateOrder(db, of, ids, context.now)
  await rules.ordered?.(db, first, { context })
  await context.audit(db, {
    type: of.id,
    id: first,
    before: { order: before },
    after: { order: ids },
  })
  return { changed: ids.filter((id, place) => before[place] !== id).length }
}
