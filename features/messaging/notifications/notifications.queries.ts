import type { Audience } from '@counterfoil/kit/contract/audience.ts'
import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { holds } from '@counterfoil/kit/database/holders.ts'
import { languagesInUse } from '@counterfoil/kit/database/lists.ts'
import { countRows, type Part } from '@counterfoil/kit/database/paging.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { listTenantsOf } from '@counterfoil/kit/database/tenants.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { sql } from 'kysely'
import { historyDays } from './notifications.contract.ts'

/** The user whose notifications are read. Platform staff read across tenants, so the tenant is always given. */
export interface NotificationOwner {
  readonly tenantId: string
  readonly userId: string
}

const historyMs = historyDays * dayMs

/** The beginning of the history. */
export function historyStart(now: Date): Date {
  return new Date(now.getTime() - historyMs)
}

function selectOwnedBy(db: Db, owner: NotificationOwner, now: Date) {
  return db
    .selectFrom('notification')
    .where(within(db, 'notification', null))
    .where('tenant_id', '=', owner.tenantId)
    .where('user_id', '=', owner.userId)
    .where('created_at', '>=', historyStart(now))
}

export function listPage(db: Db, owner: NotificationOwner, now: Date, page: Part) {
  return selectOwnedBy(db, owner, now)
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

export function listSince(db: Db, owner: NotificationOwner, now: Date, since: Date, limit: number) {
  return selectOwnedBy(db, owner, now)
    .selectAll()
    .where('created_at', '>=', since)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export function countUnread(db: Db, owner: NotificationOwner, now: Date): Promise<number> {
  return countRows(selectOwnedBy(db, owner, now).where('is_read', '=', false))
}

export function findOne(db: Db, owner: NotificationOwner, now: Date, id: string) {
  return selectOwnedBy(db, owner, now).selectAll().where('id', '=', id).executeTakeFirst()
}

/** All of them, or the one; answers how many there were. */
export async function updateRead(db: Db, owner: NotificationOwner, id?: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('notification')
    .set({ is_read: true })
    .where(within(db, 'notification', null))
    .where('user_id', '=', owner.userId)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .$if(id === undefined, (query) => query.where('is_read', '=', false))
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** All of them, or the one; answers how many there were. */
export async function deleteNotificationRow(
  db: Db,
  owner: NotificationOwner,
  id?: string,
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('notification')
    .where(within(db, 'notification', null))
    .where('user_id', '=', owner.userId)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** Deletes one batch of notifications that are too old; answers how many there were. */
export async function deleteOlderNotifications(
  db: Db,
  before: Date,
  limit: number,
): Promise<number> {
  const old = await db
    .selectFrom('notification')
    .select(['user_id', 'id'])
    .where(within(db, 'notification', null))
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(limit)
    .execute()
  if (old.length === 0) return 0
  await db
    .deleteFrom('notification')
    .where(within(db, 'notification', null))
    .where((eb) =>
      eb(
        eb.refTuple('user_id', 'id'),
        'in',
        old.map((row) => eb.tuple(row.user_id, row.id)),
      ),
    )
    .execute()
  return old.length
}

export interface NewNotification {
  readonly userId: string
  readonly id: string
  readonly type: string
  readonly title: string
  readonly description: string
  readonly image: string | null
  readonly icon: string | null
  readonly objectUrl: string | null
  readonly useRouter: boolean
  readonly at: Date
  /** When it is mailed if it is not read; null: it is not. */
  readonly mailAfter: Date | null
}

/** Inserts notifications; one that its user already has stays as it is. At most 500 at once. */
export async function insertNotifications(
  db: Db,
  notifications: readonly NewNotification[],
): Promise<void> {
  await db
    .insertInto('notification')
    .values(
      notifications.map((one) => ({
        tenant_id: tenantOf(db),
        user_id: one.userId,
        id: one.id,
        notification_type: one.type,
        title: one.title,
        description: one.description,
        image: one.image,
        icon: one.icon,
        object_url: one.objectUrl,
        use_router: one.useRouter,
        created_at: one.at,
        mail_after: one.mailAfter,
      })),
    )
    .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id', 'id']).doNothing())
    .execute()
}

export interface RecipientSearch {
  readonly userType: Audience
  readonly permission: string
  /** The users of this merchant; for operators, those who may see it. */
  readonly merchantId: string | null
  /** Only operators who are not limited to some merchants. */
  readonly seesAllMerchants?: boolean
  readonly roleId?: string | undefined
  /** Only users who may see all such payments. */
  readonly seeing?:
    | {
        readonly merchantId: string | null
        readonly method: string | null
        readonly provider: string | null
      }
    | undefined
}

/** A user who is notified, with its language (null: the tenant's) and what it wants by mail (null: important ones). */
export interface Recipient {
  readonly id: string
  readonly locale: string | null
  readonly noticeMails: string | null
}

const noticeMailsOf = (user: 'u' | 'app_user') => sql<string | null>`(
  select p.notice_mails from user_preference as p
  where p.tenant_id = ${sql.ref(`${user}.tenant_id`)} and p.user_id = ${sql.ref(`${user}.id`)})`

/** Active users of the tenant who hold the permission. */
export function listHolders(db: Db, search: RecipientSearch): Promise<Recipient[]> {
  const { userType, permission, merchantId } = search
  return (
    db
      .selectFrom('app_user as u')
      .innerJoin('role as r', (join) =>
        join.onRef('r.tenant_id', '=', 'u.tenant_id').onRef('r.id', '=', 'u.role_id'),
      )
      .leftJoin('user_merchant_limit as l', (join) =>
        join.onRef('l.tenant_id', '=', 'u.tenant_id').onRef('l.user_id', '=', 'u.id'),
      )
      .select(['u.id', 'u.locale', noticeMailsOf('u').as('noticeMails')])
      .where(within(db, 'u', null))
      .where('u.is_active', '=', true)
      .where('u.user_type', '=', userType)
      .where(holds(permission))
      .$if(search.roleId !== undefined, (query) =>
        query.where('u.role_id', '=', search.roleId ?? ''),
      )
      .$if(userType === 'merchant', (query) => query.where('u.merchant_id', '=', merchantId ?? ''))
      .$if(search.seeing !== undefined, (query) =>
        query.where((eb) => eb.and(limitsOf(search.seeing).map((limit) => unlimited(limit)))),
      )
      .groupBy(['u.tenant_id', 'u.id'])
      // an operator limited to some merchants gets notifications of these only
      .having(
        userType === 'merchant' || merchantId === null
          ? sql<boolean>`true`
          : sql<boolean>`count(l.merchant_id) = 0 or bool_or(l.merchant_id = ${merchantId}::uuid)`,
      )
      .$if(search.seesAllMerchants === true, (query) =>
        query.having(sql<boolean>`count(l.merchant_id) = 0`),
      )
      .orderBy('u.id')
      .execute()
  )
}

const limitsOf = (seeing: RecipientSearch['seeing']) =>
  [
    ['user_merchant_limit', 'merchant_id', seeing?.merchantId],
    ['user_method_limit', 'method', seeing?.method],
    ['user_provider_limit', 'provider', seeing?.provider],
  ] as const

/** A user without rows in the table is not limited; one with rows is limited to the values that they name. */
const unlimited = ([table, column, value]: ReturnType<typeof limitsOf>[number]) => {
  const own = sql`from ${sql.table(table)} as x where x.tenant_id = u.tenant_id and x.user_id = u.id`
  const named = sql<boolean>`exists (select ${own} and x.${sql.ref(column)}::text = ${value ?? null}::text)`
  return sql<boolean>`(not exists (select ${own}) or ${named})`
}

/** The active ones of the named users. */
export function listNamed(db: Db, userIds: readonly string[]): Promise<Recipient[]> {
  return db
    .selectFrom('app_user')
    .select(['id', 'locale', noticeMailsOf('app_user').as('noticeMails')])
    .where(within(db, 'app_user', null))
    .where('is_active', '=', true)
    .where('id', 'in', [...userIds])
    .orderBy('id')
    .execute()
}

/** A tenant's locale and active languages. */
export function readLanguages(db: Db, tenantId: string) {
  return db
    .selectFrom('tenant')
    .select('locale')
    .select(languagesInUse(sql.ref('tenant.id')).as('languages'))
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow()
}

/** Tenants with notifications to mail, read as platform staff. */
export const listTenantsToMail = (db: Db, now: Date): Promise<string[]> =>
  listTenantsOf(db.selectFrom('notification').where('mail_after', '<=', now))

/**
 * Takes the oldest notifications to mail, at most `limit`, so that no other worker mails them: those that their users have not
 * read, of active users who have not said since that they want no mails.
 */
export async function takeToMail(db: Db, now: Date, limit: number) {
  const due = await db
    .selectFrom('notification')
    .select(['user_id', 'id'])
    .where(within(db, 'notification', null))
    .where('tenant_id', '=', tenantOf(db))
    .where('mail_after', '<=', now)
    .orderBy('mail_after')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  if (due.length === 0) return { taken: 0, unread: [] }
  const rows = await db
    .updateTable('notification')
    .set({ mail_after: null })
    .where(within(db, 'notification', null))
    .where('tenant_id', '=', tenantOf(db))
    .where((eb) =>
      eb(
        eb.refTuple('user_id', 'id'),
        'in',
        due.map((row) => eb.tuple(row.user_id, row.id)),
      ),
    )
    .returning(['user_id', 'title', 'description', 'object_url', 'notification_type'])
    .returning(['is_read', 'created_at'])
    .execute()
  const users = await listMailed(db, [...new Set(rows.map((row) => row.user_id))])
  const unread = users.map((user) => ({
    user,
    notifications: rows
      .filter((row) => row.user_id === user.id && !row.is_read)
      .toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime()),
  }))
  return { taken: due.length, unread: unread.filter((one) => one.notifications.length > 0) }
}

/** The active ones of these users who want mails; none of a suspended tenant, whose people cannot open what a mail links to. */
function listMailed(db: Db, userIds: readonly string[]) {
  return db
    .selectFrom('app_user')
    .select(['id', 'email', 'first_name', 'locale', 'merchant_id'])
    .where(within(db, 'app_user', null))
    .where('tenant_id', '=', tenantOf(db))
    .where('is_active', '=', true)
    .where('id', 'in', [...userIds])
    .where(sql<boolean>`${noticeMailsOf('app_user')} is distinct from 'none'`)
    .where((eb) =>
      eb.exists(
        eb.selectFrom('tenant').where('id', '=', tenantOf(db)).where('is_active', '=', true),
      ),
    )
    .orderBy('id')
    .execute()
}
