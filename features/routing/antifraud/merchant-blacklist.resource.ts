import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { targets } from '@counterfoil/kit/contract/reference-targets.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import { reference, text } from '@counterfoil/kit/contract/resource-fields.ts'
import { blacklisted, cardHint, listing, longList } from './listed-fields.schema.ts'

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
    ...blacklisted,
    ...listing,
  },
  computedFields: { cardHint, addedBy: text(msg('Added by')) },
  columns: ['value', 'kind', 'merchantId', 'reason', 'expiresAt', 'addedBy', 'updatedAt'],
  filters: ['merchantId', 'kind'],
  unique: [['merchantId', 'value', 'kind']],
  ...longList,
})
