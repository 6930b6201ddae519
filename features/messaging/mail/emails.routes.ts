import { notFound } from '@counterfoil/kit/contract/problem.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { countedPage } from '@counterfoil/kit/server/request/counted-page.ts'
import { givenDays } from '@counterfoil/kit/server/request/day-range.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { type Email, type EmailState, listEmails, readEmail } from './emails.contract.ts'
import {
  countEmails,
  type EmailFilter,
  type EmailRow,
  findEmail,
  listEmailRows,
} from './emails.queries.ts'

export const routes: Route[] = [
  route(listEmails, async ({ query }, context) => {
    const { pageIndex, pageSize, state, dateFrom, dateTo, ...asked } = query
    const isSending = context.settings.smtpUrl !== undefined
    if (state === (isSending ? 'kept' : 'waiting')) return { data: [], count: 0 }
    const db = organisationReader(context)
    const days = givenDays({ dateFrom, dateTo }, context.caller.timeZone)
    const filter = { ...asked, ...days, is: state && storedAs[state] }
    return countedPage(
      { pageIndex, pageSize },
      {
        rows: async (page) =>
          (await listEmailRows(db, filter, page)).map((row) => viewOf(row, isSending)),
        count: (limit) => countEmails(db, filter, limit),
      },
    )
  }),
  route(readEmail, async ({ params }, context) => {
    const row = await findEmail(organisationReader(context), params.emailId)
    if (row === undefined) throw notFound('The e-mail')
    // mails are confidential, so reading one is audited
    await context.transaction((tx) => context.audit(tx, { type: 'email', id: row.id }))
    const view = viewOf(row, context.settings.smtpUrl !== undefined)
    return { ...view, text: row.is_secret ? null : row.text_body }
  }),
]

/** Platform staff read only their own organisation's mails: a tenant's mails quote tickets that the platform may not see. */
function organisationReader({ caller, database, db }: Context<UserCaller>) {
  return caller.userType === 'platform' ? database.reader(tenantScope(caller.tenantId)) : db
}

const storedAs: Readonly<Record<EmailState, NonNullable<EmailFilter['is']>>> = {
  sent: { isSent: true },
  failed: { isSent: false, isRefused: true },
  waiting: { isSent: false, isRefused: false },
  kept: { isSent: false, isRefused: false },
}

function stateOf({ state, failure }: EmailRow, isSending: boolean): EmailState {
  if (state === 'sent') return 'sent'
  if (failure !== null) return 'failed'
  return isSending ? 'waiting' : 'kept'
}

function viewOf(row: EmailRow, isSending: boolean): Email {
  return {
    emailId: row.id,
    recipient: row.recipient,
    subject: row.subject,
    state: stateOf(row, isSending),
    failure: row.failure,
    customerName: row.merchant_name,
    threadId: row.thread_id,
    createdAt: row.created_at.toISOString(),
    sentAt: row.sent_at?.toISOString() ?? null,
  }
}
