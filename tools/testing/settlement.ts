import { matureDue } from '@counterfoil/features/accounting/ledger/maturity.jobs.ts'
import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import { v7 } from 'uuid'
import type { PaymentFixture } from './payments.ts'

/** Payouts cost 0.25, and captures become available a business day later, a tenth of them after ten days. */
export async function setSettlement({ owner, tenantId }: PaymentFixture): Promise<void> {
  await owner.query(
    `insert into fee_schedule (tenant_id, id, fee_type, currency, fixed_minor, created_at)
     values ($1, $2, 'payout', 'GBP', 25, now())`,
    [tenantId, v7()],
  )
  await owner.query(
    `insert into settlement_terms (tenant_id, id, settlement_days, reserve_basis_points, reserve_days, created_at, updated_at)
     values ($1, $2, 1, 1000, 10, now(), now())`,
    [tenantId, v7()],
  )
  await owner.query('update tenant set settings_version = settings_version + 1 where id = $1', [
    tenantId,
  ])
}

/** What is still pending or in reserve a month later, of any payment. */
export async function heldAMonthLater(fixture: PaymentFixture, now: Date): Promise<unknown[]> {
  const later = new Date(now.getTime() + 30 * dayMs)
  await matureDue({ ...fixture.jobContext, now: () => later })
  const { rows } = await fixture.owner.query(
    `select account from ledger_entry where account in ('merchant_pending', 'merchant_reserve')
     group by 1 having sum(amount_minor) <> 0`,
  )
  return rows
}
