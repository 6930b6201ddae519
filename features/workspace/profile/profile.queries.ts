import type { Db } from '@counterfoil/kit/database/database.ts'
import { within } from '@counterfoil/kit/database/within.ts'

/** A user with its role and its tenant's time zone. */
export function readProfileRow(db: Db, tenantId: string, userId: string) {
  return db
    .selectFrom('app_user as u')
    .innerJoin('role as r', (join) =>
      join.onRef('r.tenant_id', '=', 'u.tenant_id').onRef('r.id', '=', 'u.role_id'),
    )
    .innerJoin('tenant as t', 't.id', 'u.tenant_id')
    .select([
      'u.email',
      'u.first_name',
      'u.last_name',
      'u.time_zone',
      'u.last_login_at',
      'r.name as role_name',
      't.time_zone as tenant_time_zone',
    ])
    .where(within(db, 'u', null))
    .where('u.tenant_id', '=', tenantId)
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow()
}
