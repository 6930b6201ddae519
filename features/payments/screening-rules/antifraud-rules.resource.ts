import { ruleNames } from '@counterfoil/features/routing/antifraud/antifraud-rules.schema.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { targets } from '@counterfoil/kit/contract/reference-targets.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
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
const countingRules = ['card_velocity', 'iin_velocity', ...rulesByAddress]
const rulesWithFacts = [...rulesByAddress, 'blocked_country']

export const antifraudRules = resource({
  id: 'antifraud-rules',
  one: msg('Antifraud rule'),
  many: msg('Antifraud'),
  about: msg(
    'What is looked for on every new payment, and what follows when it is found. A new rule runs in shadow, without effect, until another person confirms that it counts.',
  ),
  path: '/crm/settings/antifraud/antifraud',
  screen: { path: '/crm/settings/antifraud/antifraud', order: 290, icon: 'IconListCheck' },
  permission: 'Settings.AntifraudSettings.Antifraud.View',
  table: 'antifraud_rule',
  owner: 'tenant',
  merchantField: 'merchantId',
  fields: {
    rule: choice(msg('Rule'), ruleNames),
    threshold: optional(
      wholeNumber(msg('Most payments or cards'), {
        min: 1,
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
    counted: optional(
      choice(
        msg('Counted'),
        msg({ merchant: 'At each merchant', tenant: 'At all merchants together' }),
        {
          onlyFor: { field: 'rule', is: countingRules, isOptional: true },
          hint: msg('If empty: at each merchant'),
        },
      ),
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
    merchantId: optional(
      reference(msg('Merchant'), targets.merchant, {
        emptyMeansAll: true,
        hint: msg('If empty: for all merchants'),
      }),
    ),
    mode: optional(
      choice(msg('Mode'), msg({ 1: 'Test', 2: 'Live' }), {
        hint: msg('If empty: both'),
        emptyMeansAll: true,
      }),
    ),
  },
  computedFields: {
    effect: choice(msg('Effect'), msg({ live: 'In force', shadow: 'Shadow' })),
  },
  columns: [
    'rule',
    'effect',
    'outcome',
    'merchantId',
    'threshold',
    'amountMinor',
    'countries',
    'updatedAt',
  ],
  sort: 'rule',
  search: ['rule'],
  filters: ['rule', 'outcome', 'merchantId'],
  example: { rule: 'card_velocity', threshold: 3 },
})
