import { pageBrowser } from '@counterfoil/features/payments/authentication/authentication.schema.ts'
import { cardFields } from '@counterfoil/features/payments/card-tokens/card-fields.schema.ts'
import { cardToken } from '@counterfoil/features/payments/card-tokens/card-tokens.contract.ts'
import { paymentMethods } from '@counterfoil/features/payments/processing/payments.schema.ts'
import { usableCard } from '@counterfoil/features/payments/stored-cards/stored-cards.schema.ts'
import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import {
  amountMinor,
  emailAddress,
  id,
  modeName,
  timestamp,
} from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'
import { pageStatus } from './payment-pages.schema.ts'

// What a payer's browser calls, without a sign-in: the token of the page's address is all that it has.

const params = z.object({
  token: z
    .string()
    .regex(/^[\w-]{16,64}$/)
    .meta({ examples: ['no-page-has-this-token'] }),
})

/** A payment as its payer sees it. */
const payerPayment = z.object({
  id,
  outcome: z.enum(['paid', 'pending', 'refused']),
  amount: z.int(),
  currency: z.string(),
  method: z.object({
    type: z.string(),
    brand: z.string().nullable(),
    last4: z.string().nullable(),
  }),
  /** Why it was refused, as far as the payer can do something about it. */
  reason: z
    .enum(['funds', 'details', 'expired', 'confirmation', 'abandoned', 'bank', 'bankAway', 'other'])
    .nullable(),
  /** What the merchant or its operator has payers read instead, in each language. */
  refusal: z.object({ en: z.string(), tr: z.string() }).nullable(),
  /** Where the payer confirms it. */
  confirmUrl: z.string().nullable(),
  /** The payer may give it up, and choose another way. */
  mayAbandon: z.boolean(),
  /** The account and the reference of a bank transfer. */
  transfer: z
    .object({
      reference: z.string(),
      accountHolder: z.string().nullable(),
      iban: z.string().nullable(),
      bic: z.string().nullable(),
      /** A picture that banks' apps read (SVG); null where there is no account or the currency has no such code. */
      qr: z.string().nullable(),
    })
    .nullable(),
  /** Back to the shop, with the signed result; null where there is no shop. */
  returnUrl: z.string().nullable(),
  createdAt: timestamp,
})
export type PayerPayment = z.infer<typeof payerPayment>

/** A card that is saved without a payment, as its payer sees it. */
const payerCard = z.object({
  id,
  outcome: z.enum(['stored', 'pending', 'refused']),
  /** Of a card that was refused no digits are left. */
  method: payerPayment.shape.method,
  reason: payerPayment.shape.reason,
  refusal: payerPayment.shape.refusal,
  /** Where the payer confirms it. */
  confirmUrl: z.string().nullable(),
  /** Back to the shop, with the signed result. */
  returnUrl: z.string().nullable(),
  createdAt: timestamp,
})
export type PayerCard = z.infer<typeof payerCard>

/** What has to be found before a payment is taken: a number whose hash begins with so many zero bits. */
const work = z.object({ challenge: z.string(), bits: z.int() })

export const payerPage = z.object({
  status: pageStatus,
  mode: modeName,
  merchantName: z.string(),
  tenantName: z.string(),
  logo: z.string().nullable(),
  colour: z.string(),
  languages: z.array(z.string()),
  description: z.string().nullable(),
  externalId: z.string().nullable(),
  amount: z.int().nullable(),
  minAmount: z.int().nullable(),
  maxAmount: z.int().nullable(),
  currency: z.string(),
  decimalPlaces: z.int(),
  /** Once it is paid or saved, hidden but for its beginning and its domain. */
  email: z.string().nullable(),
  methods: z.array(z.enum([...paymentMethods, 'pay_by_bank'])),
  /** At which the payer can approve a payment by bank; they are named where that is offered. */
  banks: z.array(z.object({ id: z.string(), name: z.string(), isSandbox: z.boolean() })),
  /** Cards that the customer whom the merchant's server named let the merchant keep. */
  storedCards: z.array(usableCard.omit({ uses: true })),
  /** What the payer may agree to: that the card is kept; null: the page does not ask. */
  storeCard: z
    .object({ version: z.string(), text: z.object({ en: z.string(), tr: z.string() }) })
    .nullable(),
  work,
  /** Seconds to wait before the next try. What used up the page is shown by its own call, to who knows its id. */
  waitS: z.int(),
})
export type PayerPage = z.infer<typeof payerPage>

export const readPayerPage = endpoint({
  id: 'payer.page',
  method: 'GET',
  path: '/api/pay/:token',
  summary: 'What a payer is asked for on a payment page',
  public: true,
  params,
  answer: payerPage,
})

export const createPayerToken = endpoint({
  id: 'payer.createToken',
  method: 'POST',
  path: '/api/pay/:token/card-tokens',
  summary: "Make a token of the payer's card, for the payment that follows at once",
  public: true,
  params,
  body: z.strictObject(cardFields),
  answer: cardToken,
  status: 201,
  cardNumberIn: 'number',
})

const agreement = z.strictObject({ consent: z.literal(true), version: z.string().min(1).max(60) })

/** The challenge of the page, and the number that was found for it and this request's Idempotency-Key. */
const foundWork = z.strictObject({ challenge: z.string().max(300), number: z.int().min(0) })

export const createPayerPayment = endpoint({
  id: 'payer.createPayment',
  method: 'POST',
  path: '/api/pay/:token/payments',
  summary: 'Pay',
  public: true,
  params,
  body: z.strictObject({
    method: z.discriminatedUnion('type', [
      z.strictObject({ type: z.literal('token'), token: id }),
      /** A card that the page offers, with its security code, which is not kept. */
      z.strictObject({
        type: z.literal('stored'),
        id,
        /** Absent: what was answered to the request with this key is asked for, and nothing is paid. */
        securityCode: z
          .string()
          .regex(/^\d{3,4}$/, 'A security code has 3 or 4 digits')
          .optional(),
      }),
      z.strictObject({ type: z.literal('bank_transfer') }),
      z.strictObject({ type: z.literal('alternative') }),
      /** Approved at the payer's bank, over open banking. */
      z.strictObject({
        type: z.literal('pay_by_bank'),
        bank: z.string().regex(/^[a-z0-9_]{1,60}$/),
      }),
    ]),
    /** Where the page leaves it to the payer. */
    amount: amountMinor.optional(),
    email: emailAddress.optional(),
    /** The payer agrees to the card being kept: to the text of this version, in the language of the page. */
    storeCard: agreement.optional(),
    language: z.enum(['en', 'tr']).default('en'),
    /** For 3-D Secure. */
    browser: pageBrowser.optional(),
    work: foundWork,
  }),
  answer: payerPayment,
  status: 201,
  idempotent: true,
})

export const createPayerCard = endpoint({
  id: 'payer.createCard',
  method: 'POST',
  path: '/api/pay/:token/cards',
  summary: 'Save a card on a page that takes no payment: its issuer is asked whether it is good',
  public: true,
  params,
  body: z.strictObject({
    /** Of the card, from `/api/pay/:token/card-tokens`. */
    token: id,
    /** The payer agrees to the card being kept: to the text of this version, in the language of the page. */
    storeCard: agreement,
    language: z.enum(['en', 'tr']).default('en'),
    browser: pageBrowser.optional(),
    work: foundWork,
  }),
  answer: payerCard,
  status: 201,
  idempotent: true,
})

export const readPayerCard = endpoint({
  id: 'payer.card',
  method: 'GET',
  path: '/api/pay/:token/cards/:id',
  summary: 'Whether a card that was entered on the page is saved',
  public: true,
  params: params.extend({ id }),
  answer: payerCard,
})

export const readPayerPayment = endpoint({
  id: 'payer.payment',
  method: 'GET',
  path: '/api/pay/:token/payments/:id',
  summary: 'What became of a payment that was made on the page',
  public: true,
  params: params.extend({ id }),
  answer: payerPayment,
})

export const abandonPayerPayment = endpoint({
  id: 'payer.abandonPayment',
  method: 'POST',
  path: '/api/pay/:token/payments/:id/abandon',
  summary:
    'Give up a payment that is not confirmed or transferred yet, to choose another way to pay',
  public: true,
  params: params.extend({ id }),
  body: z.strictObject({}),
  answer: payerPayment,
})
