import { sendMail } from '@counterfoil/features/messaging/mail/mail.public.ts'
import { paymentLabel } from '@counterfoil/features/payments/processing/labels.rules.ts'
import { findPayment } from '@counterfoil/features/payments/processing/payments.public.ts'
import { dayMs, hourMs } from '@counterfoil/kit/contract/durations.ts'
import { type LanguageCode, textLanguage } from '@counterfoil/kit/contract/languages.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { moneyText } from '@counterfoil/kit/contract/money.ts'
import { textIn } from '@counterfoil/kit/contract/texts.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { type Job, job } from '@counterfoil/kit/jobs/job.ts'
import { z } from 'zod'
import { findPageOfPayment, readPayee } from './payment-pages.queries.ts'
import { payerOutcome, timeText } from './payment-pages.rules.ts'
import { receiptJob } from './receipts.schema.ts'

const msg = messagesOf(import.meta.url)
const texts = msg({
  subject: 'Your payment to {merchant}',
  greeting: 'Thank you for your payment',
  paid: 'You paid {amount} to {merchant} by {method}.',
  what: 'For: {description}',
  time: 'Time: {time}',
  reference: 'Reference: {reference}',
  test: 'This was a test: no money moved.',
})

/** An open payment is looked at again after a quarter of its age: a transfer takes days, and is declined when it is not paid. */
const shareOfAge = 0.25
const leastWaitMs = 20_000
const mostWaitMs = 6 * hourMs
/** No payment waits that long. */
const givenUpAfterMs = 90 * dayMs

const payload = z.object({ tenantId: z.uuid(), paymentId: z.uuid() })

export const jobs: Job<z.infer<typeof payload>>[] = [
  job({
    ...receiptJob,
    label: msg('Send a receipt'),
    isFrequent: true,
    payload,
    async run({ tenantId, paymentId }, { database, jobs: queue, now }) {
      await database.transaction(tenantScope(tenantId), async (db) => {
        const [payment, made] = [
          await findPayment(db, paymentId),
          await findPageOfPayment(db, paymentId),
        ]
        if (payment?.customerEmail == null || made === undefined) return
        const outcome = payerOutcome(payment.status)
        const at = now()
        // a held one is received, but may still be declined
        const isOpen = outcome === 'pending' || payment.status === 'waiting_for_approval'
        const ageMs = at.getTime() - payment.createdAt.getTime()
        if (isOpen && ageMs < givenUpAfterMs) {
          const waitMs = Math.min(Math.max(ageMs * shareOfAge, leastWaitMs), mostWaitMs)
          const startAfter = new Date(at.getTime() + waitMs)
          await queue.enqueue(db, receiptJob, { tenantId, paymentId }, { startAfter })
        }
        if (isOpen || outcome !== 'paid') return
        const { name: merchant, timeZone } = await readPayee(db, payment.merchantId)
        // a transfer is paid days after it was begun
        const paidAt = payment.lastEventAt ?? payment.createdAt
        await sendMail(db, queue, {
          to: payment.customerEmail,
          merchantId: payment.merchantId,
          language: textLanguage(made.language),
          isSecret: false,
          onceFor: `receipt ${payment.id}`,
          now: at,
          content: (language) => ({
            subject: textIn(texts.subject, language, { merchant }),
            greeting: textIn(texts.greeting, language),
            paragraphs: [
              textIn(texts.paid, language, {
                ...{ merchant, method: methodName(payment, language) },
                amount: textIn(moneyText(payment.amountMinor, payment.currency), language),
              }),
              ...(payment.description === null
                ? []
                : [textIn(texts.what, language, { description: payment.description })]),
            ],
            notes: [
              textIn(texts.time, language, { time: timeText(paidAt, language, timeZone) }),
              textIn(texts.reference, language, { reference: payment.externalId ?? payment.id }),
              ...(payment.mode === 1 ? [textIn(texts.test, language)] : []),
            ],
          }),
        })
      })
    },
  }),
]

function methodName(
  {
    method,
    cardBrand,
    cardLast4,
  }: { method: string; cardBrand: string | null; cardLast4: string | null },
  language: LanguageCode,
): string {
  if (cardLast4 === null) return paymentLabel('method', method, language)
  return `${paymentLabel('brand', cardBrand ?? '', language)} ${cardLast4}`
}
