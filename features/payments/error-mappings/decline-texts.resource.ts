import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { targets } from '@counterfoil/kit/contract/reference-targets.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import { choice, multiline, reference } from '@counterfoil/kit/contract/resource-fields.ts'
import { unifiedCodes } from './error-mappings.schema.ts'

const msg = messagesOf(import.meta.url)

const max = 300

export const declineTexts = resource({
  id: 'decline-texts',
  one: msg('Text for payers'),
  many: msg('Merchants’ error mappings'),
  about: msg(
    'What payers of a merchant read on its payment pages when a payment is declined, by the reason. It takes precedence over the text of the error mapping.',
  ),
  path: '/crm/settings/merchant-error-mappings',
  screen: { path: '/crm/settings/merchant-error-mappings', order: 415, icon: 'IconArrowsExchange' },
  permission: 'Settings.PaymentSettings.ErrorMapping.View',
  merchants: {
    many: msg('Error mappings'),
    about: msg(
      'What payers read on your payment pages when a payment is declined, by the reason. Reasons without a text here have the usual one.',
    ),
    path: '/merchant/payment-settings/error-mappings',
    group: 'payment-settings',
    order: 110,
    permission: ['Merchant.Organization.ErrorManagement'],
  },
  table: 'decline_text',
  owner: 'tenant',
  merchantField: 'merchantId',
  fields: {
    merchantId: reference(msg('Merchant'), targets.merchant, { isFixed: true }),
    unifiedCode: choice(msg('Reason'), unifiedCodes),
    payerTextEn: multiline(msg('Payer reads, in English'), {
      max,
      example: 'Please ask your bank.',
    }),
    payerTextTr: multiline(msg('Payer reads, in Turkish'), { max, example: 'Bankanıza sorun.' }),
  },
  columns: ['unifiedCode', 'merchantId', 'payerTextEn', 'payerTextTr', 'updatedAt'],
  sort: 'unifiedCode',
  search: ['payerTextEn', 'payerTextTr'],
  filters: ['merchantId', 'unifiedCode'],
  unique: [['merchantId', 'unifiedCode']],
})
