import type { Db } from '@counterfoil/kit/database/database.ts'
import { firstIdAt } from '@counterfoil/kit/database/ids.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { sql } from 'kysely'

/** The beginning of time: every entry is counted. */
const everything = new Date(0)

/**
 * Where merchants' balances are not the sum of their entries: what was proved until `since`, and the entries from there on;
 * null counts every entry. One statement, so one moment.
 */
export async function listBalanceDifferences(db: Db, since: Date | null) {
  const { rows } = await sql<{ what: string; expected: bigint; found: bigint }>`
    with counted as (
      select merchant_id, mode, currency, account, sum(amount_minor) as amount from (
        select merchant_id, mode, currency, account, amount_minor from proved_balance b
        where ${within(db, 'b')} and ${since !== null}
        union all
        select merchant_id, mode, currency, account, amount_minor from ledger_entry e
        where ${within(db, 'e')} and e.id >= ${firstIdAt(since ?? everything)}
          and e.merchant_id is not null and app.is_merchant_account(account)
      ) as parts group by 1, 2, 3, 4
    ), kept as (
      select merchant_id, mode, currency, account, sum(amount_minor) as amount from (
        select merchant_id, mode, currency, account, amount_minor from merchant_balance b where ${within(db, 'b')}
        union all
        select merchant_id, mode, currency, account, amount_minor from merchant_balance_delta w where ${within(db, 'w')}
      ) as parts group by 1, 2, 3, 4
    )
    select concat_ws(' ', m.legal_business_name, account, currency, case mode when 1 then 'Test' else 'Live' end) as what,
      coalesce(c.amount, 0)::bigint as expected, coalesce(k.amount, 0)::bigint as found
    from counted c full join kept k using (merchant_id, mode, currency, account)
    join merchant m on m.id = merchant_id and ${within(db, 'm', 'id')}
    where coalesce(c.amount, 0) <> coalesce(k.amount, 0)
    order by 1 limit 100`.execute(db)
  return rows
}

/** Keeps what was counted: adds the entries between two instants; from null it counts anew. */
export async function upsertProvedBalances(db: Db, from: Date | null, until: Date): Promise<void> {
  if (from === null) {
    await db.deleteFrom('proved_balance').where(within(db, 'proved_balance')).execute()
  }
  await sql`
    insert into proved_balance as b (tenant_id, merchant_id, mode, currency, account, amount_minor)
    select tenant_id, merchant_id, mode, currency, account, sum(amount_minor) from ledger_entry e
    where ${within(db, 'e')} and e.id >= ${firstIdAt(from ?? everything)} and e.id < ${firstIdAt(until)}
      and e.merchant_id is not null and app.is_merchant_account(account)
    group by 1, 2, 3, 4, 5
    on conflict (tenant_id, merchant_id, mode, currency, account)
    do update set amount_minor = b.amount_minor + excluded.amount_minor`.execute(db)
}

/**
 * Where what is in transit for payouts of no payment is not the sum of those that are under way, with their fees. One
 * statement, so one moment.
 */
export async function listPayoutDifferences(db: Db) {
  const { rows } = await sql<{ what: string; expected: bigint; found: bigint }>`
    with expected as (
      select merchant_id, mode, currency, sum(amount_minor + fee_minor) as amount from payout_order o
      where ${within(db, 'o')} and state in ('waiting_for_approval', 'approved', 'sent') group by 1, 2, 3
    ), posted as (
      select merchant_id, mode, currency, -sum(amount_minor) as amount from ledger_entry e
      where ${within(db, 'e')} and account = 'payouts_in_transit' and payment_id is null group by 1, 2, 3
    )
    select concat_ws(' ', m.legal_business_name, currency, case mode when 1 then 'Test' else 'Live' end) as what,
      coalesce(x.amount, 0)::bigint as expected, coalesce(p.amount, 0)::bigint as found
    from expected x full join posted p using (merchant_id, mode, currency)
    join merchant m on m.id = merchant_id and ${within(db, 'm', 'id')}
    where coalesce(x.amount, 0) <> coalesce(p.amount, 0)
    order by 1 limit 100`.execute(db)
  return rows
}
