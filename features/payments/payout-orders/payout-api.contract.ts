import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import {
  amountMinor,
  countryCode,
  currencyCode,
  id,
  idParams,
  newestFirstListOf,
  newestFirstQuery,
} from '@counterfoil/kit/contract/fields.ts'
import { oneLine } from '@counterfoil/kit/contract/plain-text.ts'
import { z } from 'zod'
import { merchantPayout } from './payout-api.schema.ts'
import { payoutSpeed, payoutState } from './payout-orders.schema.ts'

const payee = z.strictObject({
  name: oneLine(z.string().trim())
    .min(1)
    .max(70)
    .describe('Of whom the account is, as the bank knows it.'),
  kind: z
    .enum(['person', 'company'])
    .default('company')
    .describe('What a bank that checks the name is asked for.'),
  iban: z.string().min(1).max(42).optional().describe('The account, outside the United Kingdom.'),
  bic: z
    .string()
    .min(1)
    .max(11)
    .optional()
    .describe('The bank of the IBAN, where it has to be named.'),
  sortCode: z.string().min(1).max(8).optional().describe('Six digits, with the account number.'),
  accountNumber: z.string().min(1).max(10).optional().describe('Eight digits, with the sort code.'),
  storedCardId: id
    .optional()
    .describe('Instead of an account: a stored card whose holder agreed to receive money on it.'),
  country: countryCode,
  town: oneLine(z.string().trim())
    .min(1)
    .max(35)
    .optional()
    .describe('Where the payee is at home.'),
})

const newPayout = z
  .strictObject({
    amount: amountMinor,
    currency: currencyCode,
    beneficiaryId: id.optional().describe('One of the merchant’s beneficiaries, or else:'),
    beneficiary: payee.optional().describe('Somebody who is no beneficiary, paid this once.'),
    reference: z.string().trim().min(1).max(140).describe('What the payee reads.'),
    externalId: z.string().min(1).max(100).optional().describe('Your own id of the payout.'),
    speed: payoutSpeed.optional().describe('Where several rails reach the account: which one.'),
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

export const listPayouts = endpoint({
  id: 'merchantApi.listPayouts',
  method: 'GET',
  path: '/v1/payouts',
  summary: 'List payouts to beneficiaries, newest first',
  scope: 'payments:read',
  query: z.strictObject({
    externalId: z.string().max(100).optional().describe('Exactly this one.'),
    status: payoutState.optional().describe('One of them.'),
    ...newestFirstQuery,
  }),
  answer: newestFirstListOf(merchantPayout),
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

export const withdrawPayout = endpoint({
  id: 'merchantApi.withdrawPayout',
  method: 'POST',
  path: '/v1/payouts/:id/withdrawals',
  summary:
    'Take back a payout that your server asked for, while it waits or is not sent yet: it is `declined`, and the amount and its fee are available again',
  scope: 'payouts:write',
  params: idParams,
  body: z.strictObject({}),
  answer: merchantPayout,
  status: 201,
  idempotent: true,
})
