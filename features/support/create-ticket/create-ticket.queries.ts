import type { Db } from '@counterfoil/kit/database/database.ts'
import { alphabetical, contains } from '@counterfoil/kit/database/folded-text.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { sql } from 'kysely'

export function listTenants(shared: Db) {
  return shared
    .selectFrom('tenant')
    .select(['id', 'name'])
    .where('is_platform', '=', false)
    .where('is_active', '=', true)
    .orderBy('name')
    .execute()
}

export function findTenant(shared: Db, tenantId: string) {
  return shared
    .selectFrom('tenant')
    .select(['id', 'name', 'support_email'])
    .where('id', '=', tenantId)
    .where('is_platform', '=', false)
    .where('is_active', '=', true)
    .executeTakeFirst()
}

export async function readSupportAddress(shared: Db, tenantId: string): Promise<string> {
  const { support_email } = await shared
    .selectFrom('tenant')
    .select('support_email')
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow()
  return support_email
}

/** Active operators of a tenant whose name or address contains the text. */
export async function listOperators(
  db: Db,
  tenantId: string,
  { search, limit, offset }: { search: string; limit: number; offset: number },
) {
  const operators = db
    .selectFrom('app_user as u')
    .where(within(db, 'u'))
    .where('u.tenant_id', '=', tenantId)
    .where('u.user_type', '=', 'tenant')
    .where('u.is_active', '=', true)
    .$if(search !== '', (query) =>
      query.where(contains(sql`concat_ws(' ', u.email, u.first_name, u.last_name)`, search)),
    )
  const [rows, { count }] = await Promise.all([
    operators
      .select(['u.id', 'u.email', 'u.first_name', 'u.last_name'])
      .orderBy(alphabetical(sql.ref('u.last_name')))
      .orderBy('u.id')
      .limit(limit)
      .offset(offset)
      .execute(),
    operators.select((eb) => eb.fn.countAll<bigint>().as('count')).executeTakeFirstOrThrow(),
  ])
  return { rows, count: Number(count) }
}
