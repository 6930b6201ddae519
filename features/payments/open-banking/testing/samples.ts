import { randomUUID } from 'node:crypto'
import { harbour, inTest, northwind } from '@counterfoil/api/testing/call-samples.ts'
import type { Samples } from '@counterfoil/api/testing/samples.ts'
import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import type { TestDatabase } from '@counterfoil/kit/testing/test-database.ts'

/** A connection of a merchant to a bank, with an account, a transaction and a payment by bank; answers the connection's id. */
async function makeBankRecords(
  { loader }: TestDatabase,
  {
    paymentId,
    mode,
    createdBy,
    ...own
  }: {
    readonly tenant_id: string
    readonly merchant_id: string
    readonly mode: 1 | 2
    readonly paymentId: string
    readonly createdBy: string
  },
): Promise<string> {
  const at = new Date()
  const [connection_id, account_id] = [newId(at), newId(at)]
  const bank = { bank: 'sandbox_bank', bank_name: 'Sandbox Bank' }
  const expires_at = new Date(at.getTime() + dayMs)
  await loader
    .insertInto('bank_connection')
    .values({
      ...{ ...own, ...bank, id: connection_id, mode, state: 'Authorised', bank_status: 'AUTH' },
      ...{ consent_id: randomUUID(), created_by: createdBy, creator_name: 'A user' },
      ...{ created_at: at, authorised_at: at, expires_at, read_at: at },
    })
    .execute()
  await loader
    .insertInto('bank_account')
    .values({
      ...{ ...own, id: account_id, connection_id, account_id: randomUUID(), name: 'An account' },
      ...{ number: '20000012345678', currency: 'GBP', balance_minor: 100n, balance_at: at },
    })
    .execute()
  await loader
    .insertInto('bank_entry')
    .values({
      ...{ ...own, id: newId(at), account_id, entry_id: randomUUID(), booked_at: at },
      ...{ amount_minor: 100n, currency: 'GBP', reference: 'A reference', created_at: at },
    })
    .execute()
  await loader
    .insertInto('bank_payment')
    .values({
      ...{ ...own, ...bank, id: newId(at), mode, payment_id: paymentId, amount_minor: 1250n },
      ...{ currency: 'GBP', state: 'Completed', expires_at, created_at: at, updated_at: at },
    })
    .execute()
  return connection_id
}

export const samples: Samples = {
  calls: {
    'open-banking.readBank': async ({ testApi, pay }, actor) => {
      const createdBy = actor?.subject ?? ''
      const own = { tenant_id: northwind, merchant_id: harbour, mode: 1, createdBy } as const
      const id = await makeBankRecords(testApi.test, { ...own, paymentId: (await pay()).id })
      return { params: { id }, headers: inTest }
    },
  },
  withoutEntry: {
    'open-banking.readBank': 'reads anew what is shown, and keeps what the bank says of it',
  },
  ofPayment: async (test, { tenant_id, merchant_id, mode, payment_id, user_id }) => {
    const own = { tenant_id, merchant_id, mode }
    await makeBankRecords(test, { ...own, paymentId: payment_id, createdBy: user_id })
  },
}
