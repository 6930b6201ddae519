import { currencyCode, id, timestamp } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'
import { payeeResult, payoutState, rail } from './payout-orders.schema.ts'

/** A payout in the merchant API, in responses of `/v1` and in webhooks. */
export const merchantPayout = z.object({
  id,
  status: payoutState.describe(
    '`waiting_for_approval` by people; `approved`: it goes at `sendAt`; `sent`: its rail has it; `paid`, which may still come back: `returned`. `declined`: refused, withdrawn or not approved in time; `failed`: refused by the rail. Of these two nothing was sent, and amount and fee are available again; of one that is returned the amount is.',
  ),
  amount: z.int().describe('What the payee gets, in minor units.'),
  fee: z.int().describe('What it costs you besides.'),
  currency: currencyCode,
  beneficiaryId: id.nullable(),
  beneficiary: z.object({
    name: z.string(),
    iban: z.string().nullable(),
    bic: z.string().nullable(),
    sortCode: z.string().nullable(),
    accountNumber: z.string().nullable(),
    // absent where an answer is given again that was stored before there was this
    storedCardId: id.nullable().optional(),
    country: z.string(),
  }),
  payeeCheck: z
    .object({ result: payeeResult, bankName: z.string().nullable() })
    .nullable()
    .describe('What the payee’s bank said of the name; null where no bank is asked.'),
  reference: z.string(),
  externalId: z.string().nullable(),
  rail,
  endToEndId: z.string(),
  reason: z
    .object({ code: z.string(), message: z.string() })
    .nullable()
    .describe('Of a refusal or a return: the scheme’s code, or why it was declined.'),
  sendAt: timestamp,
  createdAt: timestamp,
  updatedAt: timestamp,
})
export type MerchantPayout = z.infer<typeof merchantPayout>
