import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import { choice, text } from '@counterfoil/kit/contract/resource-fields.ts'

const msg = messagesOf(import.meta.url)

/** What people decide on a payment, where a reason is chosen or typed. */
const decisions = msg({
  decline: 'Declining a payment',
  approve: 'Approving a payment',
  refund: 'Refunding a payment',
  capture: 'Capturing a payment',
  void: 'Voiding a payment',
  reverse: 'Reversing a payment',
  payout: 'Requesting a payout',
})

export const reasons = resource({
  id: 'reasons',
  one: msg('Reason'),
  many: msg('Reasons'),
  about: msg('Your own reasons, offered with the standard ones for decisions on payments.'),
  path: '/crm/settings/reasons',
  screen: { path: '/crm/settings/reasons', order: 410, icon: 'IconListCheck' },
  permission: 'manageReasons',
  table: 'reason',
  owner: 'tenant',
  fields: {
    name: text(msg('Reason'), { max: 120 }),
    action: choice(msg('For'), { ...decisions, dispute: msg('Opening a dispute') }),
    code: text(msg('Code'), {
      max: 30,
      pattern: /^[a-z0-9_]+$/,
      example: 'duplicate',
      isFixed: true,
      hint: msg('Small letters, digits and _'),
    }),
  },
  columns: ['name', 'action', 'code', 'updatedAt'],
  sort: 'name',
  search: ['name', 'code'],
  filters: ['action'],
  unique: [['code', 'action']],
})

export const requiredReasons = resource({
  id: 'required-reasons',
  one: msg('Required reason'),
  many: msg('Required reasons'),
  about: msg('Decisions on payments that require a reason in the portal.'),
  path: '/crm/settings/required-reasons',
  screen: { path: '/crm/settings/required-reasons', order: 411, icon: 'IconMessageExclamation' },
  permission: 'manageReasons',
  table: 'required_reason',
  owner: 'tenant',
  fields: { action: choice(msg('For'), decisions) },
  columns: ['action', 'updatedAt'],
  sort: 'action',
  search: ['action'],
  filters: ['action'],
  unique: [['action']],
})
