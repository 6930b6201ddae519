import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { calendarDay, id, listOf, pageQuery, text } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'
import { auditEntry } from './record-audit.contract.ts'

export const trailPermission = ['Settings.GeneralSettings.Audit.View']

export const trailFilter = z.object({
  /** Part of a user's or a record's name, or the whole id of a record or of a request. */
  searchKey: z.string().max(100).optional(),
  /** The id of a call, or an action at the identity provider (`account.signed-in`). */
  action: z.string().max(100).optional(),
  recordType: z.string().max(40).optional(),
  actorId: id.optional(),
  /** Days in the caller’s time zone, both included. */
  dateFrom: calendarDay.optional(),
  dateTo: calendarDay.optional(),
  /** For platform staff, who see every tenant. */
  tenantId: id.optional(),
})

const trailEntry = auditEntry.extend({
  tenantId: id,
  tenantName: z.string(),
  recordType: z.string(),
  recordId: z.string().nullable(),
  /** The name of the record, as far as the entry has it. */
  recordLabel: z.string().nullable(),
  /** The address that the request came from. */
  ip: z.string().nullable(),
})
export type TrailEntry = z.infer<typeof trailEntry>

export const listTrail = endpoint({
  id: 'audit.trail',
  method: 'GET',
  path: '/api/crm/audit',
  summary:
    'Every sign-in, change, export and read of sensitive data: who, from where, what; newest first',
  permission: trailPermission,
  query: pageQuery.extend(trailFilter.shape),
  answer: listOf(trailEntry),
})

export const listTrailActions = endpoint({
  id: 'audit.trail-actions',
  method: 'GET',
  path: '/api/crm/audit-actions',
  summary:
    'What the audit trail can be filtered by: the actions and types of record that it holds; and what all types are called, in English and Turkish',
  permission: trailPermission,
  answer: z.object({
    actions: z.array(z.string()),
    recordTypes: z.array(z.string()),
    recordNames: z.record(z.string(), text),
  }),
})

export const exportTrail = endpoint({
  id: 'audit.trail-export',
  method: 'GET',
  path: '/api/crm/audit/csv',
  summary: 'The audit trail as a zipped CSV, before and after as JSON',
  permission: trailPermission,
  query: trailFilter,
  contentType: 'application/zip',
})
