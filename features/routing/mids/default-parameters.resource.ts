import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { targets } from '@counterfoil/kit/contract/reference-targets.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import { optional, reference, text } from '@counterfoil/kit/contract/resource-fields.ts'

const msg = messagesOf(import.meta.url)

export const defaultParameters = resource({
  id: 'default-parameters',
  one: msg('Default parameter'),
  many: msg('Default parameters'),
  about: msg(
    'Values sent to the acquirer with every authorisation that does not set them itself. The most specific value applies.',
  ),
  path: '/crm/settings/default-parameters',
  screen: { path: '/crm/settings/default-parameters', order: 50, icon: 'IconAdjustments' },
  permission: 'CRM.Settings.Terminals.View',
  table: 'default_parameter',
  owner: 'tenant',
  merchantField: 'merchantId',
  fields: {
    name: text(msg('Name'), {
      max: 40,
      pattern: /^[a-z][a-z0-9_]*$/,
      example: 'terminal_id',
      hint: msg('Lower-case letters, digits and _. `descriptor` is used where a MID has none'),
    }),
    value: text(msg('Value'), { max: 120 }),
    merchantId: optional(
      reference(msg('Merchant'), targets.merchant, {
        emptyMeansAll: true,
        hint: msg('If empty: for all merchants'),
      }),
    ),
    provider: optional(
      reference(msg('Provider'), targets.serviceProvider, {
        emptyMeansAll: true,
        hint: msg('If empty: for all'),
      }),
    ),
    channel: optional(
      reference(msg('Channel'), targets.paymentChannel, {
        emptyMeansAll: true,
        hint: msg('If empty: for all'),
      }),
    ),
  },
  columns: ['name', 'value', 'merchantId', 'provider', 'channel', 'updatedAt'],
  sort: 'name',
  search: ['name', 'value'],
  filters: ['merchantId', 'provider', 'channel'],
  unique: [['name', 'merchantId', 'provider', 'channel']],
})
