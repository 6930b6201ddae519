import type { Database } from '@counterfoil/kit/database/database.ts'
import { type KeyWrapper, openText } from '@counterfoil/kit/database/vault.ts'
import type { DeliveryTarget } from '@counterfoil/providers/delivery/delivery-target.ts'
import type { TargetRow } from './delivery-targets.queries.ts'

export { findTarget, listUsableTargets } from './delivery-targets.queries.ts'

interface Place {
  readonly database: Database
  readonly keys: KeyWrapper
  readonly now: Date
}

/** The target as files are sent to it, with its secret; undefined while something of the connection is missing. */
export async function openTarget(
  { database, keys, now }: Place,
  row: TargetRow,
): Promise<DeliveryTarget | undefined> {
  if (row.secret === null) return undefined
  const place = { database, keys, tenantId: row.tenant_id, now }
  const secret = await openText(place, 'report_delivery_target', row.secret)
  const folder = row.folder ?? ''
  if (row.kind === 'sftp') {
    if (row.host === null || row.user_name === null) return undefined
    return {
      ...{ kind: 'sftp', host: row.host, port: row.port ?? 22, user: row.user_name, folder },
      ...{ hostKey: row.host_key ?? undefined, secret },
    }
  }
  if (row.region === null || row.bucket === null || row.access_key_id === null) return undefined
  return {
    ...{ kind: 's3', endpoint: row.endpoint ?? undefined, region: row.region, folder, secret },
    ...{ bucket: row.bucket, accessKeyId: row.access_key_id },
  }
}
