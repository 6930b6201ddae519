import { paymentMetadata } from '@counterfoil/features/payments/processing/payments.schema.ts'
import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import {
  amountMinor,
  countryCode,
  currencyCode,
  emailAddress,
  id,
  idParams,
  localInstant,
  maxAmountMinor,
  newestFirstListOf,
  newestFirstQuery,
} from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'
import { checkoutSession, merchantLink, offeredStorage, pageUsage } from './payment-pages.schema.ts'

/** Where a payer goes back to: an address of the web. What is said of the payment stands before its fragment. */
export const returnUrl = z
  .url({ protocol: /^https?$/, hostname: /./ })
  .max(2000)
  .meta({ examples: ['https://shop.example/thanks'] })

const returnText =
  'Where the payer comes back to, with a signed result at the end of its query: `sessionId` or `linkId`, `paymentId` or `storedCardId`, `status` (the payment’s; of a card its `verification.state`), `timestamp` and `signature`. Parameters of these names that it has of its own are left out.'

const websiteId = id.describe(
  'One of the merchant’s websites, by its id in the portal: the page looks like it.',
)

const fields = {
  amount: amountMinor.optional().describe('A fixed amount; absent: the payer chooses one.'),
  minAmount: amountMinor.optional().describe('The least that a payer may choose.'),
  maxAmount: amountMinor.optional().describe('The most that a payer may choose.'),
  currency: currencyCode,
  description: z
    .string()
    .trim()
    .min(1)
    .max(500)
    .describe('What is paid for, as the payer reads it.'),
  externalId: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe('Your own id, which its payments get.'),
  usage: pageUsage.describe('`single`: it is paid once; `multiple`: by any number of payers.'),
  expiresAt: localInstant.optional().describe('From then on nothing is paid by it. Absent: never.'),
  returnUrl: returnUrl.optional().describe(returnText),
  websiteId: websiteId.optional(),
  storeCard: offeredStorage
    .optional()
    .describe(
      'Payers may let the merchant keep the card, for these uses: the page shows what they agree to.',
    ),
}

const metadata = paymentMetadata
  .optional()
  .describe(
    'Kept for its payments, which get it, and answered with it; it is shown to no one else.',
  )

const examples = [
  { amount: 1250, currency: 'GBP', description: 'An order of two books', usage: 'single' },
]

export const newLink = z.strictObject(fields).meta({ examples })

export const createLink = endpoint({
  id: 'merchantApi.createPaymentLink',
  method: 'POST',
  path: '/v1/payment-links',
  summary: 'Make a payment link: of a fixed amount, or of one that the payer chooses within limits',
  scope: 'payments:write',
  body: z.strictObject({ ...fields, metadata }).meta({ examples }),
  answer: merchantLink,
  status: 201,
})

export const listLinks = endpoint({
  id: 'merchantApi.listPaymentLinks',
  method: 'GET',
  path: '/v1/payment-links',
  summary: 'List payment links with their payments, newest first',
  scope: 'payments:read',
  query: z.strictObject({
    externalId: z.string().max(100).optional().describe('Exactly this one.'),
    ...newestFirstQuery,
  }),
  answer: newestFirstListOf(merchantLink),
})

export const readLink = endpoint({
  id: 'merchantApi.readPaymentLink',
  method: 'GET',
  path: '/v1/payment-links/:id',
  summary: 'Read a payment link with its payments',
  scope: 'payments:read',
  params: idParams,
  answer: merchantLink,
})

export const disableLink = endpoint({
  id: 'merchantApi.disablePaymentLink',
  method: 'POST',
  path: '/v1/payment-links/:id/disable',
  summary: 'Disable a payment link: nothing more is paid by it',
  scope: 'payments:write',
  params: idParams,
  body: z.strictObject({}),
  answer: merchantLink,
})

/** Zero where the session saves a card and takes no payment. */
const sessionAmount = z
  .int('An amount is a whole number of minor units, like 1250 for 12.50')
  .min(0, 'An amount is not less than zero')
  .max(maxAmountMinor, 'This amount is too large')

export const createSession = endpoint({
  id: 'merchantApi.createCheckoutSession',
  method: 'POST',
  path: '/v1/checkout-sessions',
  summary:
    'Open a payment page for one order, or with an amount of 0 a page that saves a card; the payer comes back to the shop with a signed result',
  scope: 'payments:write',
  body: z
    .strictObject({
      amount: sessionAmount.describe(
        '0: the page saves the payer’s card (`storeCard`) for `customer.email`, and takes no payment.',
      ),
      currency: currencyCode,
      externalId: z.string().min(1).max(100).describe('Your own id, which its payment gets.'),
      returnUrl: returnUrl.describe(returnText),
      description: z
        .string()
        .trim()
        .min(1)
        .max(500)
        .optional()
        .describe('What is paid for, as the payer reads it.'),
      customer: z
        .strictObject({
          email: emailAddress.optional().describe('Stored cards and payers are found by it.'),
          country: countryCode.optional(),
        })
        .optional()
        .describe(
          'Who pays. With the e-mail the page offers the cards that this customer has stored.',
        ),
      websiteId: websiteId.optional(),
      storeCard: offeredStorage
        .optional()
        .describe(
          'The payer may let the merchant keep the card, for these uses: the page shows what is agreed to.',
        ),
      metadata,
    })
    .meta({
      examples: [
        {
          ...{ amount: 1250, currency: 'GBP', externalId: 'INV-1' },
          returnUrl: 'https://shop.example/thanks',
        },
      ],
    }),
  answer: checkoutSession,
  status: 201,
})

export const readSession = endpoint({
  id: 'merchantApi.readCheckoutSession',
  method: 'GET',
  path: '/v1/checkout-sessions/:id',
  summary: 'Read a checkout session with its payment or its stored card',
  scope: 'payments:read',
  params: idParams,
  answer: checkoutSession,
})
