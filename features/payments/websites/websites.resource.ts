import { languageCodes, languageNames } from '@counterfoil/kit/contract/languages.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { targets } from '@counterfoil/kit/contract/reference-targets.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import type { ChoicesOf } from '@counterfoil/kit/contract/resource-field.ts'
import {
  choices,
  list,
  optional,
  reference,
  text,
  url,
} from '@counterfoil/kit/contract/resource-fields.ts'

const msg = messagesOf(import.meta.url)

/** Each language is called what it calls itself. */
const inItself: ChoicesOf = Object.fromEntries(
  languageCodes.map((code) => [code, { en: languageNames[code], tr: languageNames[code] }]),
)

const said = {
  operators: msg(
    'Where merchants sell, with the look of their payment pages and the addresses to which payers return.',
  ),
  merchants: msg(
    'Where you sell, with the look of your payment pages and the addresses to which payers return.',
  ),
}

export const websites = resource({
  id: 'websites',
  one: msg('Website'),
  many: msg('Websites'),
  about: said.operators,
  path: '/crm/settings/websites',
  screen: { path: '/crm/settings/websites', order: 125, icon: 'IconWorldWww' },
  permission: { view: 'CRM.Organization.View', edit: 'CRM.Organization.Edit' },
  merchants: {
    about: said.merchants,
    path: '/merchant/payment-settings/websites',
    group: 'payment-settings',
    order: 0,
    permission: ['Merchant.PaymentsSettings.Website.View'],
  },
  table: 'website',
  owner: 'tenant',
  merchantField: 'merchantId',
  fields: {
    name: text(msg('Name'), { max: 120 }),
    url: url(msg('Address')),
    merchantId: reference(msg('Merchant'), targets.merchant, { isFixed: true }),
    returnAddresses: list(msg('Return addresses'), {
      pattern: /^https?:\/\/[^\s/?#@]+(\/[^\s?#]*)?$/,
      hint: msg(
        'One a line, like https://shop.example/checkout: payers return to what begins so, and nowhere else. If empty: anywhere.',
      ),
    }),
    methods: choices(
      msg('Methods'),
      msg({ card: 'Card', bank_transfer: 'Bank transfer', pay_by_bank: 'Pay by bank' }),
      {
        min: 1,
        hint: msg('What the payment page offers'),
      },
    ),
    languages: choices(msg('Languages'), inItself, {
      min: 1,
      hint: msg('A payer reads the page in the browser’s language, if it is one of them'),
    }),
    colour: optional(
      text(msg('Colour of the page'), {
        max: 7,
        pattern: /^#[0-9a-f]{6}$/,
        example: '#3554a5',
        hint: msg('Like #3554a5. If empty: the organisation’s'),
      }),
    ),
  },
  columns: ['name', 'url', 'merchantId', 'methods', 'languages', 'updatedAt'],
  sort: 'name',
  search: ['name', 'url'],
  filters: ['merchantId'],
  unique: [['merchantId', 'name']],
})
