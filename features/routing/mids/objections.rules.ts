import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { valueIn, valuesInSentence } from '@counterfoil/kit/contract/sentence-values.ts'
import { type AnyText, type Template, textIn } from '@counterfoil/kit/contract/texts.ts'

const msg = messagesOf(import.meta.url)

const texts = msg({
  provider_off: 'The provider is switched off',
  off: 'Switched off',
  early: 'Not active yet',
  over: 'No longer active',
  for_test: 'For Test mode',
  for_live: 'For Live mode',
  not_connected: 'The acquirer is not connected',
  no_sandbox: 'Test payments go to a sandbox',
  method: 'Does not take {value}',
  brand: 'Does not take {value}',
  currency: 'Does not take {value}',
  pos: 'No POS provider takes it',
  banking: 'No banking channel takes it',
  amount: 'Takes at most {most}',
  day_cap: 'Its cap of the day is {most}, of which {used} are used',
  month_cap: 'Its cap of the month is {most}, of which {used} are used',
  breaker: 'It failed again and again: not tried for now',
  acquirer_breaker: 'Its acquirer failed again and again: not tried for now',
  not_keeper: 'Another acquirer keeps the stored card',
  no_rule: 'No rule names it for this payment',
  not_named: 'The rule “{rule}” does not name it',
})

/** Why routing passes a MID over. */
export interface Objection {
  readonly code: keyof typeof texts
  readonly values?: Readonly<Record<string, string>>
}

/** What the routing log says of a MID that takes the payment. */
export const fitTexts = msg({
  first: 'Taken: the first that fits',
  next: 'Fits: next in line',
})

/** A line of the routing log, which keeps the English text, in a language. */
export function reasonIn(reason: string, language: string): string {
  for (const text of [...Object.values(fitTexts), ...Object.values(texts)] as AnyText[]) {
    const values = valuesInSentence(text, reason)
    if (values === undefined) continue
    const written = Object.entries(values).map(([name, value]) => [name, valueIn(value, language)])
    return textIn(text as Template<object>, language, Object.fromEntries(written))
  }
  return reason
}

/** The routing log keeps the English text. */
export const objectionText = ({ code, values = {} }: Objection, language: string): string =>
  textIn(texts[code] as Template<Record<string, string>>, language, values)
