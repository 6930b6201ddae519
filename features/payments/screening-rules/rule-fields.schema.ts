import { ruleNames } from '@counterfoil/features/routing/antifraud/antifraud-rules.schema.ts'
import { mostCounted } from '@counterfoil/features/routing/antifraud/velocity-limits.schema.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { targets } from '@counterfoil/kit/contract/reference-targets.ts'
import {
  amount,
  choice,
  optional,
  reference,
  references,
  wholeNumber,
} from '@counterfoil/kit/contract/resource-fields.ts'

const msg = messagesOf(import.meta.url)

const rulesByAddress = [
  ...['email_velocity', 'ip_velocity', 'device_velocity'],
  ...['cards_per_email', 'cards_per_ip', 'cards_per_device'],
]
/** As in velocity.rules.ts, which only the server imports. */
export const countingRules = ['card_velocity', 'iin_velocity', ...rulesByAddress]
const rulesWithFacts = [...rulesByAddress, 'blocked_country']

/** What operators' rules and merchants' own are made of. */
export const ruleFields = {
  rule: choice(msg('Rule'), ruleNames),
  threshold: optional(
    wholeNumber(msg('Most payments or cards'), {
      ...{ min: 1, max: mostCounted },
      onlyFor: { field: 'rule', is: countingRules },
      hint: msg('The rule applies above this number'),
    }),
  ),
  windowS: optional(
    wholeNumber(msg('Within, in seconds'), {
      min: 10,
      max: 31 * 24 * 3600,
      onlyFor: { field: 'rule', is: countingRules, isOptional: true },
      hint: msg('If empty: the system variable “Card velocity: window”'),
    }),
  ),
  ifMissing: optional(
    choice(
      msg('If it is missing'),
      msg({ pass: 'The payment passes', apply: 'The rule applies' }),
      {
        onlyFor: { field: 'rule', is: rulesWithFacts, isOptional: true },
        hint: msg(
          'Payments that name no e-mail address, IP address, device or country. If empty: they pass',
        ),
      },
    ),
  ),
  currency: optional(
    reference(msg('Currency of the ceiling'), targets.currency, {
      onlyFor: { field: 'rule', is: 'amount_ceiling' },
      hint: msg('Payments in others are not looked at: give each currency a rule'),
    }),
  ),
  amountMinor: optional(
    amount(msg('Ceiling'), {
      currencyField: 'currency',
      min: 1,
      onlyFor: { field: 'rule', is: 'amount_ceiling' },
    }),
  ),
  countries: references(msg('Countries'), targets.country, {
    hint: msg('Of the customer or of the card’s issuer'),
    onlyFor: { field: 'rule', is: 'blocked_country' },
  }),
  outcome: choice(
    msg('What follows'),
    msg({
      flag: 'Flag',
      review: 'Ask for a review',
      block: 'Block',
    }),
  ),
  mode: optional(
    choice(msg('Mode'), msg({ 1: 'Test', 2: 'Live' }), {
      hint: msg('If empty: both'),
      emptyMeansAll: true,
    }),
  ),
}
