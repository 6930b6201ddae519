// A beneficiary and payouts to it, for tests over everything that is kept.
import { newId } from '@counterfoil/kit/database/ids.ts'
import type { TestDatabase } from '@counterfoil/kit/testing/test-database.ts'

export async function makePayoutOrders(
  { loader }: Pick<TestDatabase, 'loader'>,
  own: { readonly tenant_id: string; readonly merchant_id: string },
  makerId: string,
): Promise<void> {
  const created_at = new Date()
  const payee = { iban: 'DE89370400440532013000', country: 'DE', currency: 'EUR' }
  const beneficiary_id = newId(created_at)
  await loader
    .insertInto('beneficiary')
    .values({
      ...{ ...own, ...payee, id: beneficiary_id, name: 'Ada Lovelace Ltd', kind: 'company' },
      ...{ account_hint: 'DE89 •••• 3000', payee_check: 'success', payee_result: 'match' },
      ...{ account_changed_at: created_at, created_at, updated_at: created_at },
    })
    .execute()
  for (const mode of [1, 2]) {
    for (const state of ['waiting_for_approval', 'paid']) {
      const id = newId(created_at)
      await loader
        .insertInto('payout_order')
        .values({
          ...{ ...own, id, mode, beneficiary_id, state, payee_name: 'Ada Lovelace Ltd' },
          ...{ payee_kind: 'company', payee_country: 'DE', payee_iban: payee.iban },
          ...{ amount_minor: 1000n, fee_minor: 0n, currency: 'EUR', rail: 'sepa_instant' },
          ...{ reference: 'INV-1', end_to_end_id: id, send_at: created_at, side: 'merchant' },
          ...{ maker_type: 'user', maker_id: makerId, maker_name: 'Mary Maker', maker_keys: [] },
          ...{ requirements: '[]', created_at, updated_at: created_at },
        })
        .execute()
      await loader
        .insertInto('payout_order_step')
        .values({
          ...{ ...own, id: newId(created_at), payout_order_id: id, kind: 'requested' },
          ...{ actor_id: makerId, actor_name: 'Mary Maker', at: created_at },
        })
        .execute()
      if (state !== 'paid') continue
      await loader
        .insertInto('payout_recall')
        .values({
          ...{ ...own, id: newId(created_at), payout_order_id: id, reason: 'fraud' },
          ...{ state: 'refused', maker_id: makerId, maker_name: 'Mary Maker', side: 'merchant' },
          ...{ answer_by: created_at.toISOString().slice(0, 10), code: 'CUST', created_at },
        })
        .execute()
    }
  }
  for (const mode of [1, 2]) {
    const id = newId(created_at)
    await loader
      .insertInto('payout_batch')
      .values({
        ...{ ...own, id, mode, file_name: 'salaries.csv', format: 'csv', file_hash: id },
        ...{ state: 'waiting_for_approval', row_count: 1, faulty_count: 0 },
        ...{ unconfirmed_count: 0, duplicate_count: 0, side: 'merchant' },
        ...{ maker_id: makerId, maker_name: 'Mary Maker', maker_keys: [], created_at },
      })
      .execute()
    await loader
      .insertInto('payout_batch_row')
      .values({
        ...{ ...own, batch_id: id, line: 2, given: '{}', payee_name: 'Ada Lovelace Ltd' },
        ...{ code: 'payout_batch.amount', message: 'much is no amount' },
      })
      .execute()
    await loader
      .insertInto('payout_batch_step')
      .values({
        ...{ ...own, id: newId(created_at), batch_id: id, kind: 'requested' },
        ...{ actor_id: makerId, actor_name: 'Mary Maker', at: created_at },
      })
      .execute()
  }
  for (const mode of [1, 2]) {
    const id = newId(created_at)
    const at = created_at.toISOString().slice(0, 10)
    await loader
      .insertInto('recurring_payout')
      .values({
        ...{ ...own, id, mode, beneficiary_id, payee_name: 'Ada Lovelace Ltd' },
        ...{ payee_kind: 'company', payee_country: 'DE', payee_iban: payee.iban },
        ...{ despite_check: false, amount_minor: 1000n, currency: 'EUR', reference: 'Rent' },
        ...{ frequency: 'monthly', first_day: at, next_day: at, state: 'waiting_for_approval' },
        ...{ maker_id: makerId, maker_name: 'Mary Maker', maker_keys: [], side: 'merchant' },
        ...{ requirements: '[]', created_at, updated_at: created_at },
      })
      .execute()
    await loader
      .insertInto('recurring_payout_run')
      .values({
        ...{ ...own, recurring_payout_id: id, day: at, created_at },
        ...{ code: 'recurring_payout.paused', message: 'It was paused on this date' },
      })
      .execute()
    await loader
      .insertInto('recurring_payout_step')
      .values({
        ...{ ...own, id: newId(created_at), recurring_payout_id: id, kind: 'requested' },
        ...{ actor_id: makerId, actor_name: 'Mary Maker', at: created_at },
      })
      .execute()
  }
}
