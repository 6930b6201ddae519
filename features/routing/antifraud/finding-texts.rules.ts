import { countryName } from '@counterfoil/kit/contract/country-name.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { valueIn, valuesInSentence } from '@counterfoil/kit/contract/sentence-values.ts'
import { type AnyText, type Template, textIn } from '@counterfoil/kit/contract/texts.ts'

const msg = messagesOf(import.meta.url)

/** What screening stores in English of what it found, the narrower sentences first. */
const sentences: readonly AnyText[] = Object.values(
  msg({
    restricted: 'The card paid too often and may not pay again until {until}',
    ceiling: '{amount} is above the ceiling of {ceiling}',
    country: "The customer's country is {country}",
    cardCountry: 'The card was issued in {country}',
    noCountry: 'Neither the country of the customer nor that of the card is known',
    nothing: 'The payment names no {fact}',
    ownBlacklist: 'The {fact} is on the merchant’s own blacklist: {reason}',
    blacklist: 'The {fact} is on the blacklist: {reason}',
    oftenEverywhere:
      'More than {count} {counted} with this {fact} within {time} at all merchants together',
    often: 'More than {count} {counted} with this {fact} within {time}',
    issuerEverywhere:
      'More than {count} {counted} with {fact} within {time} at all merchants together',
    issuer: 'More than {count} {counted} with {fact} within {time}',
  }),
)

const words: Readonly<Record<string, AnyText>> = Object.fromEntries(
  Object.values(
    msg({
      card: 'card',
      iin: 'cards of one issuer',
      email: 'e-mail address',
      emailWord: 'email',
      ip: 'IP address',
      ipWord: 'ip',
      device: 'device',
      payments: 'payments',
      cards: 'cards',
      minute: 'a minute',
    }),
  ).map((text) => [text.en, text]),
)
const seconds: AnyText = msg('{count} seconds')

/** What screening found, in a language; words that are not its own stay as they are. */
export function findingText(message: string, language: string): string {
  for (const text of sentences) {
    const values = valuesInSentence(text, message)
    if (values === undefined) continue
    const named = Object.entries(values).map(([name, value]) => [
      name,
      name === 'country' ? countryName(value, language) : wordIn(value, language),
    ])
    return textIn(text as Template<object>, language, Object.fromEntries(named))
  }
  return message
}

function wordIn(value: string, language: string): string {
  const word = words[value]
  if (word !== undefined) return textIn(word as Template<object>, language, {})
  const count = valuesInSentence(seconds, value)
  return count === undefined
    ? valueIn(value, language)
    : textIn(seconds as Template<object>, language, count)
}
