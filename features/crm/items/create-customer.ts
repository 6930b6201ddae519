import { createMerchant } from '@counterfoil/features/crm/merchants/merchants.public.ts'
import { merchants } from '@counterfoil/features/crm/merchants/merchants.resource.ts'
import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { findResourceRow } from '@counterfoil/kit/database/resource-rows.ts'
import {
  type Changing,
  readView,
  type Values,
} from '@counterfoil/kit/server/resources/resource-changes.ts'
import { fieldsOf } from '@counterfoil/kit/server/resources/resource-views.ts'
import { moveTo } from './items.public.ts'
import { type ItemKind, itemKinds } from './items.resource.ts'

export interface NewCustomer {
  readonly version: number
  readonly stageId?: string | undefined
  readonly values: Values
}

/** Creates the customer of an item that has none, and moves the item with it: both are stored, or neither. */
export async function createCustomer(
  db: Db,
  context: Changing,
  kind: ItemKind,
  itemId: string,
  { version, stageId, values }: NewCustomer,
) {
  const of = itemKinds[kind]
  // of two requests at once the second waits here, and finds the first one's customer
  const row = await findResourceRow(db, of, itemId, true)
  if (row === undefined) throw notFound(of.one.en)
  if (row.merchant_id !== null) {
    throw new Problem('pipeline.customer_exists', 409, 'Its customer has been created already')
  }
  const { key: merchantId } = await createMerchant(db, context, values)
  const item = fieldsOf(of, row)
  const moved = { ...item, merchantId, stageId: stageId ?? item.stageId }
  await moveTo(db, context, kind, { key: itemId, values: moved, version })
  return readView(db, merchants, merchantId)
}
