import { cardBrands } from '@counterfoil/kit/contract/card-brands.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { targets } from '@counterfoil/kit/contract/reference-targets.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import {
  amount,
  basisPoints,
  choice,
  choices,
  instant,
  optional,
  reference,
  references,
  text,
  wholeNumber,
} from '@counterfoil/kit/contract/resource-fields.ts'

const msg = messagesOf(import.meta.url)

const all = {
  hint: msg('None chosen: all'),
  emptyMeansAll: true,
} as const

const cap = {
  currencyField: 'capCurrency',
  min: 1,
  max: 999_999_999_999_999,
  hint: msg('Of what is authorised'),
} as const

export const mids = resource({
  id: 'mids',
  one: msg('MID'),
  many: msg('MID management'),
  about: msg(
    'Merchants’ accounts at acquirers. The first that fits, by priority, takes a payment.',
  ),
  path: '/crm/settings/mid-managment',
  screen: { path: '/crm/settings/mid-managment', order: 60, icon: 'IconBuildingBank' },
  permission: 'Settings.Mid.Management.View',
  table: 'mid',
  owner: 'tenant',
  merchantField: 'merchantId',
  fields: {
    midCode: text(msg('MID code'), { max: 60, example: 'mid-1' }),
    merchantId: reference(msg('Merchant'), targets.merchant, { isFixed: true }),
    provider: reference(msg('Provider'), targets.serviceProvider, { isFixed: true }),
    mode: choice(msg('Mode'), msg({ 1: 'Test', 2: 'Live' }), { isFixed: true }),
    priority: wholeNumber(msg('Priority'), {
      max: 1000,
      hint: msg('The lowest number is tried first'),
    }),
    methods: references(msg('Methods'), targets.paymentMethod, all),
    brands: choices(msg('Card schemes'), cardBrands, all),
    currencies: references(msg('Currencies'), targets.currency, all),
    capCurrency: optional(
      reference(msg('Currency of the limits'), targets.currency, {
        hint: msg('Payments in others have no limit here'),
      }),
    ),
    maxAmountMinor: optional(
      amount(msg('Largest payment'), { currencyField: 'capCurrency', min: 1 }),
    ),
    dailyCapMinor: optional(amount(msg('Most in a day'), cap)),
    monthlyCapMinor: optional(amount(msg('Most in a month'), cap)),
    descriptor: text(msg('Descriptor'), {
      min: 0,
      max: 22,
      hint: msg('What customers read on their statement'),
    }),
    breakerFailures: optional(
      wholeNumber(msg('Not tried after failures in a row'), {
        min: 1,
        max: 100,
        hint: msg('Technical failures and time-outs, not declines. If empty: 5'),
      }),
    ),
    breakerWaitS: optional(
      wholeNumber(msg('Tried again after seconds'), {
        min: 5,
        max: 3600,
        hint: msg('By one payment; when that succeeds, by all. If empty: 30'),
      }),
    ),
    costBasisPoints: optional(
      basisPoints(msg('Cost, of the amount'), {
        hint: msg('What the acquirer takes of a payment; rules that rank by cost compare it'),
      }),
    ),
    costCurrency: optional(reference(msg('Currency of the fixed cost'), targets.currency)),
    costFixedMinor: optional(
      amount(msg('Cost, fixed'), {
        currencyField: 'costCurrency',
        hint: msg('Payments in other currencies have no known cost then'),
      }),
    ),
    activeFrom: optional(instant(msg('Active from'))),
    activeUntil: optional(instant(msg('Active until'))),
  },
  columns: ['midCode', 'merchantId', 'provider', 'mode', 'priority', 'currencies', 'updatedAt'],
  sort: 'midCode',
  search: ['midCode', 'descriptor'],
  filters: ['merchantId', 'provider', 'mode'],
  unique: [['midCode', 'provider']],
  usedBy: [{ table: 'payment_attempt', column: 'mid_id' }],
})
