import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { targets } from '@counterfoil/kit/contract/reference-targets.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import { choice, optional, reference, text } from '@counterfoil/kit/contract/resource-fields.ts'

const msg = messagesOf(import.meta.url)

export const disputeRefunds = resource({
  id: 'dispute-refunds',
  one: msg('Refund during a dispute'),
  many: msg('Refunds during a dispute'),
  about: msg(
    'Whether a payment is refunded while a dispute of it is open. Without a rule it is, as far as it is not disputed. The merchant’s own rules come first; of several the strictest counts.',
  ),
  path: '/crm/settings/dispute-refunds',
  screen: { path: '/crm/settings/dispute-refunds', order: 412, icon: 'IconReceiptRefund' },
  permission: 'Settings.PaymentSettings.DisputeRefund.View',
  table: 'dispute_refund_rule',
  owner: 'tenant',
  merchantField: 'merchantId',
  fields: {
    name: text(msg('Name'), { max: 100 }),
    merchantId: optional(
      reference(msg('Merchant'), targets.merchant, {
        emptyMeansAll: true,
        hint: msg('If empty: for all merchants'),
      }),
    ),
    rule: choice(
      msg('Refunds are'),
      msg({
        refused: 'Refused',
        warned: 'Allowed after a warning',
        allowed: 'Made',
      }),
    ),
  },
  columns: ['name', 'rule', 'merchantId', 'updatedAt'],
  sort: 'name',
  search: ['name'],
  filters: ['rule', 'merchantId'],
  unique: [['name']],
})
