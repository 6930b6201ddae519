import type { Db } from '@counterfoil/kit/database/database.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { listTenantsOf } from '@counterfoil/kit/database/tenants.ts'
import { within } from '@counterfoil/kit/database/within.ts'

/** The organisation whose labels are meant; `merchantId` null: the tenant or the platform. `db` is in its scope. */
export interface LabelOwner {
  readonly merchantId: string | null
}

function selectOwnedBy(db: Db, { merchantId }: LabelOwner) {
  return db
    .selectFrom('support_label as l')
    .where(within(db, 'l'))
    .where('l.merchant_id', merchantId === null ? 'is' : '=', merchantId)
}

export function listLabelRows(db: Db, owner: LabelOwner) {
  return selectOwnedBy(db, owner).selectAll().orderBy('l.place').orderBy('l.id').execute()
}
export type LabelRow = Awaited<ReturnType<typeof listLabelRows>>[number]

export function findLabelRow(db: Db, owner: LabelOwner, id: string) {
  return selectOwnedBy(db, owner).selectAll().where('l.id', '=', id).executeTakeFirst()
}

export interface NewLabel {
  readonly id: string
  readonly value: string
  readonly description: string
  readonly color: string
  readonly isDefault: boolean
  readonly place: number
}

/** Labels that exist already are left as they are. */
export async function insertLabels(
  db: Db,
  { merchantId }: LabelOwner,
  labels: readonly NewLabel[],
  at: Date,
): Promise<void> {
  await db
    .insertInto('support_label')
    .values(
      labels.map((one) => ({
        tenant_id: tenantOf(db),
        id: one.id,
        merchant_id: merchantId,
        value: one.value,
        description: one.description,
        color: one.color,
        is_default: one.isDefault,
        place: one.place,
        created_at: at,
      })),
    )
    .onConflict((conflict) => conflict.columns(['tenant_id', 'id']).doNothing())
    .execute()
}

export function updateLabelRow(
  db: Db,
  id: string,
  change: { readonly value: string; readonly description: string; readonly color: string },
) {
  return db
    .updateTable('support_label')
    .set(change)
    .where(within(db, 'support_label'))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function updateLabelPlace(db: Db, id: string, place: number): Promise<void> {
  await db
    .updateTable('support_label')
    .set({ place })
    .where(within(db, 'support_label'))
    .where('id', '=', id)
    .execute()
}

export async function deleteLabelRow(db: Db, id: string): Promise<void> {
  await db
    .deleteFrom('support_label')
    .where(within(db, 'support_label'))
    .where('id', '=', id)
    .execute()
}

/** Removes a label from the tickets of the scope that have it. */
export async function updateTicketsWithoutLabel(
  db: Db,
  column: 'agent_label_id' | 'requester_label_id',
  id: string,
): Promise<void> {
  await db
    .updateTable('support_ticket')
    .set({ [column]: null })
    .where(within(db, 'support_ticket'))
    .where(column, '=', id)
    .execute()
}

/** The tenants whose tickets to the platform have the given label of the platform. */
export const listTenantsWithLabel = (db: Db, labelId: string): Promise<string[]> =>
  listTenantsOf(
    db
      .selectFrom('support_ticket as t')
      .where(within(db, 't'))
      .where('t.agent_label_id', '=', labelId),
  )
