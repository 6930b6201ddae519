import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { targets } from '@counterfoil/kit/contract/reference-targets.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import {
  choice,
  optional,
  percentage,
  reference,
  text,
  wholeNumber,
} from '@counterfoil/kit/contract/resource-fields.ts'

const msg = messagesOf(import.meta.url)

export const ratioAlerts = resource({
  id: 'ratio-alerts',
  one: msg('Decline / pending ratio alert'),
  many: msg('Decline / pending ratio alerts'),
  about: msg(
    'Platform staff and the tenant’s operators are notified once when the share of Live payments reaches the threshold, and again only after it has recovered.',
  ),
  path: '/crm/settings/alerts/decline-pending-ratio',
  screen: {
    path: '/crm/settings/alerts/decline-pending-ratio',
    order: 370,
    icon: 'IconBellExclamation',
  },
  audience: ['platform'],
  permission: 'Platform.Tenants.View',
  table: 'ratio_alert',
  owner: 'tenant',
  merchantField: 'merchantId',
  fields: {
    name: text(msg('Name'), { max: 120 }),
    measure: choice(
      msg('Share of'),
      msg({
        declined: 'Declined payments',
        pending: 'Pending payments',
      }),
    ),
    thresholdPercent: percentage(msg('Threshold'), {
      min: 1,
      max: 100,
      hint: msg('Of the payments counted'),
    }),
    windowMinutes: wholeNumber(msg('Window'), {
      min: 5,
      max: 1440,
      hint: msg('Minutes: payments taken within them are counted'),
    }),
    minimumCount: wholeNumber(msg('At least'), {
      min: 1,
      max: 1_000_000,
      hint: msg('Payments: fewer say nothing'),
    }),
    merchantId: optional(
      reference(msg('Merchant'), targets.merchant, {
        emptyMeansAll: true,
        hint: msg('If empty: all merchants together'),
      }),
    ),
    provider: optional(
      reference(msg('Provider'), targets.serviceProvider, {
        emptyMeansAll: true,
        hint: msg('If empty: every provider'),
      }),
    ),
    method: optional(
      reference(msg('Payment method'), targets.paymentMethod, {
        emptyMeansAll: true,
        hint: msg('If empty: every method'),
      }),
    ),
  },
  columns: [
    'name',
    'measure',
    'thresholdPercent',
    'windowMinutes',
    'minimumCount',
    'merchantId',
    'provider',
    'method',
  ],
  sort: 'name',
  search: ['name'],
  filters: ['measure', 'merchantId', 'provider', 'method'],
  unique: [['name']],
})
