import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { cursorListOf, id, idParams, listOf, pageQuery } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'
import {
  bankEntry,
  connectableBank,
  connection,
  connectionDetails,
  connectionStates,
} from './open-banking.schema.ts'

const path = '/api/merchant/open-banking'
export const openBankingView = 'Merchant.Payments.View'
const openBankingEdit = 'Merchant.Payments.Edit'
const refreshes = ['open-banking.*']

export const listBanks = endpoint({
  id: 'open-banking.banks',
  method: 'GET',
  path: `${path}/banks`,
  summary: 'The banks that can be connected in the mode',
  permission: openBankingView,
  answer: z.object({ data: z.array(connectableBank) }),
})

export const listConnections = endpoint({
  id: 'open-banking.connections',
  method: 'GET',
  path: `${path}/connections`,
  summary: 'Your connections to banks in the mode, newest first',
  permission: openBankingView,
  query: pageQuery.extend({ state: z.enum(connectionStates).optional() }),
  answer: listOf(connection),
})

export const readConnection = endpoint({
  id: 'open-banking.connection',
  method: 'GET',
  path: `${path}/connections/:id`,
  summary: 'A connection with the accounts that it reads',
  permission: openBankingView,
  params: idParams,
  answer: connectionDetails,
})

const atBank = z.object({
  id,
  /** The bank's page, on which it is approved. */
  url: z.url(),
})

export const createConnection = endpoint({
  id: 'open-banking.connectBank',
  method: 'POST',
  path: `${path}/connections`,
  summary: 'Begin a connection: it is approved at the bank',
  permission: openBankingEdit,
  body: z.strictObject({
    bank: z
      .string()
      .regex(/^[a-z0-9_]{1,60}$/)
      .meta({ examples: ['sandbox_bank'] }),
  }),
  answer: atBank,
  status: 201,
  refreshes,
})

export const continueConnection = endpoint({
  id: 'open-banking.continueConnection',
  method: 'POST',
  path: `${path}/connections/:id/continue`,
  summary: 'Go to the bank again for a connection that was not approved yet',
  permission: openBankingEdit,
  params: idParams,
  answer: atBank,
  refreshes,
})

export const renewConnection = endpoint({
  id: 'open-banking.renewConnection',
  method: 'POST',
  path: `${path}/connections/:id/renew`,
  summary: 'Begin a connection that takes the place of this one once it is approved',
  permission: openBankingEdit,
  params: idParams,
  answer: atBank,
  status: 201,
  refreshes,
})

export const revokeConnection = endpoint({
  id: 'open-banking.revokeConnection',
  method: 'DELETE',
  path: `${path}/connections/:id`,
  summary: 'End a connection: nothing more is read, and the bank is notified',
  permission: openBankingEdit,
  params: idParams,
  answer: connection,
  refreshes,
})

export const completeConnection = endpoint({
  id: 'open-banking.completeConnection',
  method: 'POST',
  path: `${path}/authorisations`,
  summary: 'What the bank sent its customer back with; it counts once, and for who went there',
  permission: openBankingEdit,
  body: z.strictObject({
    state: z
      .string()
      .max(200)
      .meta({ examples: ['no-such-state'] }),
    code: z.string().max(500).optional(),
    error: z.string().max(100).optional(),
  }),
  answer: connection,
  refreshes,
})

export const refreshConnection = endpoint({
  id: 'open-banking.readBank',
  method: 'POST',
  path: `${path}/connections/:id/readings`,
  summary: 'Read accounts, balances and transactions from the bank now',
  permission: openBankingView,
  params: idParams,
  answer: connectionDetails,
  refreshes,
})

export const listBankEntries = endpoint({
  id: 'open-banking.entries',
  method: 'GET',
  path: `${path}/entries`,
  summary: 'Transactions of connected accounts in the mode, the last first',
  permission: openBankingView,
  query: z.object({
    connectionId: id.optional(),
    accountId: id.optional(),
    /** In reference and name. */
    searchKey: z.string().max(100).optional(),
    direction: z.enum(['in', 'out']).optional(),
    cursor: z.string().max(200).optional(),
    pageSize: z.coerce.number().int().min(1).max(100).default(20),
  }),
  answer: cursorListOf(bankEntry),
})
