import { randomUUID } from 'node:crypto'
import { northwind } from '@counterfoil/api/testing/call-samples.ts'
import type { Samples } from '@counterfoil/api/testing/samples.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import type { TestDatabase } from '@counterfoil/kit/testing/test-database.ts'

const reason = 'The payer confirmed it'

/** A line of a statement that matched nothing. */
async function makeTransfer({ owner }: TestDatabase, amountMinor: number): Promise<string> {
  const [order, id] = [newId(new Date()), newId(new Date())]
  await owner.query(
    `insert into app.bank_order (tenant_id, id, bank_name, account_number, file_name, sha256, line_count, uploaded_by, created_at)
     select $1, $2, 'Barclays', 'GB29', 'x.csv', $3, 1, id, now() from app.app_user where tenant_id = $1 limit 1`,
    [northwind, order, randomUUID()],
  )
  await owner.query(
    `insert into app.bank_order_item (tenant_id, id, bank_order_id, line, booked_on, amount_minor, currency, reference,
       payer, state, reason)
     values ($1, $2, $3, 2, '2026-03-14', $4, 'GBP', 'a present', 'Jane', 'unmatched', 'no_reference')`,
    [northwind, id, order, amountMinor],
  )
  return id
}

/** A return of a transfer that is on its way. */
async function makeReturn(test: TestDatabase): Promise<{ transferId: string; returnId: string }> {
  const [transferId, returnId] = [await makeTransfer(test, 1206), newId(new Date())]
  await test.owner.query(
    `insert into app.suspense_clearing (tenant_id, id, bank_order_item_id, kind, state, amount_minor, currency, payee_name,
       payee_account, reference, reason, created_by, created_at)
     values ($1, $2, $3, 'return', 'in_transit', 1206, 'GBP', 'Jane', 'GB29', $4, 'A test', $2, now())`,
    [northwind, returnId, transferId, returnId],
  )
  await test.owner.query('update app.bank_order_item set cleared_minor = 1206 where id = $1', [
    transferId,
  ])
  return { transferId, returnId }
}

export const samples: Samples = {
  calls: {
    'suspense.returnTransfer': async ({ testApi }) => {
      const id = await makeTransfer(testApi.test, 1206)
      return {
        params: { id },
        body: { amount: 1000, payeeName: 'Jane', payeeAccount: 'GB29NWBK60161331926819', reason },
      }
    },
    'suspense.bookReturn': async ({ testApi }) => {
      const { returnId } = await makeReturn(testApi.test)
      const id = await makeTransfer(testApi.test, -1206)
      return { params: { id }, body: { returnId, reason } }
    },
    'suspense.explainTransfer': async ({ testApi }) => {
      const { owner } = testApi.test
      const payoutId = newId(new Date())
      await owner.query(
        `insert into app.payout_order (tenant_id, id, merchant_id, mode, payee_name, payee_kind, payee_country, payee_iban,
           amount_minor, fee_minor, currency, rail, reference, end_to_end_id, state, send_at, submitted_at, maker_type, maker_id,
           maker_name, maker_keys, side, requirements, created_at, updated_at)
         select tenant_id, $2, id, 2, 'Ada', 'person', 'GB', 'GB29NWBK60161331926819', 1206, 0, 'GBP', 'faster_payments', 'x', $3,
           'paid', now(), now(), 'user', $2, 'Mary', '{}', 'merchant', '[]', now(), now()
         from app.merchant where tenant_id = $1 limit 1`,
        [northwind, payoutId, randomUUID()],
      )
      const id = await makeTransfer(testApi.test, -1206)
      return { params: { id }, body: { subject: 'payout', subjectId: payoutId, reason } }
    },
    'suspense.takeBackClearing': async ({ testApi }) => {
      const { transferId: id, returnId: clearingId } = await makeReturn(testApi.test)
      return { params: { id }, body: { clearingId, reason } }
    },
  },
}
