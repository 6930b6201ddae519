import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { targets } from '@counterfoil/kit/contract/reference-targets.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import {
  choice,
  multiline,
  optional,
  reference,
  text,
} from '@counterfoil/kit/contract/resource-fields.ts'
import { retryNames, unifiedCodes } from './error-mappings.schema.ts'

const msg = messagesOf(import.meta.url)

const max = 300

export const errorMappings = resource({
  id: 'error-mappings',
  one: msg('Error mapping'),
  many: msg('Error mappings'),
  about: msg(
    'What the codes of acquirers mean: the reason that payments and reports show, whether a payment is tried again, and what payers and merchants read. It counts for payments that are declined from then on.',
  ),
  path: '/crm/settings/error-mappings',
  screen: { path: '/crm/settings/error-mappings', order: 414, icon: 'IconArrowsExchange' },
  permission: 'Settings.PaymentSettings.ErrorMapping.View',
  table: 'error_mapping',
  owner: 'tenant',
  fields: {
    provider: reference(msg('Provider'), targets.serviceProvider),
    rawCode: text(msg('Code of the acquirer'), {
      max: 60,
      example: '57',
      hint: msg('As the acquirer sends it; capital and small letters differ'),
    }),
    unifiedCode: choice(msg('Reason'), unifiedCodes),
    retry: choice(msg('May it be tried again?'), retryNames, {
      hint: msg(
        'As the card scheme advises. “At another acquirer” sends it there at once, if there is one',
      ),
    }),
    payerTextEn: optional(
      multiline(msg('Payer reads, in English'), {
        max,
        hint: msg('If empty: the usual text of the reason'),
      }),
    ),
    payerTextTr: optional(multiline(msg('Payer reads, in Turkish'), { max })),
    merchantTextEn: optional(
      multiline(msg('Merchant reads, in English'), {
        max,
        hint: msg('What to do about it, on the payment’s page and in the API'),
      }),
    ),
    merchantTextTr: optional(multiline(msg('Merchant reads, in Turkish'), { max })),
  },
  columns: ['rawCode', 'provider', 'unifiedCode', 'retry', 'payerTextEn', 'updatedAt'],
  sort: 'rawCode',
  search: ['rawCode', 'payerTextEn', 'payerTextTr', 'merchantTextEn', 'merchantTextTr'],
  filters: ['provider', 'unifiedCode', 'retry'],
  unique: [['provider', 'rawCode']],
  refreshes: ['error-mappings.unmapped'],
  example: {
    ...{ payerTextEn: 'Ask your bank.', payerTextTr: 'Bankanıza sorun.' },
    ...{ merchantTextEn: null, merchantTextTr: null },
  },
})
