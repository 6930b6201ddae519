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

const secretPath = '/api/developer-settings/hosted-payment/return-secret'

const returnSecret = z.object({ version: z.int(), secret: z.string() })

/** With which returns are signed, and the one that was made to follow it. */
const returnSecrets = z.object({ used: returnSecret, next: returnSecret.nullable() })

/** Of the newest return secret that the caller has seen: what another person did meanwhile is not overlooked. */
const newest = z.strictObject({ newest: z.int().min(0).max(1_000_000) })

export const readReturnSecret = endpoint({
  id: 'websites.return-secret',
  method: 'POST',
  path: secretPath,
  summary:
    'Show the secret with which the merchant’s shop checks the result that a payer returns with, and the one that was made to follow it',
  permission,
  body: z.strictObject({}),
  answer: returnSecrets,
})

export const makeReturnSecret = endpoint({
  id: 'websites.make-return-secret',
  method: 'POST',
  path: `${secretPath}/next`,
  summary:
    'Make a return secret that follows the one in use: returns are signed with the old one until the new one is used',
  permission,
  body: newest,
  answer: returnSecrets,
})

export const replaceReturnSecret = endpoint({
  id: 'websites.use-return-secret',
  method: 'POST',
  path: `${secretPath}/use`,
  summary: 'Sign returns with the newest return secret from now on; the one before it ends',
  permission,
  body: newest,
  answer: returnSecrets,
})
