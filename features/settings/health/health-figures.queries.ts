import type { Db } from '@counterfoil/kit/database/database.ts'
import { sql } from 'kysely'

// over all tenants, on the role of platform staff: how the product does, not what is in it

/** Schedules that are not paused: how many failed the last time, and by how much one is late. */
export async function readScheduleFigures(db: Db, now: Date) {
  const { rows } = await sql<{ failing: number; lateS: number | null }>`
    select count(*) filter (where last_outcome = 'failed')::int as failing,
      max(extract(epoch from ${now}::timestamptz - last_started_at) - every_s)::float8 as "lateS"
    from app.work_state where kind = 'schedule' and not is_paused and every_s is not null`.execute(
    db,
  )
  return rows[0] ?? { failing: 0, lateS: null }
}

/** Webhooks that are due and not sent, and those whose receiver has not taken them so far. */
export async function readWebhookFigures(db: Db, now: Date) {
  const { rows } = await sql<{ overdueSince: Date | null; failing: number }>`
    select min(next_attempt_at) filter (where next_attempt_at <= ${now}) as "overdueSince",
      count(*) filter (where state = 'failing')::int as failing
    from app.webhook_delivery where state in ('waiting', 'failing')`.execute(db)
  return rows[0] ?? { overdueSince: null, failing: 0 }
}

/** Operations whose outcome an acquirer has not answered, and since when one is due to be asked for. */
export async function readOperationFigures(db: Db, now: Date) {
  const { rows } = await sql<{ overdueSince: Date | null; unknown: number }>`
    select min(next_check_at) filter (where next_check_at <= ${now}) as "overdueSince",
      count(*) filter (where state = 'unknown')::int as unknown
    from app.payment_operation where state in ('requested', 'unknown', 'waiting')`.execute(db)
  return rows[0] ?? { overdueSince: null, unknown: 0 }
}

/** The last proof of each tenant's books: the oldest of them, and what differed in them. */
export async function readProofFigures(db: Db) {
  const { rows } = await sql<{ oldestAt: Date | null; differences: number }>`
    select min(last.created_at) as "oldestAt",
      coalesce(sum(jsonb_array_length(last.differences)), 0)::int as differences
    from (
      select distinct on (tenant_id) created_at, differences from app.ledger_proof
      order by tenant_id, id desc
    ) as last`.execute(db)
  return rows[0] ?? { oldestAt: null, differences: 0 }
}

/** Connections to the server, of anybody, and how many it takes. */
export async function readConnectionFigures(db: Db) {
  const { rows } = await sql<{ used: number; most: number }>`
    select count(*)::int as used, current_setting('max_connections')::int as most
    from pg_stat_activity where backend_type = 'client backend'`.execute(db)
  return rows[0] ?? { used: 0, most: 0 }
}
