// What tests of payouts to beneficiaries need: a balance, and a worker that carries out what is due.

import { jobContextOf } from '@counterfoil/api/testing/job-context.ts'
import type { TestApi } from '@counterfoil/api/testing/test-api.ts'
import { jobs as payeeJobs } from '@counterfoil/features/payments/beneficiaries/beneficiaries.jobs.ts'
import { jobs as payoutJobs } from '@counterfoil/features/payments/payout-orders/payout-orders.jobs.ts'
import type { JobContext } from '@counterfoil/kit/jobs/job.ts'
import { merchantIdOf, tenantIdOf } from '@counterfoil/workloads/demo/store-organisations.ts'

export const tenantId = tenantIdOf('northwind')
export const merchantId = merchantIdOf('harbour')

/** Accounts of the sandbox, by what becomes of transfers to them. */
export const accounts = {
  paid: { sortCode: '20-00-00', accountNumber: '55779911' },
  closeMatch: { sortCode: '200000', accountNumber: '12369001' },
  noMatch: { sortCode: '200000', accountNumber: '14339002' },
  rejected: { sortCode: '200000', accountNumber: '13349101' },
  returned: { sortCode: '200000', accountNumber: '13259102' },
  lostAnswer: { sortCode: '200000', accountNumber: '12909103' },
} as const

/** In euro, by what becomes of a recall. */
export const euroAccounts = {
  comesBack: { iban: 'DE89370400440532013000' },
  refused: { iban: 'DE57370400440532019105' },
  withFee: { iban: 'DE30370400440532019106' },
  unanswered: { iban: 'DE03370400440532019107' },
  returned: { iban: 'DE41370400440532019102' },
} as const

/** Gives Harbour Books money that can be paid out. */
export async function fund(
  { test }: Pick<TestApi, 'test'>,
  amountMinor: number,
  currency = 'GBP',
  mode = 1,
): Promise<void> {
  await test.owner.query(
    `insert into app.merchant_balance_delta (tenant_id, merchant_id, id, mode, currency, account, amount_minor)
     values ($1, $2, gen_random_uuid(), $3, $4, 'merchant_available', $5)`,
    [tenantId, merchantId, mode, currency, -amountMinor],
  )
}

/** Sets the status of Harbour Books' account. */
export async function setMerchantStatus(
  { test }: Pick<TestApi, 'test'>,
  status: 'Active' | 'Suspended',
): Promise<void> {
  await test.owner.query('update app.merchant set merchant_status = $2 where id = $1', [
    merchantId,
    status,
  ])
}

/** Does `work` while the database refuses changes of rows for which `condition` holds, of `old` and `new`; of no spread table. */
export async function whileRefused(
  { test }: Pick<TestApi, 'test'>,
  table: string,
  condition: string,
  work: () => Promise<void>,
): Promise<void> {
  await test.owner.query(`
    create function app.refuse_row() returns trigger language plpgsql as $$
    begin raise exception 'it cannot be stored'; end $$;
    create trigger refuse_row before update on app.${table} for each row
      when (${condition}) execute function app.refuse_row()`)
  try {
    await work()
  } finally {
    await test.owner.query(`drop trigger refuse_row on app.${table}`)
    await test.owner.query('drop function app.refuse_row()')
  }
}

export const onCluster = 'the refusal is made by a trigger, which no spread table has'

/** The context of a worker whose clock is ahead, so that nothing waits for its time. */
export const workerOf = ({ test }: Pick<TestApi, 'test'>, aheadMs = 120_000): JobContext => ({
  ...jobContextOf(test),
  now: () => new Date(Date.now() + aheadMs),
})

/** Carries out what is due of Northwind. */
export async function carryOut(
  api: Pick<TestApi, 'test' | 'providers'>,
  aheadMs?: number,
): Promise<void> {
  for (const { run } of payoutJobs(api.providers)) await run({ tenantId }, workerOf(api, aheadMs))
}

/** Asks the bank of a beneficiary, as the job does. */
export async function checkPayee(api: Pick<TestApi, 'test' | 'providers'>, id: string) {
  for (const { run } of payeeJobs(api.providers))
    await run({ tenantId, id }, jobContextOf(api.test))
}

/** What stands on the accounts of Harbour Books in the Test mode, as it is owed to it. */
export async function balanceOf(
  { test }: Pick<TestApi, 'test'>,
  account: string,
  currency = 'GBP',
): Promise<number> {
  const { rows } = await test.owner.query<{ sum: string }>(
    `select coalesce(-sum(amount_minor), 0)::text as sum from (
       select account, currency, amount_minor from app.merchant_balance
         where merchant_id = $1 and mode = 1
       union all
       select account, currency, amount_minor from app.merchant_balance_delta
         where merchant_id = $1 and mode = 1) as parts
     where account = $2 and currency = $3`,
    [merchantId, account, currency],
  )
  return Number(rows[0]?.sum ?? 0)
}
