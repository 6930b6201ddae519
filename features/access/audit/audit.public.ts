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
 * Called once for each type of record, by the record's feature in its `*.routes.ts`; without it no changes are shown.
 * `permissions`: any one of them suffices to see such a record, and so its changes.
 */
export function registerAuditGuard(
  recordType: string,
  exists: AuditCheck,
  permissions: readonly string[],
): void {
  guards.set(recordType, { exists, permissions })
}

export function findAuditGuard(recordType: string): AuditGuard | undefined {
  return guards.get(recordType)
}
