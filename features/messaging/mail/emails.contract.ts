import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { calendarDay, id, listOf, pageQuery, timestamp } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'

const permission = 'CRM.Email.View'

/**
 * `kept`: no mail server was set when it was to be sent, so the mail is stored only, and a server that is set later does not
 * send it. `failed`: the server refused it at the last attempt.
 */
export const emailStates = ['waiting', 'kept', 'sent', 'failed'] as const
export type EmailState = (typeof emailStates)[number]

const email = z.object({
  emailId: id,
  recipient: z.string(),
  subject: z.string(),
  state: z.enum(emailStates),
  /** The mail server's message when it refused the mail. */
  failure: z.string().nullable(),
  /** The merchant that the mail concerns; null: none. */
  customerName: z.string().nullable(),
  /** The same for all mails of a conversation; null: no conversation. */
  threadId: id.nullable(),
  createdAt: timestamp,
  sentAt: timestamp.nullable(),
})
export type Email = z.infer<typeof email>

/** The mails of the caller's organisation. No one reads another organisation's mails, platform staff included. */
export const listEmails = endpoint({
  id: 'emails.list',
  method: 'GET',
  path: '/api/crm/emails',
  summary: "The organisation's outbox: what it sent by e-mail and what waits; newest first",
  permission,
  query: pageQuery.extend({
    /** Part of the recipient's address or of the subject. */
    searchKey: z.string().max(254).optional(),
    state: z.enum(emailStates).optional(),
    threadId: id.optional(),
    /** Days in the caller’s time zone, both included. */
    dateFrom: calendarDay.optional(),
    dateTo: calendarDay.optional(),
  }),
  answer: listOf(email),
})

export const readEmail = endpoint({
  id: 'emails.read',
  method: 'GET',
  path: '/api/crm/emails/:emailId',
  summary: 'One e-mail and what it says',
  permission,
  params: z.object({ emailId: id }),
  answer: email.extend({
    /** Plain text; null for a mail with a sign-in link, which only its recipient may read. */
    text: z.string().nullable(),
  }),
})
