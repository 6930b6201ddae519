import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { targets } from '@counterfoil/kit/contract/reference-targets.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import { choice, reference, text } from '@counterfoil/kit/contract/resource-fields.ts'
import { ruleFields } from './rule-fields.schema.ts'

const msg = messagesOf(import.meta.url)

/** How many a merchant may have: each is looked at for each of its payments. */
export const mostMerchantRules = 20

export const merchantRules = resource({
  id: 'merchant-antifraud-rules',
  one: msg('Antifraud rule of a merchant'),
  many: msg('Merchants’ antifraud rules'),
  about: msg(
    'What merchants look for on their own payments, besides your rules. They have no more effect than you open to each merchant.',
  ),
  path: '/crm/settings/antifraud/merchant-rules',
  screen: { path: '/crm/settings/antifraud/merchant-rules', order: 304, icon: 'IconListCheck' },
  permission: 'Settings.AntifraudSettings.Antifraud.View',
  merchants: {
    many: msg('Antifraud rules'),
    about: msg(
      'What is looked for on your payments: by your payment provider, and by you as far as your provider opens it to you.',
    ),
    path: '/merchant/payment-settings/antifraud-rules',
    group: 'payment-settings',
    order: 80,
    permission: ['Merchant.PaymentsSettings.Antifraud.Rules.View'],
  },
  table: 'merchant_antifraud_rule',
  owner: 'tenant',
  merchantField: 'merchantId',
  fields: {
    merchantId: reference(msg('Merchant'), targets.merchant, { isFixed: true }),
    rule: ruleFields.rule,
    threshold: ruleFields.threshold,
    windowS: ruleFields.windowS,
    ifMissing: ruleFields.ifMissing,
    currency: ruleFields.currency,
    amountMinor: ruleFields.amountMinor,
    countries: ruleFields.countries,
    outcome: ruleFields.outcome,
    effect: choice(msg('Effect'), msg({ live: 'In force', shadow: 'Shadow' }), {
      hint: msg('In shadow it is recorded what the rule finds, without effect'),
    }),
    mode: ruleFields.mode,
  },
  computedFields: { addedBy: text(msg('Added by')) },
  columns: ['rule', 'effect', 'outcome', 'merchantId', 'threshold', 'amountMinor', 'updatedAt'],
  sort: 'rule',
  search: ['rule'],
  filters: ['merchantId', 'rule', 'outcome', 'effect'],
  example: { rule: 'card_velocity', threshold: 3 },
})
