import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { targets } from '@counterfoil/kit/contract/reference-targets.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import {
  choice,
  instant,
  optional,
  reference,
  text,
} from '@counterfoil/kit/contract/resource-fields.ts'
import { kindHint } from './listed-kinds.schema.ts'

const msg = messagesOf(import.meta.url)

export const merchantBlacklist = resource({
  id: 'merchant-blacklist',
  one: msg('Blacklist entry'),
  many: msg('Merchants’ blacklists'),
  about: msg(
    'Payments of those listed here are blocked at that merchant before an acquirer is contacted.',
  ),
  path: '/crm/settings/antifraud/merchant-blacklists',
  screen: {
    path: '/crm/settings/antifraud/merchant-blacklists',
    order: 302,
    icon: 'IconListCheck',
  },
  permission: 'Settings.AntifraudSettings.Blacklist.View',
  merchants: {
    many: msg('Antifraud blacklist'),
    about: msg(
      'Your payments of those listed here are blocked before an acquirer is contacted, once your payment provider has opened this list to you.',
    ),
    path: '/merchant/payment-settings/antifraud-blacklist',
    group: 'payment-settings',
    order: 90,
    permission: ['Merchant.PaymentsSettings.Antifraud.Blacklist.View'],
  },
  table: 'merchant_blacklist_entry',
  owner: 'tenant',
  merchantField: 'merchantId',
  fields: {
    merchantId: reference(msg('Merchant'), targets.merchant, { isFixed: true }),
    value: text(msg('Value'), {
      max: 254,
      example: '192.0.2.1',
      hint: msg(
        'A card’s number (it is not kept) or the id of one of its payments, its first six to eight digits, an e-mail address, an IP address or network, or a country’s code',
      ),
    }),
    kind: choice(
      msg('Kind'),
      msg({
        card: 'Card',
        iin: 'First digits (IIN)',
        email: 'E-mail',
        ip: 'IP address or network',
        country: 'Country',
      }),
      { hint: kindHint },
    ),
    reason: text(msg('Reason'), { max: 500 }),
    expiresAt: optional(instant(msg('Expires'))),
  },
  computedFields: { cardHint: text(msg('Card')), addedBy: text(msg('Added by')) },
  columns: ['value', 'kind', 'merchantId', 'reason', 'expiresAt', 'addedBy', 'updatedAt'],
  sort: 'value',
  cardNumberIn: 'value',
  isLongList: true,
  beginnings: ['value_start', 'value_end', 'reason_start'],
  search: ['value', 'cardHint', 'reason'],
  filters: ['merchantId', 'kind'],
  unique: [['merchantId', 'value', 'kind']],
  example: { kind: 'ip' },
})
