import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import {
  choice,
  choices,
  instant,
  optional,
  text,
} from '@counterfoil/kit/contract/resource-fields.ts'
import { ruleNames } from './antifraud-rules.schema.ts'
import { kindHint } from './listed-kinds.schema.ts'

const msg = messagesOf(import.meta.url)

export const whitelist = resource({
  id: 'whitelist',
  one: msg('Whitelist entry'),
  many: msg('Whitelisting import'),
  about: msg(
    'Antifraud rules, or those named, are not applied to payments of those listed here. The blacklist takes precedence.',
  ),
  path: '/crm/settings/whitelisting-import',
  screen: { path: '/crm/settings/whitelisting-import', order: 110, icon: 'IconListCheck' },
  permission: 'CRM.Whiteliting.Import',
  table: 'whitelist_entry',
  owner: 'tenant',
  fields: {
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
    lifts: optional(
      choices(msg('Rules that do not apply'), ruleNames, {
        hint: msg('If empty: no rule applies'),
        emptyMeansAll: true,
      }),
    ),
    reason: text(msg('Reason'), { max: 500 }),
    expiresAt: optional(instant(msg('Expires'))),
  },
  computedFields: { cardHint: text(msg('Card')) },
  columns: ['value', 'kind', 'lifts', 'reason', 'expiresAt', 'updatedAt'],
  sort: 'value',
  cardNumberIn: 'value',
  isLongList: true,
  beginnings: ['value_start', 'value_end', 'reason_start'],
  search: ['value', 'cardHint', 'reason'],
  filters: ['kind'],
  unique: [['value', 'kind']],
  example: { kind: 'ip' },
})
