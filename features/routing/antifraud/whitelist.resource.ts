import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import { choices, optional } from '@counterfoil/kit/contract/resource-fields.ts'
import { ruleNames } from './antifraud-rules.schema.ts'
import { cardHint, listing, longList, whitelisted } from './listed-fields.schema.ts'

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
    ...whitelisted,
    lifts: optional(
      choices(msg('Rules that do not apply'), ruleNames, {
        hint: msg('If empty: no rule applies'),
        emptyMeansAll: true,
      }),
    ),
    ...listing,
  },
  computedFields: { cardHint },
  columns: ['value', 'kind', 'lifts', 'reason', 'expiresAt', 'updatedAt'],
  filters: ['kind'],
  unique: [['value', 'kind']],
  ...longList,
})
