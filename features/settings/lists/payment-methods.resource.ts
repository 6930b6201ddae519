import { resource } from '@counterfoil/kit/contract/resource.ts'
import { text } from '@counterfoil/kit/contract/resource-fields.ts'

export const paymentMethods = resource({
  id: 'payment-methods',
  one: ['Payment method', 'Ödeme yöntemi'],
  many: ['Payment method', 'Ödeme yöntemi'],
  about: [
    'A method that is switched off leaves every list, and new payments by it are declined. Payments under way finish.',
    'Kapatılan yöntem tüm listelerden çıkar ve bu yöntemle yeni ödemeler reddedilir. Süren ödemeler tamamlanır.',
  ],
  path: '/crm/settings/payment-method',
  screen: { path: '/crm/settings/payment-method', order: 80, icon: 'IconCreditCard' },
  permission: 'Settings.PaymentSettings.PaymentMethod.View',
  table: 'payment_method',
  key: 'code',
  owner: 'switch',
  forAll: 'Platform.Tenants.Features.View',
  fields: {
    code: text(['Code', 'Kod']),
    name: text(['Name', 'Ad']),
    nameTr: text(['Name in Turkish', 'Türkçe adı']),
  },
  columns: ['name', 'nameTr', 'code', 'updatedAt'],
  sort: 'name',
  search: ['name', 'nameTr', 'code'],
  isSeeded: true,
})
