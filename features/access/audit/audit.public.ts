import type { Db } from '@counterfoil/kit/database/database.ts'
import type { UserCaller } from '@counterfoil/kit/server/context.ts'
import type { AuditedRecord } from './audit.contract.ts'

/** Whether the record exists for the caller; `db` reads what the caller may read. */
export type AuditCheck = (db: Db, recordId: string, caller: UserCaller) => Promise<boolean>

const checks = new Map<AuditedRecord, AuditCheck>()

/** Said once for each type of record, by the feature that has them, in its `*.routes.ts`; without it there are none. */
export function guardAuditOf(recordType: AuditedRecord, check: AuditCheck): void {
  checks.set(recordType, check)
}

export function auditCheckOf(recordType: AuditedRecord): AuditCheck | undefined {
  return checks.get(recordType)
}
