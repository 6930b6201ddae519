import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import { choice, instant, optional, text } from '@counterfoil/kit/contract/resource-fields.ts'
import { kindHint } from './listed-kinds.schema.ts'

const msg = messagesOf(import.meta.url)

export const blacklist = resource({
  id: 'blacklist',
  one: msg('Blacklist entry'),
  many: msg('Antifraud blacklist'),
  about: msg('Payments of those listed here are blocked before an acquirer is contacted.'),
  path: '/crm/settings/antifraud/blacklist',
  screen: { path: '/crm/settings/antifraud/blacklist', order: 300, icon: 'IconListCheck' },
  permission: 'Settings.AntifraudSettings.Blacklist.View',
  table: 'blacklist_entry',
  owner: 'tenant',
  fields: {
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
  computedFields: { cardHint: text(msg('Card')) },
  columns: ['value', 'kind', 'reason', 'expiresAt', 'updatedAt'],
  sort: 'value',
  cardNumberIn: 'value',
  isLongList: true,
  beginnings: ['value_start', 'value_end', 'reason_start'],
  search: ['value', 'cardHint', 'reason'],
  filters: ['kind'],
  unique: [['value', 'kind']],
  example: { kind: 'ip' },
})
