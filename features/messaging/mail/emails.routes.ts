import { notFound } from '@counterfoil/kit/contract/problem.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { countedPage } from '@counterfoil/kit/server/request/counted-page.ts'
import { givenDays } from '@counterfoil/kit/server/request/day-range.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { type Email, listEmails, readEmail } from './emails.contract.ts'
import {
  countEmails,
  type EmailRow,
  findEmail,
  listEmailRows,
  type Sending,
} from './emails.queries.ts'

export const routes: Route[] = [
  route(listEmails, async ({ query }, context) => {
    const { pageIndex, pageSize, state, dateFrom, dateTo, ...asked } = query
    const sending = sendingOf(context)
    const db = organisationReader(context)
    const days = givenDays({ dateFrom, dateTo }, context.caller.timeZone)
    const filter = { ...asked, ...days, state }
    return countedPage(
      { pageIndex, pageSize },
      {
        rows: async (page) => (await listEmailRows(db, filter, sending, page)).map(viewOf),
        count: (limit) => countEmails(db, filter, sending, limit),
      },
    )
  }),
  route(readEmail, async ({ params }, context) => {
    const row = await findEmail(organisationReader(context), params.emailId, sendingOf(context))
    if (row === undefined) throw notFound('The e-mail')
    // mails are confidential, so reading one is audited
    await context.transaction((tx) => context.audit(tx, { type: 'email', id: row.id }))
    return { ...viewOf(row), text: row.is_secret ? null : row.text_body }
  }),
]

/** Platform staff read only their own organisation's mails: a tenant's mails quote tickets that the platform may not see. */
function organisationReader({ caller, database, db }: Context<UserCaller>) {
  return caller.userType === 'platform' ? database.reader(tenantScope(caller.tenantId)) : db
}

const sendingOf = ({ settings, now }: Context<UserCaller>): Sending => ({
  isSending: settings.smtpUrl !== undefined,
  now,
})

function viewOf(row: EmailRow): Email {
  return {
    emailId: row.id,
    recipient: row.recipient,
    subject: row.subject,
    state: row.state,
    failure: row.failure,
    customerName: row.merchant_name,
    threadId: row.thread_id,
    createdAt: row.created_at.toISOString(),
    sentAt: row.sent_at?.toISOString() ?? null,
  }
}
