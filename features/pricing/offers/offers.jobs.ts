import { sendMail } from '@counterfoil/features/messaging/mail/mail.public.ts'
import type { MailContent, MailLanguage } from '@counterfoil/features/messaging/mail/mail.schema.ts'
import { textLanguage } from '@counterfoil/kit/contract/languages.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { sayIn } from '@counterfoil/kit/contract/texts.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { type Job, type JobContext, job } from '@counterfoil/kit/jobs/job.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import { z } from 'zod'
import { type OfferKind, offerKindNames } from './offer-kinds.schema.ts'
import { findOffer, listUsersWhoMayAnswer, type StoredOffer } from './offers.queries.ts'
import { offerPaths } from './offers.views.ts'

const msg = messagesOf(import.meta.url)

/** Whoever sends may see a part of the merchant's people alone. */
export const mailJob = { name: 'offers.mail', retries: 10 } as const

const payload = z.object({ tenantId: z.uuid(), offerId: z.uuid() })
type Payload = z.infer<typeof payload>

export const jobs = ({ publicUrl }: Pick<Providers, 'publicUrl'>): Job<Payload>[] => [
  job({
    ...mailJob,
    label: msg('Send an offer by e-mail'),
    payload,
    concurrency: 2,
    run: (work, context) => mail(work, context, publicUrl),
  }),
]

/** A repeated run sends no second mail. */
async function mail(
  { tenantId, offerId }: Payload,
  { database, jobs, now }: JobContext,
  publicUrl: string,
): Promise<void> {
  await database.transaction(tenantScope(tenantId), async (db) => {
    const offer =
      (await findOffer(db, 'proposal', offerId)) ?? (await findOffer(db, 'agreement', offerId))
    // answered meanwhile
    if (offer === undefined || offer.status !== 'pending') return
    const kind = offer.kind as OfferKind
    const people = await listUsersWhoMayAnswer(
      db,
      offer.merchant_id,
      offerKindNames[kind].answering,
    )
    const url = `${publicUrl}${offerPaths(offer).merchant}`
    for (const { email, firstName, locale } of people) {
      await sendMail(db, jobs, {
        to: email,
        merchantId: offer.merchant_id,
        language: locale === null ? undefined : textLanguage(locale),
        isSecret: false,
        onceFor: `offer ${offer.id} ${email}`,
        now: now(),
        content: contentOf(offer, firstName, url),
      })
    }
  })
}

const contentOf =
  (offer: StoredOffer, firstName: string, url: string) =>
  (language: MailLanguage): MailContent => {
    const say = sayIn(language)
    const by = offer.tenant_name
    const isProposal = offer.kind === 'proposal'
    return {
      subject: `${isProposal ? say(msg('Proposal')) : say(msg('Agreement'))}: ${offer.subject}`,
      greeting: say(msg('Hello {firstName},'), { firstName }),
      paragraphs: [
        isProposal
          ? say(msg('{by} has sent you a proposal.'), { by })
          : say(msg('{by} has sent you an agreement.'), { by }),
        say(msg('Read it in the portal and answer there.')),
      ],
      button: {
        label: isProposal ? say(msg('Read the proposal')) : say(msg('Read the agreement')),
        url,
      },
      notes: [],
      facts: {
        kind: isProposal ? 'proposalSent' : 'agreementSent',
        values: { firstName, documentSubject: offer.subject, link: url },
      },
    }
  }
