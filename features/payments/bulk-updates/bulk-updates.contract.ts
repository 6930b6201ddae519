import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import {
  currencyCode,
  id,
  idParams,
  listOf,
  modeName,
  pageQuery,
  timestamp,
} from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'

// The platform's staff sets the status of many pending payments whose acquirer reports no outcome.

/** Payments of one bulk update at most. */
export const maxPayments = 10_000
/** Characters of an id or a reference at most. */
export const maxReferenceLength = 120
/** Characters of a reason at most. */
export const maxReason = 480

const path = '/api/platform/bulk-updates'
const permission = 'Platform.Transaction.Actions.TransactionStatusChange'
const refreshes = ['bulk-updates.*', 'payments.*']

const bulkStates = ['draft', 'running', 'stopped', 'done'] as const
export const rowStates = ['open', 'changed', 'waiting', 'refused'] as const
export type RowState = (typeof rowStates)[number]

const bulkUpdate = z.object({
  id,
  tenantId: id,
  tenantName: z.string(),
  mode: modeName,
  target: z.enum(['Captured', 'Declined', 'Reversed']),
  reason: z.string(),
  /** The bulk update whose payments this one changes back. */
  undoes: z.object({ id, createdAt: timestamp }).nullable(),
  state: z.enum(bulkStates),
  maker: z.string(),
  rows: z.int(),
  /** Not looked at yet, or not yet begun. */
  open: z.int(),
  changed: z.int(),
  /** For confirmations that the tenant's levels ask for. */
  waiting: z.int(),
  refused: z.int(),
  createdAt: timestamp,
  startedAt: timestamp.nullable(),
  endedAt: timestamp.nullable(),
})
export type BulkUpdate = z.infer<typeof bulkUpdate>

const group = z.object({
  state: z.enum(rowStates),
  /** The payment's when the update was prepared; null: there is no payment. */
  status: z.string().nullable(),
  currency: currencyCode.nullable(),
  count: z.int(),
  amount: z.int(),
})

const bulkUpdateDetails = bulkUpdate.extend({
  /** Its payments by outcome, status and currency. */
  groups: z.array(group),
  /** Bulk updates that change its payments back, the newest first. */
  undoneBy: z.array(z.object({ id, state: z.enum(bulkStates), createdAt: timestamp })),
  /** Why it cannot be undone; null: it can. */
  undoRefusal: z.object({ code: z.string(), message: z.string() }).nullable(),
})
export type BulkUpdateDetails = z.infer<typeof bulkUpdateDetails>

const bulkRow = z.object({
  line: z.int(),
  reference: z.string(),
  paymentId: id.nullable(),
  amount: z.int().nullable(),
  currency: currencyCode.nullable(),
  status: z.string().nullable(),
  /** The payment's as it is now: one that waited may have changed since. */
  statusNow: z.string().nullable(),
  state: z.enum(rowStates),
  code: z.string().nullable(),
  message: z.string().nullable(),
})
export type BulkRow = z.infer<typeof bulkRow>

const reason = z.string().trim().min(1, 'A reason is required').max(maxReason)

const prepareBody = z.strictObject({
  tenantId: id,
  mode: modeName,
  actionType: z.enum(['Captured', 'Declined']),
  reason,
  /** Ids of payments, or the merchants' own references to them. */
  payments: z.array(z.string().trim().min(1).max(maxReferenceLength)).min(1).max(maxPayments),
})

export const prepareBulkUpdate = endpoint({
  id: 'bulk-updates.prepareBulkUpdate',
  method: 'POST',
  path,
  summary: 'Looks up which of the payments can change, before anything does',
  permission,
  body: prepareBody,
  answer: bulkUpdateDetails,
  status: 201,
  refreshes: ['bulk-updates.*'],
  idempotent: true,
})

export const prepareUndo = endpoint({
  id: 'bulk-updates.prepareUndo',
  method: 'POST',
  path: `${path}/:id/undo`,
  summary: 'Looks up which payments of a bulk update can change back, before anything does',
  permission,
  params: idParams,
  body: z.strictObject({ reason }),
  answer: bulkUpdateDetails,
  status: 201,
  refreshes: ['bulk-updates.*'],
  idempotent: true,
})

export const listBulkUpdates = endpoint({
  id: 'bulk-updates.list',
  method: 'GET',
  path,
  summary: 'Bulk updates of all tenants, the newest first',
  permission,
  query: pageQuery,
  answer: listOf(bulkUpdate),
})

export const readBulkUpdate = endpoint({
  id: 'bulk-updates.read',
  method: 'GET',
  path: `${path}/:id`,
  summary: 'A bulk update, and its payments by outcome, status and currency',
  permission,
  params: idParams,
  answer: bulkUpdateDetails,
})

export const listBulkRows = endpoint({
  id: 'bulk-updates.rows',
  method: 'GET',
  path: `${path}/:id/rows`,
  summary: 'The payments of a bulk update in their order, with what became of each',
  permission,
  params: idParams,
  query: pageQuery.extend({ state: z.enum(rowStates).optional() }),
  answer: listOf(bulkRow),
})

export const exportBulkRows = endpoint({
  id: 'bulk-updates.downloadBulkResult',
  method: 'GET',
  path: `${path}/:id/result`,
  summary: 'The payments of a bulk update and what became of each, as CSV',
  permission,
  params: idParams,
  contentType: 'text/csv',
})

export const startBulkUpdate = endpoint({
  id: 'bulk-updates.startBulkUpdate',
  method: 'POST',
  path: `${path}/:id/start`,
  summary: 'Begins a bulk update that was looked at; its number of payments is typed to confirm it',
  permission,
  params: idParams,
  body: z.strictObject({ count: z.int().min(1).max(maxPayments) }),
  answer: bulkUpdateDetails,
  refreshes,
})

export const stopBulkUpdate = endpoint({
  id: 'bulk-updates.stopBulkUpdate',
  method: 'POST',
  path: `${path}/:id/stop`,
  summary: 'Stops a bulk update: what has changed stays so, the others stay as they are',
  permission,
  params: idParams,
  body: z.strictObject({}),
  answer: bulkUpdateDetails,
  refreshes,
})

export const resumeBulkUpdate = endpoint({
  id: 'bulk-updates.resumeBulkUpdate',
  method: 'POST',
  path: `${path}/:id/resume`,
  summary: 'Goes on with a bulk update that was stopped',
  permission,
  params: idParams,
  body: z.strictObject({}),
  answer: bulkUpdateDetails,
  refreshes,
})

export const listCandidates = endpoint({
  id: 'bulk-updates.candidates',
  method: 'GET',
  path: '/api/platform/bulk-update-candidates',
  summary: 'Payments of a tenant whose outcome is still pending, the oldest first',
  permission,
  query: z.object({
    tenantId: id,
    mode: modeName,
    provider: z.string().trim().max(60).optional(),
    /** Pending for at least so many hours. */
    olderThanHours: z.coerce.number().int().min(0).max(8_760).default(24),
  }),
  answer: z.object({
    payments: z.array(id),
    /** There are more than one bulk update takes. */
    hasMore: z.boolean(),
  }),
})
