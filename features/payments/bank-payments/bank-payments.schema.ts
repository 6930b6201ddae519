import { id, modeName, timestamp } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'

/** `Expired`: it was not approved in time. `Failed`: it never came to the payer, or the bank could not be asked. */
export const bankPaymentStates = [
  'AwaitingAuthorisation',
  'Authorised',
  'Pending',
  'Completed',
  'Rejected',
  'Expired',
  'Failed',
] as const
export type BankPaymentState = (typeof bankPaymentStates)[number]

export const bankPayment = z.object({
  id,
  paymentId: id,
  externalId: z.string().nullable(),
  bank: z.string(),
  bankName: z.string(),
  isSandbox: z.boolean(),
  mode: modeName,
  amount: z.int(),
  currency: z.string(),
  state: z.enum(bankPaymentStates),
  /** The bank's own words. */
  bankStatus: z.string().nullable(),
  bankReason: z.string().nullable(),
  consentId: z.string().nullable(),
  bankPaymentId: z.string().nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
})
export type BankPaymentView = z.infer<typeof bankPayment>
