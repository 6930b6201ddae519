import { waitingAnswer } from '@counterfoil/features/payments/confirmations/confirmations.schema.ts'
import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { currencyCode, id, idParams, listOf, pageQuery } from '@counterfoil/kit/contract/fields.ts'
import { oneLine } from '@counterfoil/kit/contract/plain-text.ts'
import { z } from 'zod'
import {
  candidate,
  isMistypedIban,
  knownBooking,
  transfer,
  transferDetails,
} from './suspense.schema.ts'

// What the bank booked and no payment explains: operators find out whose it is.

const path = '/api/crm/suspense'
const permission = 'CRM.Transaction.Suspense.View'
const editPermission = 'CRM.Transaction.Suspense.Edit'

const minorUnits = z.int().min(1).max(Number.MAX_SAFE_INTEGER)
const reason = z.string().trim().min(1, 'A reason is required').max(480)
const change = {
  method: 'POST',
  params: idParams,
  permission: editPermission,
  idempotent: true,
  refreshes: ['suspense.*', 'payments.*', 'bank-orders.*'],
} as const

export const listTransfers = endpoint({
  id: 'suspense.list',
  method: 'GET',
  path,
  summary: 'Money in suspense: transfers that belong to no payment, the oldest first',
  permission,
  query: pageQuery.extend({
    /** `cleared`: what was in suspense, the newest first. */
    which: z.enum(['open', 'cleared']).default('open'),
    currency: currencyCode.optional(),
  }),
  answer: listOf(transfer).extend({
    /** What is in suspense by currency: money in less money out. */
    totals: z.array(z.object({ currency: currencyCode, amount: z.int(), count: z.int() })),
  }),
})

export const readTransfer = endpoint({
  id: 'suspense.read',
  method: 'GET',
  path: `${path}/:id`,
  summary: 'A transfer in suspense, with what its money was used for',
  permission,
  params: idParams,
  answer: transferDetails,
})

export const listCandidates = endpoint({
  id: 'suspense.candidates',
  method: 'GET',
  path: `${path}/:id/candidates`,
  summary: 'Payments that wait for a bank transfer of this currency, the likeliest first',
  permission,
  params: idParams,
  query: z.object({ searchKey: z.string().trim().max(100).optional() }),
  answer: z.array(candidate),
})

const matchBody = z.strictObject({
  payments: z
    .array(z.strictObject({ paymentId: id, amount: minorUnits }))
    .min(1)
    .max(20),
  reason,
})

export const matchTransfer = endpoint({
  ...change,
  id: 'suspense.matchTransfer',
  path: `${path}/:id/matches`,
  summary:
    'Match a transfer, or parts of it, to payments; a payment is captured once its amount is there',
  body: matchBody.meta({
    examples: [
      {
        payments: [{ paymentId: '00000000-0000-7000-8000-000000000000', amount: 1206 }],
        reason: 'The payer named the order on the telephone',
      },
    ],
  }),
  answer: transferDetails,
})

const returnBody = z.strictObject({
  amount: minorUnits,
  payeeName: oneLine(z.string().trim()).min(1).max(70),
  payeeAccount: z
    .string()
    .max(60)
    .trim()
    .transform((text) => text.replaceAll(' ', '').toUpperCase())
    .pipe(
      z
        .string()
        .regex(/^[A-Z0-9]{4,34}$/, 'An account number has 4 to 34 letters and digits')
        .refine((account) => !isMistypedIban(account), 'A character of the IBAN is mistyped'),
    ),
  reason,
})

export const returnTransfer = endpoint({
  ...change,
  id: 'suspense.returnTransfer',
  path: `${path}/:id/returns`,
  summary:
    'Return a transfer, or a part of it, to its sender; the bank is told to quote the reference of the answer',
  body: returnBody.meta({
    examples: [
      {
        amount: 1206,
        payeeName: 'Jane Doe',
        payeeAccount: 'GB29NWBK60161331926819',
        reason: 'Nobody knows the order',
      },
    ],
  }),
  answer: transferDetails,
  accepted: waitingAnswer,
})

export const bookReturn = endpoint({
  ...change,
  id: 'suspense.bookReturn',
  path: `${path}/:id/booked-returns`,
  summary: 'Say that money that went out is a return which the bank booked without its reference',
  body: z.strictObject({ returnId: id, reason }).meta({
    examples: [
      { returnId: '00000000-0000-7000-8000-000000000000', reason: 'The bank cut the reference' },
    ],
  }),
  answer: transferDetails,
})

export const takeBackClearing = endpoint({
  ...change,
  id: 'suspense.takeBackClearing',
  path: `${path}/:id/take-backs`,
  summary:
    'Take back a match that still waits for the rest, or a return that the bank never carried out',
  body: z.strictObject({ clearingId: id, reason }).meta({
    examples: [
      { clearingId: '00000000-0000-7000-8000-000000000000', reason: 'It was of another order' },
    ],
  }),
  answer: transferDetails,
})

export const listBookings = endpoint({
  id: 'suspense.bookings',
  method: 'GET',
  path: `${path}/:id/bookings`,
  summary: 'Payouts and bank refunds in the books that a transfer can be, the likeliest first',
  permission,
  params: idParams,
  query: z.object({ searchKey: z.string().trim().max(100).optional() }),
  answer: z.array(knownBooking),
})

export const explainTransfer = endpoint({
  ...change,
  id: 'suspense.explainTransfer',
  path: `${path}/:id/bookings`,
  summary:
    'Say that a transfer is a payout, the return of one, or a bank refund that the books have already',
  body: z
    .strictObject({ ...knownBooking.pick({ subject: true, subjectId: true }).shape, reason })
    .meta({
      examples: [
        {
          subject: 'payout',
          subjectId: '00000000-0000-7000-8000-000000000000',
          reason: 'The bank cut the reference',
        },
      ],
    }),
  answer: transferDetails,
})
