import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { targets } from '@counterfoil/kit/contract/reference-targets.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import { reference, text, yesNo } from '@counterfoil/kit/contract/resource-fields.ts'

const msg = messagesOf(import.meta.url)

export const merchantScreening = resource({
  id: 'merchant-screening',
  one: msg('Lists of a merchant'),
  many: msg('Lists that merchants may have'),
  about: msg(
    'Which lists of their own merchants may have for their payments. Without an entry, or with one that is switched off, a merchant has none, and what it listed before is not looked at.',
  ),
  path: '/crm/settings/antifraud/merchant-lists',
  screen: { path: '/crm/settings/antifraud/merchant-lists', order: 301, icon: 'IconListCheck' },
  permission: 'Settings.AntifraudSettings.Antifraud.View',
  table: 'merchant_screening',
  owner: 'tenant',
  merchantField: 'merchantId',
  fields: {
    merchantId: reference(msg('Merchant'), targets.merchant, { isFixed: true }),
    mayBlock: yesNo(msg('Blacklist'), { hint: msg('Payments of those on it are blocked') }),
    mayTrust: yesNo(msg('Whitelist'), {
      hint: msg(
        'Your antifraud rules do not look at payments of those on it; the blacklists take precedence',
      ),
    }),
    reason: text(msg('Reason'), { max: 500 }),
  },
  columns: ['merchantId', 'mayBlock', 'mayTrust', 'reason', 'updatedAt'],
  sort: '-updatedAt',
  search: ['reason'],
  filters: ['merchantId'],
  unique: [['merchantId']],
})
