import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { id, listOf, pageQuery, timestamp } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'

/** Records whose changes are shown, and who sees them: whoever may see the record itself (any one suffices). */
export const auditPermissions = {
  payment: ['CRM.Transaction.View', 'Platform.Transaction.Lookup'],
  tenant: ['Settings.GeneralSettings.Theme.View'],
  user: ['manageCrmRoles', 'manageMerchantRoles'],
  role: ['manageCrmRoles', 'manageMerchantRoles'],
} as const satisfies Record<string, readonly string[]>

export type AuditedRecord = keyof typeof auditPermissions

export const auditedRecords = Object.keys(auditPermissions) as [AuditedRecord, ...AuditedRecord[]]

/** All who see the changes of any record. */
const auditViewers: readonly string[] = [...new Set(Object.values(auditPermissions).flat())]

/** A record's fields as they were or are; null where the change had no such side. */
const snapshot = z.record(z.string(), z.unknown()).nullable()

export const auditEntry = z.object({
  id,
  /** Null: the product itself. */
  actorId: id.nullable(),
  actorName: z.string(),
  /** The call by which it was done, by its id. */
  action: z.string(),
  before: snapshot,
  after: snapshot,
  requestId: z.string(),
  createdAt: timestamp,
})
export type AuditEntry = z.infer<typeof auditEntry>

export const listRecordAudit = endpoint({
  id: 'audit.record',
  method: 'GET',
  path: '/api/crm/audit/:recordType/:recordId',
  summary: 'Who changed a record, when, how it was before and is after, newest first',
  permission: auditViewers,
  params: z.object({ recordType: z.enum(auditedRecords), recordId: id }),
  query: pageQuery,
  answer: listOf(auditEntry),
})
