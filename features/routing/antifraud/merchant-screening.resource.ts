import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { targets } from '@counterfoil/kit/contract/reference-targets.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import {
  choice,
  optional,
  reference,
  text,
  yesNo,
} from '@counterfoil/kit/contract/resource-fields.ts'

const msg = messagesOf(import.meta.url)

export const merchantScreening = resource({
  id: 'merchant-screening',
  one: msg('Screening opened to a merchant'),
  many: msg('Screening opened to merchants'),
  about: msg(
    'Which lists and antifraud rules of their own merchants may have for their payments. Without an entry, or with one that is switched off, a merchant has none, and what it listed or set before is not looked at.',
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
    ownRules: optional(
      choice(
        msg('Antifraud rules of its own'),
        msg({
          flag: 'They flag at most',
          review: 'They flag or hold at most',
          block: 'They flag, hold or block',
        }),
        { hint: msg('If empty: it has none. Your own rules apply besides.') },
      ),
    ),
    limits: optional(
      choice(msg('Limits of your rules'), msg({ shown: 'The merchant sees them' }), {
        hint: msg('If empty: it sees which of your rules apply, without their numbers'),
      }),
    ),
    reason: text(msg('Reason'), { max: 500 }),
  },
  columns: ['merchantId', 'mayBlock', 'mayTrust', 'ownRules', 'reason', 'updatedAt'],
  sort: '-updatedAt',
  search: ['reason'],
  filters: ['merchantId'],
  unique: [['merchantId']],
})
