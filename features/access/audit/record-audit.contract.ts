import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { id, listOf, pageQuery, text, timestamp } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'

const recordType = z.string().regex(/^[a-z][a-z_-]{0,39}$/)
const recordId = z.string().regex(/^[A-Za-z0-9._-]{1,64}$/)

/** A record's fields before or after the change; null where the record did not exist. */
const snapshot = z.record(z.string(), z.unknown()).nullable()

export const auditEntry = z.object({
  id,
  /** Null: the product itself. */
  actorId: id.nullable(),
  actorName: z.string(),
  /** The id of the call that made the change. */
  action: z.string(),
  before: snapshot,
  after: snapshot,
  /** Labels of fields, and of values that are choices (`mode.1`), in each language; as far as known. */
  words: z.record(z.string(), text),
  /** For fields that are amounts, the field with the currency; as far as known. */
  currencyFields: z.record(z.string(), z.string()),
  requestId: z.string(),
  /** The address that the request came from; null: the product itself. */
  ip: z.string().nullable(),
  createdAt: timestamp,
})
export type AuditEntry = z.infer<typeof auditEntry>

export const listRecordAudit = endpoint({
  id: 'audit.record',
  method: 'GET',
  path: '/api/crm/audit/:recordType/:recordId',
  summary: 'Who changed a record, when, how it was before and is after, newest first',
  // a user who may see the record may see its changes: the record's feature registers who that is (`registerAuditGuard`)
  permission: [],
  params: z.object({ recordType: recordType.meta({ examples: ['payment'] }), recordId }),
  query: pageQuery,
  answer: listOf(auditEntry),
})
