import { featureOf } from '@counterfoil/kit/contract/features.ts'
import { sql } from 'kysely'

/**
 * Whether a user `u` with role `r` holds the permission: by the role or by rights of its own, unless the feature that it is
 * of is kept from the tenant.
 */
export const holds = (permission: string) => sql<boolean>`(
  (${permission} = any (r.permissions) or ${permission} = any (u.own_permissions))
  and not exists (
    select 1 from tenant as kept
    where kept.id = u.tenant_id and ${featureOf(permission) ?? ''}::text = any (kept.features_off)))`
