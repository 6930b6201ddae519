import type { Db } from '@counterfoil/kit/database/database.ts'
import { contains } from '@counterfoil/kit/database/folded-text.ts'
import { countRows } from '@counterfoil/kit/database/paging.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { sql } from 'kysely'
import type { DueState } from './tasks.contract.ts'

export interface TaskFilter {
  /** Undefined: tasks of all users. */
  readonly assigneeId?: string | undefined
  readonly state: DueState | 'any'
  /** Today's date. */
  readonly today: string
  readonly searchKey?: string | undefined
  readonly itemId?: string | undefined
  readonly leadId?: string | undefined
}

function selectTasks(db: Db, wanted: TaskFilter) {
  const { assigneeId, state, today, searchKey, itemId, leadId } = wanted
  let rows = db.selectFrom('sales_task as t').where(within(db, 't')).where('t.is_active', '=', true)
  if (assigneeId !== undefined) rows = rows.where('t.assignee_id', '=', assigneeId)
  if (itemId !== undefined) rows = rows.where('t.item_id', '=', itemId)
  if (leadId !== undefined) rows = rows.where('t.lead_id', '=', leadId)
  if (searchKey) {
    rows = rows.where(contains(sql.ref('t.name'), searchKey))
  }
  const day = sql<Date>`${today}::date`
  switch (state) {
    case 'any':
      return rows
    case 'done':
      return rows.where('t.done_at', 'is not', null)
    case 'open':
      return rows.where('t.done_at', 'is', null)
    case 'dueByToday':
      return rows.where('t.done_at', 'is', null).where(sql<boolean>`t.due_on <= ${day}`)
    case 'overdue':
      return rows.where('t.done_at', 'is', null).where(sql<boolean>`t.due_on < ${day}`)
    case 'today':
      return rows.where('t.done_at', 'is', null).where(sql<boolean>`t.due_on = ${day}`)
    case 'later':
      return rows.where('t.done_at', 'is', null).where(sql<boolean>`t.due_on > ${day}`)
  }
}

export function listTasks(db: Db, wanted: TaskFilter, page: { limit: number; offset: number }) {
  const rows = selectTasks(db, wanted)
    .leftJoin('pipeline_item as i', (join) =>
      join.onRef('i.tenant_id', '=', 't.tenant_id').onRef('i.id', '=', 't.item_id'),
    )
    .leftJoin('lead as l', (join) =>
      join.onRef('l.tenant_id', '=', 't.tenant_id').onRef('l.id', '=', 't.lead_id'),
    )
    .leftJoin('merchant as m', (join) =>
      join.onRef('m.tenant_id', '=', 't.tenant_id').onRef('m.id', '=', 't.merchant_id'),
    )
    .leftJoin('document_type as d', (join) =>
      join.onRef('d.tenant_id', '=', 't.tenant_id').onRef('d.id', '=', 't.document_type_id'),
    )
    .select(['t.id', 't.version', 't.name', 't.kind', 't.due_on as dueOn', 't.done_at as doneAt'])
    .select('t.assignee_id as assigneeId')
    .select(['t.item_id as itemId', 'i.kind as itemKind', 'i.name as itemName'])
    .select(['t.lead_id as leadId', 'l.company as leadName'])
    .select(['t.merchant_id as merchantId', 'm.legal_business_name as merchantName'])
    .select('d.name as documentTypeName')
    .limit(page.limit)
    .offset(page.offset)
  if (wanted.state === 'done') {
    return rows.orderBy('t.done_at', 'desc').orderBy('t.id', 'desc').execute()
  }
  // open tasks come first
  const sorted =
    wanted.state === 'any'
      ? rows.orderBy(sql`t.done_at`, (order) => order.desc().nullsFirst())
      : rows
  return sorted.orderBy('t.due_on').orderBy('t.id').execute()
}

export function countTasks(db: Db, wanted: TaskFilter): Promise<number> {
  return countRows(selectTasks(db, wanted))
}

/** Locked until the end of the transaction. */
export function lockTask(db: Db, id: string) {
  return db
    .selectFrom('sales_task')
    .select(['name', 'done_at', 'item_id', 'lead_id', 'merchant_id'])
    .where(within(db, 'sales_task'))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function updateTaskDone(
  db: Db,
  id: string,
  done: { readonly at: Date; readonly by: string } | undefined,
  now: Date,
): Promise<void> {
  await db
    .updateTable('sales_task')
    .set((row) => ({
      done_at: done?.at ?? null,
      done_by: done?.by ?? null,
      version: row('version', '+', 1),
      updated_at: now,
    }))
    .where(within(db, 'sales_task'))
    .where('id', '=', id)
    .execute()
}

/** The active activities of a set, in order. */
export function listActivities(db: Db, setId: string) {
  return db
    .selectFrom('set_activity as a')
    .innerJoin('activity_set as s', (join) =>
      join.onRef('s.tenant_id', '=', 'a.tenant_id').onRef('s.id', '=', 'a.activity_set_id'),
    )
    .select(['a.name', 'a.kind', 'a.days_after as daysAfter', 'a.role_id as roleId'])
    .select('a.document_type_id as documentTypeId')
    .where(within(db, 'a', null))
    .where('a.activity_set_id', '=', setId)
    .where('a.is_active', '=', true)
    .where('s.is_active', '=', true)
    .orderBy('a.sort_order')
    .execute()
}

/** Active operators who may see records of the merchant; null: records without a merchant. */
const staffFor = (db: Db, merchantId: string | null) => staffIn(db).where(sees(merchantId))

const staffIn = (db: Db) =>
  db
    .selectFrom('app_user as u')
    .where(within(db, 'u', null))
    .where('u.merchant_id', 'is', null)
    .where('u.is_active', '=', true)

/** A user who is limited to some merchants sees records of these only. */
const sees = (merchantId: string | null) =>
  sql<boolean>`(
    not exists (select from user_merchant_limit as l where l.tenant_id = u.tenant_id and l.user_id = u.id)
    or exists (select from user_merchant_limit as l
      where l.tenant_id = u.tenant_id and l.user_id = u.id and l.merchant_id = ${merchantId}::uuid))`

/** The user, if active and allowed to see records of the merchant. */
export async function findStaff(db: Db, userId: string, merchantId: string | null) {
  const found = await staffFor(db, merchantId)
    .select('u.id')
    .where('u.id', '=', userId)
    .executeTakeFirst()
  return found?.id
}

/** Whether the user is active and may not see records of the merchant. */
export async function isHiddenFrom(db: Db, userId: string, merchantId: string | null) {
  const found = await staffIn(db)
    .select('u.id')
    .where('u.id', '=', userId)
    .where(sql<boolean>`not ${sees(merchantId)}`)
    .executeTakeFirst()
  return found !== undefined
}

/** The names of the tenant's operators. */
export function listNames(db: Db, userIds: readonly string[]) {
  return db
    .selectFrom('app_user')
    .select(['id', 'first_name', 'last_name'])
    .where(within(db, 'app_user', null))
    .where('id', 'in', [...userIds])
    .execute()
}

/** The user of a role with the fewest open tasks; the preferred one, if they have the role. */
export async function findLeastBusyOfRole(
  db: Db,
  roleId: string,
  {
    preferredId,
    merchantId,
  }: { readonly preferredId: string | null; readonly merchantId: string | null },
) {
  const found = await staffFor(db, merchantId)
    .select('u.id')
    .where('u.role_id', '=', roleId)
    .orderBy(sql`u.id is distinct from ${preferredId}::uuid`)
    .orderBy(
      sql`(select count(*) from sales_task as t where ${within(db, 't', null)} and t.assignee_id = u.id and t.done_at is null)`,
    )
    .orderBy('u.id')
    .limit(1)
    .executeTakeFirst()
  return found?.id
}

export interface NewTask {
  readonly id: string
  readonly name: string
  readonly kind: string
  readonly dueOn: string
  readonly assigneeId: string | null
  readonly itemId: string
  readonly merchantId: string | null
  readonly documentTypeId: string | null
}

export async function insertTask(db: Db, task: NewTask, at: Date): Promise<void> {
  await db
    .insertInto('sales_task')
    .values({
      tenant_id: tenantOf(db),
      id: task.id,
      name: task.name,
      kind: task.kind,
      due_on: task.dueOn,
      assignee_id: task.assigneeId,
      item_id: task.itemId,
      merchant_id: task.merchantId,
      document_type_id: task.documentTypeId,
      notes: '',
      created_at: at,
      updated_at: at,
    })
    .execute()
}

/** What is still to be done about an item. */
export const listOpenTasks = (db: Db, itemId: string) =>
  db
    .selectFrom('sales_task')
    .select(['name', 'kind'])
    .where(within(db, 'sales_task', null))
    .where('item_id', '=', itemId)
    .where('done_at', 'is', null)
    .where('is_active', '=', true)
    .execute()

/** Sets the customer of an item's tasks. Answers the changed tasks with their customer before. */
export async function updateItemMerchant(
  db: Db,
  itemId: string,
  merchantId: string | null,
  at: Date,
): Promise<{ readonly id: string; readonly before: string | null }[]> {
  const others = await db
    .selectFrom('sales_task')
    .select(['id', 'merchant_id as before'])
    .where(within(db, 'sales_task', null))
    .where('item_id', '=', itemId)
    .where('merchant_id', 'is distinct from', merchantId)
    .forUpdate()
    .execute()
  if (others.length === 0) return []
  const ids = others.map(({ id }) => id)
  await db
    .updateTable('sales_task')
    .set((row) => ({ merchant_id: merchantId, version: row('version', '+', 1), updated_at: at }))
    .where(within(db, 'sales_task', null))
    .where('id', 'in', ids)
    .execute()
  return others
}

/** Undefined: the caller can see no such item. */
export function findItem(db: Db, itemId: string) {
  return db
    .selectFrom('pipeline_item')
    .select('merchant_id as merchantId')
    .where(within(db, 'pipeline_item'))
    .where('id', '=', itemId)
    .executeTakeFirst()
}
