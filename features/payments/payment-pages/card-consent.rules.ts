import type { CardUse } from '@counterfoil/features/payments/stored-cards/stored-cards.schema.ts'
import { type LanguageCode, languageCodes } from '@counterfoil/kit/contract/languages.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { textIn } from '@counterfoil/kit/contract/texts.ts'

const msg = messagesOf(import.meta.url)

/** Of the texts below; a new one whenever one of them changes, because what payers agreed to is kept by it. */
const version = '2026-11'

const texts = msg({
  customer: '{merchant} keeps this card, and I pay with it again when I choose to.',
  keep: '{merchant} keeps this card.',
  recurring: '{merchant} takes the regular payments that I agreed to with it, without me.',
  instalment: '{merchant} takes the instalments that I agreed to with it, without me.',
  unscheduled: '{merchant} takes with it what I owe when it is due, without me.',
  payout: '{merchant} sends money to it that I am due.',
  end: 'I can end this at {merchant} at any time; the card is then deleted.',
})

/** What payers agree to on a page, in each language. */
export function cardConsentOf(uses: readonly CardUse[], merchant: string) {
  const lines = [
    uses.includes('customer') ? texts.customer : texts.keep,
    ...uses.filter((use) => use !== 'customer').map((use) => texts[use]),
    texts.end,
  ]
  const textOf = (language: LanguageCode) =>
    lines.map((line) => textIn(line, language, { merchant })).join(' ')
  const entries = languageCodes.map((language) => [language, textOf(language)] as const)
  return { version, text: Object.fromEntries(entries) as Record<LanguageCode, string> }
}
