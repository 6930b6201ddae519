import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import { text } from '@counterfoil/kit/contract/resource-fields.ts'

const msg = messagesOf(import.meta.url)

export const paymentMethods = resource({
  id: 'payment-methods',
  one: msg('Payment method'),
  many: msg('Payment method'),
  about: msg(
    'A method that is switched off is removed from all lists, and new payments with it are declined. Payments in progress are completed.',
  ),
  path: '/crm/settings/payment-method',
  screen: { path: '/crm/settings/payment-method', order: 80, icon: 'IconCreditCard' },
  permission: 'Settings.PaymentSettings.PaymentMethod.View',
  table: 'payment_method',
  key: 'code',
  owner: 'switch',
  forAll: 'Platform.Tenants.Features.Edit',
  fields: {
    code: text(msg('Code')),
    name: text(msg('Name')),
    nameTr: text(msg('Name in Turkish')),
  },
  columns: ['name', 'nameTr', 'code', 'updatedAt'],
  sort: 'name',
  search: ['name', 'nameTr', 'code'],
  isSeeded: true,
})
