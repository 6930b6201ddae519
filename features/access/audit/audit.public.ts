import type { Db } from '@counterfoil/kit/database/database.ts'
import type { UserCaller } from '@counterfoil/kit/server/request/context.ts'

/** Whether the record exists for the caller; `db` reads what the caller may read. */
export type AuditCheck = (db: Db, recordId: string, caller: UserCaller) => Promise<boolean>

interface AuditGuard {
  readonly exists: AuditCheck
  /** Any one suffices. */
  readonly permissions: readonly string[]
}

const guards = new Map<string, AuditGuard>()

/**
 * Said once for each type of record, by the feature that has them, in its `*.routes.ts`; without it there are none.
 * `permissions`: who may see such a record, and so its changes.
 */
export function guardAuditOf(
  recordType: string,
  exists: AuditCheck,
  permissions: readonly string[],
): void {
  guards.set(recordType, { exists, permissions })
}

export function auditGuardOf(recordType: string): AuditGuard | undefined {
  return guards.get(recordType)
}
