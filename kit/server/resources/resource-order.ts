import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Resource } from '@counterfoil/kit/contract/resource.ts'
import type { OrderCall } from '@counterfoil/kit/contract/resource-order.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { lockSiblings, updateOrder } from '@counterfoil/kit/database/resource-order.ts'
import type { Context, UserCaller } from '../request/context.ts'
import { type Route, route } from '../request/route.ts'
import { refuseBeyond } from './resource-limits.ts'

type Called = Context<UserCaller>

/** Answers `order`: the ids are all parts of one record, each once. */
export const orderRoute = (
  of: Resource,
  call: OrderCall,
  tenantOf: (id: string, context: Called) => Promise<string | undefined>,
): Route =>
  route(call, async ({ body }, context) => {
    const [first = ''] = body.ids
    refuseBeyond(of, context.caller, first, {})
    const tenantId = await tenantOf(first, context)
    return context.transaction((db) => putInOrder(db, of, body.ids, context), tenantId)
  })

async function putInOrder(db: Db, of: Resource, ids: readonly string[], context: Called) {
  const [first = ''] = ids
  const before = await lockSiblings(db, of, first)
  const isWhole = before.length === ids.length && before.every((id) => ids.includes(id))
  if (!isWhole) {
    const message = 'Name each of them once: somebody may have added or deleted one meanwhile'
    throw new Problem('resource.order_not_whole', 409, message, {
      errors: [{ message, path: 'ids' }],
    })
  }
  await updateOrder(db, of, ids, context.now)
  await context.audit(db, {
    type: of.id,
    id: first,
    before: { order: before },
    after: { order: ids },
  })
  return { changed: ids.filter((id, place) => before[place] !== id).length }
}
