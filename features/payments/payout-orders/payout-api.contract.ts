import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { amountMinor, currencyCode, id, idParams } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'
import { merchantPayout } from './payout-api.schema.ts'
import { payoutSpeed } from './payout-orders.schema.ts'

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
  /** Instead of an account: a stored card whose holder agreed to receive money on it. */
  storedCardId: id.optional(),
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
