import type { Db } from '@counterfoil/kit/database/database.ts'
import { alphabetical, contains } from '@counterfoil/kit/database/folded-text.ts'
import { holds } from '@counterfoil/kit/database/holders.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { sql } from 'kysely'

export interface ColleagueSearch {
  readonly permission: string
  readonly userType: 'tenant' | 'platform'
  /** Only colleagues who may see this merchant; null: all. */
  readonly merchantId: string | null
  readonly search?: string
  /** Only these. */
  readonly userIds?: readonly string[] | undefined
  /** Leave is looked up at this time. */
  readonly at: Date
}

/** Active users with the permission to work on tickets, of the organisation in whose scope `db` is. */
export function listColleagues(db: Db, search: ColleagueSearch, limit: number) {
  const { permission, userType, merchantId, userIds } = search
  const text = search.search ?? ''
  return db
    .selectFrom('app_user as u')
    .innerJoin('role as r', (join) =>
      join.onRef('r.tenant_id', '=', 'u.tenant_id').onRef('r.id', '=', 'u.role_id'),
    )
    .leftJoin('user_merchant_limit as l', (join) =>
      join.onRef('l.tenant_id', '=', 'u.tenant_id').onRef('l.user_id', '=', 'u.id'),
    )
    .select(['u.id', 'u.first_name', 'u.last_name', 'u.email', 'u.locale'])
    .select(
      sql<string | null>`(
        select max(away.last_day)::text from employee_leave as away
        join tenant on tenant.id = away.tenant_id
        where away.tenant_id = u.tenant_id and away.user_id = u.id and away.is_active
          and (${search.at}::timestamptz at time zone tenant.time_zone)::date
            between away.first_day and away.last_day)`.as('away_until'),
    )
    .where(within(db, 'u', null))
    .where('u.is_active', '=', true)
    .where('u.user_type', '=', userType)
    .where(holds(permission))
    .$if(userIds !== undefined, (query) => query.where('u.id', 'in', [...(userIds ?? [])]))
    .$if(text !== '', (query) =>
      query.where(contains(sql`concat_ws(' ', u.email, u.first_name, u.last_name)`, text)),
    )
    .groupBy(['u.tenant_id', 'u.id'])
    .having(
      merchantId === null
        ? sql<boolean>`true`
        : sql<boolean>`count(l.merchant_id) = 0 or bool_or(l.merchant_id = ${merchantId}::uuid)`,
    )
    .orderBy(alphabetical(sql.ref('u.last_name')))
    .orderBy('u.id')
    .limit(limit)
    .execute()
}

/** Of these users those who are active, of the organisation in whose scope `db` is. */
export async function listActiveIds(db: Db, userIds: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('app_user as u')
    .select('u.id')
    .where(within(db, 'u', null))
    .where('u.is_active', '=', true)
    .where('u.id', 'in', [...userIds])
    .execute()
  return new Set(rows.map(({ id }) => id))
}
