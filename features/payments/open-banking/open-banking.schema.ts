import { id, modeName, timestamp } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'

/** The documents' names of what becomes of a connection. */
export const connectionStates = [
  'AwaitingAuthorisation',
  'Authorised',
  'Rejected',
  'Revoked',
  'Expired',
] as const
export type ConnectionState = (typeof connectionStates)[number]

export const connectableBank = z.object({
  id: z.string(),
  name: z.string(),
  isSandbox: z.boolean(),
})
export type ConnectableBank = z.infer<typeof connectableBank>

export const connection = z.object({
  id,
  bank: z.string(),
  bankName: z.string(),
  isSandbox: z.boolean(),
  mode: modeName,
  state: z.enum(connectionStates),
  /** In the bank's own word. */
  bankStatus: z.string(),
  consentId: z.string(),
  /** The connection that this one takes the place of, or that took its place. */
  renewsId: id.nullable(),
  renewedById: id.nullable(),
  createdBy: z.string(),
  createdAt: timestamp,
  authorisedAt: timestamp.nullable(),
  expiresAt: timestamp,
  endedAt: timestamp.nullable(),
  /** It ended here, and its bank does not know it yet. */
  isBankToBeNotified: z.boolean(),
  mayRenew: z.boolean(),
  readAt: timestamp.nullable(),
  /** Why the last reading failed; null: it did not. */
  readError: z.string().nullable(),
})
export type Connection = z.infer<typeof connection>

const connectedAccount = z.object({
  id,
  name: z.string(),
  /** Its last four digits. */
  numberEnd: z.string(),
  currency: z.string(),
  balance: z.int().nullable(),
  balanceAt: timestamp.nullable(),
})
export type ConnectedAccount = z.infer<typeof connectedAccount>

export const connectionDetails = connection.extend({ accounts: z.array(connectedAccount) })

export const bankEntry = z.object({
  id,
  accountId: id,
  accountName: z.string(),
  bookedAt: timestamp,
  /** Negative: money went out. */
  amount: z.int(),
  currency: z.string(),
  reference: z.string(),
  counterparty: z.string().nullable(),
  /** The payment whose reference it quotes. */
  paymentId: id.nullable(),
})
export type BankEntryView = z.infer<typeof bankEntry>
