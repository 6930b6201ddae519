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

export const merchantWhitelist = resource({
  id: 'merchant-whitelist',
  one: msg('Whitelist entry'),
  many: msg('Merchants’ whitelists'),
  about: msg(
    'Antifraud rules are not applied to payments of those listed here at that merchant. The blacklists take precedence.',
  ),
  path: '/crm/settings/antifraud/merchant-whitelists',
  screen: {
    path: '/crm/settings/antifraud/merchant-whitelists',
    order: 303,
    icon: 'IconListCheck',
  },
  permission: 'CRM.Whiteliting.Import',
  merchants: {
    many: msg('White listing'),
    about: msg(
      'Antifraud rules are not applied to your payments of those listed here, once your payment provider has opened this list to you.',
    ),
    path: '/merchant/payment-settings/white-listing',
    group: 'payment-settings',
    order: 60,
    permission: ['Merchant.Whiteliting.Management'],
  },
  table: 'merchant_whitelist_entry',
  owner: 'tenant',
  merchantField: 'merchantId',
  fields: {
    merchantId: reference(msg('Merchant'), targets.merchant, { isFixed: true }),
    value: text(msg('Value'), {
      max: 254,
      example: '192.0.2.1',
      hint: msg(
        'A card’s number (it is not kept) or the id of one of its payments, its first six to eight digits, an e-mail address, an IP address or network',
      ),
    }),
    kind: choice(
      msg('Kind'),
      msg({
        card: 'Card',
        iin: 'First digits (IIN)',
        email: 'E-mail',
        ip: 'IP address or network',
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
