import { randomUUID } from 'node:crypto'
import {
  foundBy,
  harbour,
  inTest,
  northwind,
  upload,
} from '@counterfoil/api/testing/call-samples.ts'
import type { Samples } from '@counterfoil/api/testing/samples.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import type { TestDatabase } from '@counterfoil/kit/testing/test-database.ts'

/** A statement of the tenant's bank, with a line that was matched with nothing and one of the merchant's. */
async function makeStatement(
  { loader }: TestDatabase,
  { tenant_id, merchant_id, user_id }: { tenant_id: string; merchant_id: string; user_id: string },
): Promise<void> {
  const created_at = new Date()
  const id = newId(created_at)
  await loader
    .insertInto('bank_order')
    .values({
      tenant_id,
      id,
      bank_name: 'A bank',
      account_number: '12345678',
      file_name: 'march.csv',
      sha256: randomUUID(),
      line_count: 2,
      uploaded_by: user_id,
      created_at,
      finished_at: created_at,
    })
    .execute()
  for (const [line, owner] of [[2, null] as const, [3, merchant_id] as const]) {
    await loader
      .insertInto('bank_order_item')
      .values({
        tenant_id,
        id: newId(created_at),
        bank_order_id: id,
        merchant_id: owner,
        line,
        booked_on: '2026-03-14',
        amount_minor: 100n,
        currency: 'GBP',
        reference: '',
        state: 'unmatched',
        reason: 'no_reference',
      })
      .execute()
  }
}

export const samples: Samples = {
  calls: {
    'payments.relationships.deallocate': async ({ pay }) => {
      const { id, accountReference } = await pay({ method: { type: 'bank_transfer' } })
      return {
        body: { organizationId: harbour, transactionId: id, accountReference },
        headers: inTest,
      }
    },
    'bank-orders.book': async ({ testApi }, actor) => {
      await makeStatement(testApi.test, {
        ...{ tenant_id: northwind, merchant_id: harbour, user_id: String(actor?.subject) },
      })
      const id = await foundBy(
        { testApi },
        `update bank_order_item set state = 'repeated', reason = null
         where id = (select max(id::text)::uuid from bank_order_item) returning id`,
      )
      return { params: { id } }
    },
    'bank-orders.upload': async () => {
      const csv = 'date,amount,currency,reference\n2026-03-14,12.06,GBP,RF18539007547034\n'
      const account = { bankName: 'Barclays', accountNumber: 'GB29NWBK60161331926819' }
      return upload('csvFile', 'march.csv', csv, account)
    },
  },
  ofMerchant: makeStatement,
}
