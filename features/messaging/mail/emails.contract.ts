import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { calendarDay, id, listOf, pageQuery, timestamp } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'

const permission = 'CRM.Email.View'

/** `kept`: no mail server is set up, so it waits for none. `failed`: the server did not take it at the last try. */
export const emailStates = ['waiting', 'kept', 'sent', 'failed'] as const
export type EmailState = (typeof emailStates)[number]

const email = z.object({
  emailId: id,
  recipient: z.string(),
  subject: z.string(),
  state: z.enum(emailStates),
  /** What the mail server said when it did not take it. */
  failure: z.string().nullable(),
  /** Whose mail it is, where it concerns one of the tenant's merchants. */
  customerName: z.string().nullable(),
  /** Mails of one conversation have the same; null: it belongs to none. */
  threadId: id.nullable(),
  createdAt: timestamp,
  sentAt: timestamp.nullable(),
})
export type Email = z.infer<typeof email>

/** The organisation's own mails: nobody reads another's, platform staff neither. */
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
    /** Days in UTC, both included. */
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
    /** Plain text. Null: it holds a link that lets its recipient in, and is for nobody else to read. */
    text: z.string().nullable(),
  }),
})
