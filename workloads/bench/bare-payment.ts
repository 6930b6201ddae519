import type pg from 'pg'
import { v7 } from 'uuid'

/** One payment's rows as the product wrote them, by table: what the bare server writes again under fresh ids. */
export type PaymentRows = Record<string, Record<string, unknown>[]>

/** In the order in which they refer to each other. */
const atIntent = ['payment', 'payment_operation', 'payment_attempt', 'idempotency_key'] as const
const atOutcome = [
  'api_log',
  'payment_fee',
  'ledger_entry',
  'merchant_event',
  'webhook_delivery',
  'payment_rollup_delta',
] as const
/** Events written when a payment is created; the rest follow with the outcome. */
const eventsAtIntent = 3

/** Reads everything that one payment left behind. */
export async function readPaymentRows(
  client: pg.Client,
  tenantId: string,
  paymentId: string,
): Promise<PaymentRows> {
  const rows: PaymentRows = {}
  const generated = await listGeneratedColumns(client)
  for (const table of [...atIntent, ...atOutcome, 'payment_event']) {
    const where =
      table === 'payment'
        ? 'id = $2'
        : table === 'idempotency_key'
          ? 'operation_id in (select id from app.payment_operation where tenant_id = $1 and payment_id = $2)'
          : 'payment_id = $2'
    if (table === 'payment_rollup_delta') continue
    const { rows: found } = await client.query(
      `select to_jsonb(t) as row from app.${table} t where tenant_id = $1 and ${where} order by ${table === 'idempotency_key' ? 'key' : 'id'}`,
      [tenantId, paymentId],
    )
    rows[table] = found.map(({ row }) => without(row, generated))
  }
  const [payment] = rows.payment ?? []
  if (!payment) throw new Error(`Payment ${paymentId} is not there`)
  rows.payment_rollup_delta = [deltaOf(payment)]
  return rows
}

async function listGeneratedColumns(client: pg.Client): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_schema = 'app' and is_generated = 'ALWAYS'`,
  )
  return new Set(rows.map(({ name }) => name))
}

function without(
  row: Record<string, unknown>,
  names: ReadonlySet<string>,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !names.has(name)))
}

/** The change of the sums, which the product's folding job has taken away by the time that the rows are read. */
function deltaOf(payment: Record<string, unknown>): Record<string, unknown> {
  const { tenant_id, merchant_id, mode, method, provider, currency, status, business_day } = payment
  const { amount_minor, captured_minor, refunded_minor } = payment
  const { channel, decline_reason, decline_code } = payment
  return {
    tenant_id,
    id: v7(),
    day: business_day,
    merchant_id,
    mode,
    method,
    provider,
    currency,
    status,
    ...{ channel, decline_reason, decline_code },
    payments: 1,
    amount_minor,
    captured_minor,
    refunded_minor,
  }
}

/**
 * The same rows in the same two commits as the product's: what is asked for before the acquirer, what came of it
 * after. One statement a table.
 */
export async function writeBarePayment(
  pool: pg.Pool,
  template: PaymentRows,
): Promise<{ id: string }> {
  const rows = withFreshIds(template)
  const events = rows.payment_event ?? []
  const client = await pool.connect()
  try {
    await client.query('begin')
    for (const table of atIntent) await insert(client, table, rows[table] ?? [])
    await insert(client, 'payment_event', events.slice(0, eventsAtIntent))
    await insert(client, 'payment_rollup_delta', rows.payment_rollup_delta ?? [])
    await client.query('commit')

    await client.query('begin')
    const [payment] = rows.payment ?? []
    const ids = [payment?.tenant_id, payment?.id]
    await client.query('select 1 from app.payment where tenant_id = $1 and id = $2 for update', ids)
    await client.query(
      'update app.payment set version = version + 1 where tenant_id = $1 and id = $2',
      ids,
    )
    await client.query(
      'update app.payment_operation set finished_at = now() where tenant_id = $1 and payment_id = $2',
      ids,
    )
    await client.query(
      'update app.payment_attempt set finished_at = now() where tenant_id = $1 and payment_id = $2',
      ids,
    )
    const [key] = rows.idempotency_key ?? []
    await client.query(
      'update app.idempotency_key set response = response where tenant_id = $1 and caller_id = $2 and key = $3',
      [key?.tenant_id, key?.caller_id, key?.key],
    )
    await insert(client, 'payment_event', events.slice(eventsAtIntent))
    for (const table of atOutcome) {
      const fresh =
        table === 'payment_rollup_delta' ? twoDeltas(rows[table] ?? []) : (rows[table] ?? [])
      await insert(client, table, fresh)
    }
    await client.query('commit')
    return { id: String(payment?.id) }
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}

/** The old status goes down by one, the new one up. */
function twoDeltas(rows: Record<string, unknown>[]): Record<string, unknown>[] {
  return rows.flatMap((row) => [
    { ...row, id: v7(), status: 'pending', payments: -1 },
    { ...row, id: v7() },
  ])
}

async function insert(
  client: pg.PoolClient,
  table: string,
  rows: readonly Record<string, unknown>[],
): Promise<void> {
  if (rows.length === 0) return
  const columns = Object.keys(rows[0] ?? {}).join(', ')
  await client.query(
    `insert into app.${table} (${columns}) select ${columns} from json_populate_recordset(null::app.${table}, $1)`,
    [JSON.stringify(rows)],
  )
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** Every id that these rows brought along gets another; ids of tenants, merchants, MIDs and endpoints stay. */
function withFreshIds(template: PaymentRows): PaymentRows {
  const own = new Map<string, string>()
  for (const [table, rows] of Object.entries(template)) {
    for (const row of rows) {
      for (const name of table === 'ledger_entry' ? ['id', 'posting_id'] : ['id']) {
        const id = row[name]
        if (typeof id === 'string') own.set(id, v7())
      }
    }
  }
  const text = JSON.stringify(template).replace(uuid, (id) => own.get(id) ?? id)
  const rows = JSON.parse(text) as PaymentRows
  for (const row of rows.idempotency_key ?? []) row.key = v7()
  for (const row of rows.payment ?? []) row.created_at = instantOf(String(row.id))
  return rows
}

/** A payment's id tells when it was made, and the table checks it. */
function instantOf(id: string): string {
  return new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)).toISOString()
}
