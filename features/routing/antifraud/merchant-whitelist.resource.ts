import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { targets } from '@counterfoil/kit/contract/reference-targets.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import { reference, text } from '@counterfoil/kit/contract/resource-fields.ts'
import { cardHint, listing, longList, whitelisted } from './listed-fields.schema.ts'

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
    ...whitelisted,
    ...listing,
  },
  computedFields: { cardHint, addedBy: text(msg('Added by')) },
  columns: ['value', 'kind', 'merchantId', 'reason', 'expiresAt', 'addedBy', 'updatedAt'],
  filters: ['merchantId', 'kind'],
  unique: [['merchantId', 'value', 'kind']],
  ...longList,
})
