import type { Db } from '@counterfoil/kit/database/database.ts'
import { v7 } from 'uuid'

export interface AuditRecord {
  readonly type: string
  readonly id: string
  readonly merchantId?: string | null
  readonly before?: unknown
  readonly after?: unknown
}

export interface AuditEntry {
  /** Null: the product itself. */
  readonly actorId: string | null
  readonly actorName: string
  readonly action: string
  readonly requestId: string
  readonly ip: string | null
  readonly at: Date
  readonly record: AuditRecord
}

/** Writes who did what on the transaction of `db`, in its tenant. */
export const insertAuditEntry = (db: Db, entry: AuditEntry): Promise<void> =>
  insertAuditEntries(db, [entry])

export async function insertAuditEntries(db: Db, entries: readonly AuditEntry[]): Promise<void> {
  if (db.scope.kind !== 'tenant') throw new Error('An audit entry belongs to a tenant')
  if (entries.length === 0) return
  const { tenantId } = db.scope
  await db
    .insertInto('audit_entry')
    .values(
      entries.map(({ record, ...entry }) => ({
        tenant_id: tenantId,
        id: v7(),
        merchant_id: record.merchantId ?? null,
        actor_id: entry.actorId,
        actor_name: entry.actorName,
        action: entry.action,
        record_type: record.type,
        record_id: record.id,
        request_id: entry.requestId,
        ip: entry.ip,
        before: jsonOf(record.before),
        after: jsonOf(record.after),
        created_at: entry.at,
      })),
    )
    .execute()
}

function jsonOf(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(redact(value))
}

const secretName = /password|secret|token|securitycode|scacode|^(card)?number$|cvv|cvc|^key$/i

/** The same value with what must never be kept left out: by the field's name, at any depth. */
export function redact(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value)
  if (Array.isArray(value)) return value.map(redact)
  if (value === null || typeof value !== 'object' || value instanceof Date) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      secretName.test(name) ? '[removed]' : redact(field),
    ]),
  )
}
