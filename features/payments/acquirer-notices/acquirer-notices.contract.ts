import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { idParams, listOf, pageQuery } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'
import { acquirerNotice, noticeState } from './acquirer-notices.schema.ts'

// What acquirers sent unasked, for operators.

const path = '/api/crm/acquirer-notices'
const permission = 'CRM.Transaction.AcquirerNotices.View'
const editPermission = 'CRM.Transaction.AcquirerNotices.Edit'

export const listNotices = endpoint({
  id: 'acquirer-notices.list',
  method: 'GET',
  path,
  summary: 'What acquirers sent unasked, the newest first',
  permission,
  query: pageQuery.extend({ state: noticeState.optional() }),
  answer: listOf(acquirerNotice),
})

const withBody = acquirerNotice.extend({
  /** As it came, but for card numbers. */
  body: z.string(),
})

export const readNotice = endpoint({
  id: 'acquirer-notices.read',
  method: 'GET',
  path: `${path}/:id`,
  summary: 'A notice of an acquirer, as it came and what became of it',
  permission,
  params: idParams,
  answer: withBody,
})

export const retryNotice = endpoint({
  id: 'acquirer-notices.retryNotice',
  method: 'POST',
  path: `${path}/:id/tries`,
  summary: 'Decide once more on a notice that was put aside',
  permission: editPermission,
  params: idParams,
  body: z.strictObject({}),
  answer: withBody,
  refreshes: ['acquirer-notices.*', 'payments.*'],
})

export const closeNotice = endpoint({
  id: 'acquirer-notices.closeNotice',
  method: 'POST',
  path: `${path}/:id/closing`,
  summary: 'Close a notice that was put aside or refused: it needs nothing more',
  permission: editPermission,
  params: idParams,
  body: z.strictObject({ reason: z.string().trim().min(1).max(500) }),
  answer: withBody,
  refreshes: ['acquirer-notices.*'],
})
