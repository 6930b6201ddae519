import { payerPage } from '@counterfoil/features/payments/payment-pages/payer.contract.ts'
import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { id } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'

const permission = ['Merchant.Settings.PPC']

/** A page of a website, as a payer would see it, with an amount for show. */
export const readPagePreview = endpoint({
  id: 'websites.preview',
  method: 'GET',
  path: '/api/developer-settings/hosted-payment/preview',
  summary: 'What a payment page of the merchant looks like, of one of its websites or of none',
  permission,
  query: z.object({ websiteId: id.optional() }),
  answer: payerPage,
})

export const readReturnSecret = endpoint({
  id: 'websites.return-secret',
  method: 'POST',
  path: '/api/developer-settings/hosted-payment/return-secret',
  summary:
    'Show the secret with which the merchant’s shop checks the result that a payer returns with',
  permission,
  body: z.strictObject({}),
  answer: z.object({ secret: z.string() }),
})
