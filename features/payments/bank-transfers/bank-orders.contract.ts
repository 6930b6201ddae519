import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { id, listOf, modeName, pageQuery, timestamp } from '@counterfoil/kit/contract/fields.ts'
import { oneLine } from '@counterfoil/kit/contract/plain-text.ts'
import { uploadIn } from '@counterfoil/kit/contract/uploads.ts'
import { z } from 'zod'

// A bank's statement, uploaded as CSV with the columns date, amount, currency, reference and, if it likes, payer. Its
// lines settle the payments by bank transfer whose references they quote.

const path = '/api/crm/tenpaybankorders'
const permission = 'Crm.Payments.PendingTransactions'

const bankOrder = z.object({
  id,
  tenantName: z.string(),
  bankName: z.string(),
  accountNumber: z.string(),
  fileName: z.string(),
  lines: z.int(),
  matched: z.int(),
  unmatched: z.int(),
  /** Lines that stand in an earlier statement of the account; nothing is booked of them. */
  repeated: z.int(),
  status: z.enum(['Processing', 'Completed']),
  uploadedBy: z.string().nullable(),
  createdAt: timestamp,
  finishedAt: timestamp.nullable(),
})
export type BankOrder = z.infer<typeof bankOrder>

const itemStatus = z.enum(['Waiting', 'Matched', 'Unmatched', 'Repeated'])

/** A line as its statement shows it, and whether it was matched. */
const statementLine = {
  line: z.int(),
  bookedOn: z.string(),
  amount: z.int(),
  currency: z.string(),
  reference: z.string(),
  payer: z.string().nullable(),
  status: itemStatus,
}

const bankOrderItem = z.object({
  id,
  ...statementLine,
  reason: z.string().nullable(),
  /** How much of an unmatched line was matched, returned or explained in suspense since, in minor units. */
  cleared: z.int(),
  paymentId: id.nullable(),
  externalId: z.string().nullable(),
  merchantName: z.string().nullable(),
  mode: modeName.nullable(),
  /** The payout over a rail that the line is, or whose return. */
  payout: z.object({ id, payeeName: z.string(), isReturn: z.boolean() }).nullable(),
  /** Of a repeated line: the same one in an earlier statement of the account. */
  earlier: z
    .object({
      bankOrderId: id,
      fileName: z.string(),
      uploadedAt: timestamp,
      ...statementLine,
    })
    .nullable(),
})
export type BankOrderItem = z.infer<typeof bankOrderItem>

export const listBankOrders = endpoint({
  id: 'bank-orders.list',
  method: 'GET',
  path,
  summary: "Bank's statements that were uploaded, the newest first",
  permission,
  query: pageQuery,
  answer: listOf(bankOrder),
})

export const listBankOrderItems = endpoint({
  id: 'bank-orders.items',
  method: 'GET',
  path: `${path}/items/:bankOrderId`,
  summary: 'The lines of a statement, with what each of them paid or why it paid nothing',
  permission,
  params: z.object({ bankOrderId: id }),
  query: pageQuery.extend({
    status: itemStatus.optional(),
    /** As the file counts it: the line that a link is about. */
    line: z.coerce.number().int().positive().max(2_147_483_647).optional(),
  }),
  answer: listOf(bankOrderItem).extend({ statement: bankOrder }),
})

/** For a line that is a second payment like the first, and not the same booking again. */
export const bookRepeatedLine = endpoint({
  id: 'bank-orders.book',
  method: 'POST',
  path: `${path}/items/:id/book`,
  summary: 'Book a line of a statement that stands in an earlier one too',
  permission,
  params: z.object({ id }),
  answer: bankOrder,
  refreshes: ['bank-orders.*'],
})

/** The form fields besides the file. */
export const statementFields = z.object({
  bankName: oneLine(z.string().trim()).min(1, 'Say which bank').max(100),
  accountNumber: z
    .string()
    .trim()
    .transform((text) => text.replaceAll(' ', '').toUpperCase())
    .pipe(z.string().regex(/^[A-Z0-9]{4,34}$/, 'An account number has 4 to 34 letters and digits')),
})

export const csvField = 'csvFile'

export const uploadBankOrder = endpoint({
  id: 'bank-orders.upload',
  method: 'POST',
  path,
  summary: 'Upload a statement: a form with bankName, accountNumber and csvFile',
  permission,
  body: uploadIn(csvField),
  /** `isRepeated`: the file was uploaded before, and nothing was changed. */
  answer: bankOrder.extend({ isRepeated: z.boolean() }),
  status: 201,
  refreshes: ['bank-orders.*'],
})
