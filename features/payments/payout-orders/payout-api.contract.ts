import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import {
  amountMinor,
  currencyCode,
  id,
  idParams,
  timestamp,
} from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'
import { payeeResult, payoutSpeed, payoutState, rail } from './payout-orders.schema.ts'

const country = z
  .string()
  .regex(/^[A-Z]{2}$/, 'A country is a code of two capital letters, like GB')

const payee = z.strictObject({
  name: z.string().trim().min(1).max(70),
  kind: z.enum(['person', 'company']).default('company'),
  iban: z.string().min(1).max(42).optional(),
  bic: z.string().min(1).max(11).optional(),
  sortCode: z.string().min(1).max(8).optional(),
  accountNumber: z.string().min(1).max(10).optional(),
  country,
  town: z.string().trim().min(1).max(35).optional(),
})

export const newPayout = z
  .strictObject({
    amount: amountMinor,
    currency: currencyCode,
    /** One of the merchant's beneficiaries, or else: */
    beneficiaryId: id.optional(),
    /** Somebody who is no beneficiary, paid this once. */
    beneficiary: payee.optional(),
    /** What the payee reads. */
    reference: z.string().trim().min(1).max(140),
    externalId: z.string().min(1).max(100).optional(),
    speed: payoutSpeed.optional(),
  })
  .meta({
    examples: [
      {
        ...{ amount: 1250, currency: 'EUR', reference: 'INV-1' },
        beneficiary: { name: 'Ada Ltd', iban: 'DE89370400440532013000', country: 'DE' },
      },
    ],
  })
export type NewPayout = z.infer<typeof newPayout>

export const merchantPayout = z.object({
  id,
  status: payoutState,
  amount: z.int(),
  fee: z.int(),
  currency: currencyCode,
  beneficiaryId: id.nullable(),
  beneficiary: z.object({
    name: z.string(),
    iban: z.string().nullable(),
    bic: z.string().nullable(),
    sortCode: z.string().nullable(),
    accountNumber: z.string().nullable(),
    country: z.string(),
  }),
  /** What the payee's bank said of the name; null where no bank is asked. */
  payeeCheck: z.object({ result: payeeResult, bankName: z.string().nullable() }).nullable(),
  reference: z.string(),
  externalId: z.string().nullable(),
  rail,
  endToEndId: z.string(),
  /** Of a refusal or a return: the scheme's code, or why it was declined. */
  reason: z.object({ code: z.string(), message: z.string() }).nullable(),
  sendAt: timestamp,
  createdAt: timestamp,
  updatedAt: timestamp,
})
export type MerchantPayout = z.infer<typeof merchantPayout>

export const createPayout = endpoint({
  id: 'merchantApi.createPayout',
  method: 'POST',
  path: '/v1/payouts',
  summary:
    'Pay out to a beneficiary. The amount and its fee are set aside at once; somebody may have to approve it.',
  scope: 'payouts:write',
  body: newPayout,
  answer: merchantPayout,
  status: 201,
  idempotent: true,
})

export const readPayout = endpoint({
  id: 'merchantApi.readPayout',
  method: 'GET',
  path: '/v1/payouts/:id',
  summary: 'Read a payout: where it stands',
  scope: 'payments:read',
  params: idParams,
  answer: merchantPayout,
})
