import { paymentStatus } from '@counterfoil/features/payments/processing/payments.schema.ts'
import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import {
  currencyCode,
  emailAddress,
  id,
  idParams,
  listOf,
  pageQuery,
  timestamp,
} from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'
import { newLink } from './payment-pages.contract.ts'
import { pageUsage, paymentLink } from './payment-pages.schema.ts'

const path = '/api/payment-links'
const permission = 'Merchant.Payment.Links'
const refreshes = ['payment-links.*']

export const listPaymentLinks = endpoint({
  id: 'payment-links.list',
  method: 'GET',
  path,
  summary: 'Your payment links in the mode, newest first',
  permission,
  query: pageQuery.extend({
    /** In description, order number and who made it. */
    searchKey: z.string().max(100).optional(),
    usage: pageUsage.optional(),
  }),
  answer: listOf(paymentLink),
})

export const listLinkWebsites = endpoint({
  id: 'payment-links.websites',
  method: 'GET',
  path: `${path}/websites`,
  summary: 'Your websites in use, whose look and methods a link can have',
  permission,
  answer: listOf(z.object({ id, name: z.string() })),
})

/** The most links in one file. */
export const maxExportedLinks = 10_000

export const exportPaymentLinks = endpoint({
  id: 'payment-links.exportLinks',
  method: 'GET',
  path: `${path}/csv`,
  summary: 'Your payment links in the mode as CSV, found as in the list; 10,000 at most',
  permission,
  query: z.object({ searchKey: z.string().max(100).optional(), usage: pageUsage.optional() }),
  answer: z.string(),
  contentType: 'text/csv; charset=utf-8',
})

export const readPaymentLink = endpoint({
  id: 'payment-links.read',
  method: 'GET',
  path: `${path}/:id`,
  summary: 'A payment link with its payments, and its address as a picture that phones read',
  permission,
  params: idParams,
  answer: paymentLink.extend({
    /** SVG. */
    qr: z.string(),
    paid: z.array(
      z.object({
        id,
        status: paymentStatus,
        amount: z.int(),
        currency: currencyCode,
        createdAt: timestamp,
      }),
    ),
  }),
})

export const createPaymentLink = endpoint({
  id: 'payment-links.createLink',
  method: 'POST',
  path,
  summary: 'Make a payment link in the mode',
  permission,
  body: newLink,
  answer: paymentLink,
  status: 201,
  refreshes,
})

export const maxLinksAtOnce = 500

export const createPaymentLinks = endpoint({
  id: 'payment-links.createLinks',
  method: 'POST',
  path: `${path}/many`,
  summary: 'Make many payment links of a CSV: all of them, or none with the fault of each line',
  permission,
  body: z.object({
    /** With the columns amount, currency, description and, where wanted, externalId, usage, expiresAt, email. */
    csv: z
      .string()
      .min(1)
      .max(200_000)
      .meta({ examples: ['amount,currency,description\n12.50,GBP,Two books'] }),
    /** Also where links like some of these were made lately: who got the first would be asked to pay twice. */
    despiteRepeats: z.boolean().optional(),
  }),
  answer: z.object({ created: z.int(), sent: z.int() }),
  status: 201,
  refreshes,
})

export const disablePaymentLink = endpoint({
  id: 'payment-links.disableLink',
  method: 'POST',
  path: `${path}/:id/disable`,
  summary: 'Disable a payment link: nothing more is paid by it',
  permission,
  params: idParams,
  answer: paymentLink,
  refreshes,
})

export const sendPaymentLink = endpoint({
  id: 'payment-links.sendLink',
  method: 'POST',
  path: `${path}/:id/mails`,
  summary: 'Send a payment link by mail',
  permission,
  params: idParams,
  body: z.object({ email: emailAddress, language: z.enum(['en', 'tr']).default('en') }),
  answer: z.object({ sentTo: z.string() }),
  status: 201,
})
