import { readFile } from 'node:fs/promises'
import { makeMerchant, makeTenant } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'

// Balances of before the accounts had their names of today are moved by postings, once.

const base = await testDatabase()
const { isCluster, owner } = base
const tenant = await makeTenant(base)
const merchant = await makeMerchant(base, { tenant_id: tenant.id })

async function post(kind: string, ...sides: (readonly [string, number])[]): Promise<void> {
  const posting = v7()
  for (const [account, amount] of sides) {
    await owner.query(
      `insert into ledger_entry (tenant_id, id, posting_id, kind, merchant_id, mode, currency, account, amount_minor, created_at)
       values ($1, $2, $3, $4, $5, 2, 'GBP', $6, $7, now())`,
      [tenant.id, v7(), posting, kind, merchant.id, account, amount],
    )
  }
}

async function balances(): Promise<Record<string, number>> {
  const { rows } = await owner.query(
    'select account, sum(amount_minor)::int as sum from ledger_entry group by 1 having sum(amount_minor) <> 0',
  )
  return Object.fromEntries(rows.map(({ account, sum }) => [account, sum]))
}

test('what stood on an account of before stands on the one of today, however often it is moved', async ({
  skip,
}) => {
  skip(isCluster, 'no cluster was spread before this migration, which needs tables of a session')
  await post('capture', ['acquirer_receivable', 1000], ['merchant_payable', -1000])
  await post('payout_hold', ['merchant_payable', 300], ['payouts_pending', -300])
  const migration = await readFile(
    new URL('../../../database/migrations/0096-ledger-postings.sql', import.meta.url),
    'utf8',
  )
  const carryOver = migration.slice(
    0,
    migration.indexOf('alter table app.ledger_entry\n  add check'),
  )
  const moved = { acquirer_receivable: 1000, merchant_available: -700, payouts_in_transit: -300 }
  for (const _time of ['once', 'again']) {
    await owner.query('begin')
    await owner.query(carryOver)
    await owner.query('commit')
    await owner.query('discard temp')
    expect(await balances()).toEqual(moved)
  }
  const { rows } = await owner.query(
    `select count(*)::int as entries, sum(amount_minor)::int as sum from ledger_entry where kind = 'carry_over'`,
  )
  expect(rows).toEqual([{ entries: 4, sum: 0 }])
})
