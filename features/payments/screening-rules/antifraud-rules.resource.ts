import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { targets } from '@counterfoil/kit/contract/reference-targets.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import { choice, optional, reference } from '@counterfoil/kit/contract/resource-fields.ts'
import { countingRules, ruleFields } from './rule-fields.schema.ts'

const msg = messagesOf(import.meta.url)

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
    rule: ruleFields.rule,
    threshold: ruleFields.threshold,
    windowS: ruleFields.windowS,
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
    ifMissing: ruleFields.ifMissing,
    currency: ruleFields.currency,
    amountMinor: ruleFields.amountMinor,
    countries: ruleFields.countries,
    outcome: ruleFields.outcome,
    merchantId: optional(
      reference(msg('Merchant'), targets.merchant, {
        emptyMeansAll: true,
        hint: msg('If empty: for all merchants'),
      }),
    ),
    mode: ruleFields.mode,
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
