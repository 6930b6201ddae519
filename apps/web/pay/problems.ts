import type { PayerPage } from '@counterfoil/features/payments/payment-pages/payer.contract.ts'
import type { InOneLanguage } from '@counterfoil/kit/contract/texts.ts'
import type { payTexts } from './pay.messages.ts'
import { Refusal } from './requests.ts'
import type { Made } from './results.ts'

type Texts = InOneLanguage<typeof payTexts>

/** Why nothing was paid, in the language of the page: what the server says is English, and for who writes programs. */
export function problemText(
  { problems }: Texts,
  { merchantName: merchant }: PayerPage,
  { code, waitS }: Pick<Refusal, 'code' | 'waitS'>,
): string {
  if (code === 'payment_page.too_many') return problems[code]({ seconds: waitS })
  const text = Object.hasOwn(problems, code) ? problems[code as keyof typeof problems] : undefined
  return typeof text === 'string' ? text : problems.other({ merchant })
}

/** Why there is no answer: the server limits how often it is asked, or it cannot be reached. What was sent may be sent again. */
export const noAnswerText = ({ offline, busy }: Texts, cause: unknown): string =>
  cause instanceof Refusal && cause.status === 429 ? busy({ seconds: cause.waitS }) : offline

/** Why a payment was refused, or a card was not saved; the merchant's own text, where there is one. */
export function refusedText(
  t: Texts,
  { refusal, reason, method }: Made,
  { language, savesCard }: { readonly language: 'en' | 'tr'; readonly savesCard: boolean },
): string {
  if (refusal !== null) return refusal[language]
  const why = reason ?? 'other'
  if (savesCard) return t.notSaved[why]
  // a bank that pays by itself refuses no card
  return t.refused[why === 'other' && method.type === 'pay_by_bank' ? 'bank' : why]
}
