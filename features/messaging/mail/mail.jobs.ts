import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { type Job, type JobContext, job } from '@counterfoil/kit/jobs/job.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import { z } from 'zod'
import {
  findWaitingMail,
  readMailTenant,
  updateMailFailure,
  updateMailSent,
} from './mail.queries.ts'
import { noMailServer, sendMailJob } from './mail.schema.ts'
import { withPicturesOf } from './mail-layout.ts'

const msg = messagesOf(import.meta.url)

const payload = z.object({ tenantId: z.uuid(), mailId: z.uuid() })
type Payload = z.infer<typeof payload>

export const jobs = ({
  mailSender,
  publicUrl,
}: Pick<Providers, 'mailSender' | 'publicUrl'>): Job<Payload>[] => [
  job({
    ...sendMailJob,
    label: msg('Send an e-mail'),
    isFrequent: true,
    payload,
    concurrency: 4,
    run: (work, context) => send(work, context, { mailSender, publicUrl }),
  }),
]

/**
 * Sends one mail; the queue retries it when the server refuses it. Without a server the mail stays in the outbox for good: one
 * that is set up later does not send at once what was written for weeks, with links that are over.
 */
async function send(
  { tenantId, mailId }: Payload,
  { database, now, log }: JobContext,
  { mailSender, publicUrl }: Pick<Providers, 'mailSender' | 'publicUrl'>,
): Promise<void> {
  const scope = tenantScope(tenantId)
  if (!mailSender.isOpen) {
    await database.transaction(scope, (db) => updateMailFailure(db, mailId, noMailServer))
    return
  }
  const reader = database.reader(scope)
  const mail = await findWaitingMail(reader, mailId)
  if (mail === undefined) return
  const tenant = await database.transaction(scope, readMailTenant)
  try {
    await mailSender.send({
      id: mail.id,
      fromName: tenant.name,
      replyTo: tenant.support_email,
      to: mail.recipient,
      subject: mail.subject,
      text: mail.text_body,
      html: withPicturesOf(mail.html_body, publicUrl),
      threadId: mail.thread_id,
      replyToId: mail.reply_to_id,
    })
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error)
    await database.transaction(scope, (db) => updateMailFailure(db, mailId, failure))
    throw error
  }
  await database.transaction(scope, (db) => updateMailSent(db, mail, now()))
  log.info({ mailId }, 'mail sent')
}
