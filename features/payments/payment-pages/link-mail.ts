import { sendMail } from '@counterfoil/features/messaging/mail/mail.public.ts'
import { modeNameOf } from '@counterfoil/kit/contract/fields.ts'
import { textLanguage } from '@counterfoil/kit/contract/languages.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { moneyText } from '@counterfoil/kit/contract/money.ts'
import { textIn } from '@counterfoil/kit/contract/texts.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import type { Jobs } from '@counterfoil/kit/jobs/job.ts'
import { readPayee } from './payment-pages.queries.ts'
import { type PaymentPage, timeText } from './payment-pages.rules.ts'

const msg = messagesOf(import.meta.url)
const texts = msg({
  mailSubject: '{merchant} asks for a payment',
  mailGreeting: 'Hello,',
  mailAsked: '{merchant} asks you to pay {amount} for: {description}',
  mailAskedFree: '{merchant} asks you for a payment for: {description}',
  mailTest: 'This is a test: no money moves.',
  mailButton: 'To the payment page',
  mailUntil: 'The link can be paid until {day}.',
  mailUnknown: 'If you know nothing of this, pay nothing and ask {merchant}.',
})

/** Asks somebody for a payment, in the merchant's name. */
export async function sendLinkMail(
  db: Db,
  { jobs, now }: { readonly jobs: Jobs; readonly now: Date },
  { url }: { readonly url: string },
  page: PaymentPage,
  to: { readonly email: string; readonly language?: string },
): Promise<void> {
  const { name: merchant, locale, timeZone } = await readPayee(db, page.merchantId)
  const { amountMinor, currency, expiresAt, mode } = page
  const description = page.description ?? ''
  await sendMail(db, jobs, {
    to: to.email,
    merchantId: page.merchantId,
    language: textLanguage(to.language ?? locale),
    isSecret: false,
    now,
    content: (language) => ({
      subject: textIn(texts.mailSubject, language, { merchant }),
      greeting: textIn(texts.mailGreeting, language),
      paragraphs: [
        amountMinor === null
          ? textIn(texts.mailAskedFree, language, { merchant, description })
          : textIn(texts.mailAsked, language, {
              ...{ merchant, description },
              amount: textIn(moneyText(amountMinor, currency), language),
            }),
        ...(modeNameOf(mode) === 'Test' ? [textIn(texts.mailTest, language)] : []),
      ],
      button: { label: textIn(texts.mailButton, language), url },
      notes: [
        ...(expiresAt === null
          ? []
          : [textIn(texts.mailUntil, language, { day: timeText(expiresAt, language, timeZone) })]),
        textIn(texts.mailUnknown, language, { merchant }),
      ],
    }),
  })
}
