import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { calendarDay, cursorListOf, id } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'
import { bankPayment, bankPaymentStates } from './bank-payments.schema.ts'

const path = '/api/merchant/open-banking/payments'
const permission = 'Merchant.Payments.View'

const filter = z.object({
  state: z.enum(bankPaymentStates).optional(),
  bank: z
    .string()
    .regex(/^[a-z0-9_]{1,60}$/)
    .optional(),
  /** Days in the caller's time zone, both included. */
  dateFrom: calendarDay.optional(),
  dateTo: calendarDay.optional(),
})

export const listBankPayments = endpoint({
  id: 'bank-payments.list',
  method: 'GET',
  path,
  summary: 'Payments that payers were sent to their banks for, in the mode, newest first',
  permission,
  query: filter.extend({
    /** A position that this list has answered. */
    cursor: z
      .string()
      .regex(/^[np][0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
      .optional(),
    pageSize: z.coerce.number().int().min(1).max(100).default(20),
  }),
  answer: cursorListOf(bankPayment),
})

export const exportBankPayments = endpoint({
  id: 'bank-payments.downloadBankPayments',
  method: 'GET',
  path: `${path}/export`,
  summary: 'The same as CSV',
  permission,
  query: filter,
  contentType: 'text/csv',
})

export const readBankPayment = endpoint({
  id: 'bank-payments.read',
  method: 'GET',
  path: `${path}/:id`,
  summary: 'A payment by bank, with what the bank said of it',
  permission,
  params: z.object({ id }),
  answer: bankPayment,
})

/** Where banks send payers back to; the same for all payments. */
export const returnFromBank = endpoint({
  id: 'bank-payments.returnFromBank',
  method: 'GET',
  path: '/open-banking/return',
  summary: 'A payer is back from the bank, and goes on to the page of the payment',
  public: true,
  query: z.object({
    state: z
      .string()
      .max(300)
      .meta({ examples: ['no-such-state'] }),
    code: z.string().max(500).optional(),
    error: z.string().max(100).optional(),
    iss: z.string().max(300).optional(),
  }),
  answer: z.string(),
  contentType: 'text/html; charset=utf-8',
})
