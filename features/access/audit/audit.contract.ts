import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { id, listOf, pageQuery, timestamp } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'

const recordType = z.string().regex(/^[a-z][a-z_-]{0,39}$/)
const recordId = z.string().regex(/^[A-Za-z0-9._-]{1,64}$/)

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
  /** What fields are called, and values that are one of some choices (`mode.1`), in English and Turkish; as far as known. */
  words: z.record(z.string(), z.tuple([z.string(), z.string()])),
  /** Of fields that are amounts, the field that says in which currency; as far as known. */
  currencyFields: z.record(z.string(), z.string()),
  requestId: z.string(),
  /** From where; null: the product itself. */
  ip: z.string().nullable(),
  createdAt: timestamp,
})
export type AuditEntry = z.infer<typeof auditEntry>

export const listRecordAudit = endpoint({
  id: 'audit.record',
  method: 'GET',
  path: '/api/crm/audit/:recordType/:recordId',
  summary: 'Who changed a record, when, how it was before and is after, newest first',
  // who may see the record may see its changes: the feature that has the records says who that is
  permission: [],
  params: z.object({ recordType: recordType.meta({ examples: ['payment'] }), recordId }),
  query: pageQuery,
  answer: listOf(auditEntry),
})
