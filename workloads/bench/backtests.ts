import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BacktestView } from '@counterfoil/features/payments/smart-routing/smart-routing.contract.ts'
import type { RuleSet } from '@counterfoil/features/routing/rule-sets/rule-sets.schema.ts'
import type { Bench } from '../bench.ts'
import { merchantIdOf, tenantIdOf } from '../demo/store-organisations.ts'
import { residentMiB } from './processes.ts'

const tenantId = tenantIdOf('northwind')
const merchantId = merchantIdOf('harbour')
/** Test: what is measured with stands beside no payment of the history. */
const mode = 1
const payments = 1_000_000
const days = 90
/** By which what is measured with is found again. */
const mark = 'measured backtest'
const rulesPath = '/api/crm/settings/antifraud/antifraud'

/**
 * A million payments, each with the log of its routing, routed by a draft and looked at by an antifraud rule, as people ask
 * for it: over the API, by the product's worker, with the progress that the page reads. Beside it the same rows in bare SQL.
 */
export async function measureBacktests(bench: Bench): Promise<string[]> {
  await remove(bench)
  try {
    await fill(bench)
    const lines = [
      'Backtest of 1,000,000 payments                  seconds   payments/s   bare SQL s   progress read   memory MiB before, peak',
    ]
    const bareRouting = await secondsOf(() => bench.client.query(bareRoutingText, bareValues))
    for (const rules of [20, 500]) {
      const note = `${mark} ${rules}`
      const place = { merchantId, mode: 'Test' }
      const { id } = await call(bench, 'POST', '/api/smart-routing/versions', { ...place, note })
      const version = `/api/smart-routing/versions/${id}`
      await call(bench, 'PUT', version, { version: 1, note, set: await setOf(bench, rules) })
      const path = `${version}/backtests`
      const run = await runOne(bench, path, { days })
      const [result] = run.last.result as BacktestView['result']
      const known = (result?.same ?? 0) + (result?.moved.payments ?? 0)
      if (known < payments) throw new Error(`Of ${known} payments alone it is known where they go`)
      lines.push(lineOf(`a draft of ${rules} routing rules`, run, bareRouting))
    }
    const bareScreening = await secondsOf(() => bench.client.query(bareScreeningText, bareValues))
    for (const rule of antifraudRules) {
      const { id } = await call(bench, 'POST', rulesPath, rule)
      const run = await runOne(bench, `${rulesPath}/${id}/backtests`, { days, mode: 'Test' })
      lines.push(lineOf(`an antifraud rule, ${rule.rule}`, run, bareScreening))
    }
    return lines
  } finally {
    await remove(bench)
    await bench.client.query(
      'vacuum analyze app.payment, app.payment_operation, app.payment_attempt',
    )
  }
}

const ruleFields = {
  ...{ outcome: 'flag', mode: null, countries: [], merchantId: null, counted: null },
  ...{ threshold: null, windowS: null, ifMissing: null, currency: null, amountMinor: null },
}
const antifraudRules = [
  { ...ruleFields, rule: 'amount_ceiling', currency: 'GBP', amountMinor: 9_000_001 },
  { ...ruleFields, rule: 'iin_velocity', threshold: 100, windowS: 3_601, counted: 'tenant' },
]

interface Run {
  readonly seconds: number
  readonly looked: number
  readonly progress: number
  readonly before: number
  readonly peak: number
  readonly last: { readonly result: unknown }
}

async function runOne(bench: Bench, path: string, body: object): Promise<Run> {
  const before = residentMiB(bench.productPid)
  let peak = before
  const startedAt = performance.now()
  const { id } = await call(bench, 'POST', path, body)
  const seen = new Set<number>()
  for (;;) {
    await sleep(200)
    peak = Math.max(peak, residentMiB(bench.productPid))
    const runs = (await call(bench, 'GET', path)) as unknown as BacktestView[]
    const last = runs.find((one) => one.id === id)
    if (last === undefined || last.state === 'failed') throw new Error('The backtest failed')
    if (last.state === 'running' && last.lookedAt > 0) seen.add(last.lookedAt)
    if (last.state !== 'done') continue
    const seconds = (performance.now() - startedAt) / 1000
    if (last.lookedAt < payments) throw new Error(`It looked at ${last.lookedAt} payments alone`)
    return { seconds, looked: last.lookedAt, progress: seen.size, before, peak, last }
  }
}

function lineOf(title: string, run: Run, bare: number): string {
  return [
    title.padEnd(44),
    run.seconds.toFixed(1).padStart(10),
    (run.looked / run.seconds).toFixed(0).padStart(12),
    bare.toFixed(1).padStart(12),
    String(run.progress).padStart(15),
    `${run.before.toFixed(0)}, ${run.peak.toFixed(0)}`.padStart(25),
  ].join(' ')
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return (performance.now() - startedAt) / 1000
}

async function call(
  bench: Bench,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: object,
): Promise<{ id: string }> {
  const headers = { ...(await bench.headers()), 'content-type': 'application/json' }
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  const answer = await fetch(bench.url + path, { method, headers, ...sent })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as { id: string }
}

/** What a draft is like: amounts, ranges of cards, countries, times and shares; the last rule takes what is left. */
async function setOf({ client }: Bench, count: number): Promise<RuleSet> {
  const { rows } = await client.query<{ id: string }>(
    `select distinct log ->> 'midId' as id from app.payment as p
     join app.payment_operation as o on o.tenant_id = p.tenant_id and o.payment_id = p.id
     cross join jsonb_array_elements(o.routing) as log
     where p.tenant_id = $1 and p.merchant_id = $3 and p.description = $2 and p.mode = ${mode}
       and p.id >= (select id from app.payment where tenant_id = $1 and merchant_id = $3 and mode = ${mode}
         and description = $2 order by id desc limit 1)`,
    [tenantId, mark, merchantId],
  )
  const midIds = rows.map(({ id }) => id).toSorted()
  const conditionsOf = (n: number): RuleSet['rules'][number]['conditions'] => [
    { fact: 'method', isNot: false, values: ['card'] },
    ...[
      { fact: 'amount' as const, currency: 'GBP', min: 90_000_000 + n, max: null },
      { fact: 'iin' as const, from: `9${10_000 + n}`, to: `9${10_000 + n}` },
      { fact: 'issuerCountry' as const, isNot: false, values: ['KP', 'IR'] },
      { fact: 'time' as const, days: [7], from: '03:00', to: '03:01' },
    ].slice(n % 4, (n % 4) + 1),
  ]
  return {
    otherwise: { way: 'priority' },
    explore: 0,
    rules: Array.from({ length: count }, (_, n) => ({
      ...{ id: `r${n}`, name: `Rule ${n}`, goesOn: true },
      conditions: n === count - 1 ? [] : conditionsOf(n),
      to: { way: 'cheapest' as const, midIds },
    })),
  }
}

const bareValues = [tenantId, mark]
/** Everything that a backtest reads of the payments, read once and summed, with nothing sent anywhere. */
const bareRoutingText = `select count(*), sum(length(o.routing::text)), count(a.state), max(p.created_at)
  from app.payment as p
  left join app.payment_operation as o on o.tenant_id = p.tenant_id and o.payment_id = p.id and o.kind = 'authorise'
  left join app.payment_attempt as a
    on a.tenant_id = p.tenant_id and a.payment_id = p.id and a.operation_id = o.id and a.sequence = 1
  where p.tenant_id = $1 and p.mode = ${mode} and p.description = $2`
const bareScreeningText = `select count(*), sum(p.amount_minor), max(p.card_first6), max(p.status)
  from app.payment as p where p.tenant_id = $1 and p.mode = ${mode} and p.description = $2`

/**
 * Copies of Harbour Books’ last payments that were routed, spread over the days; declined, so that nothing else is done with
 * them. What they refer to exists, and is not looked for a million times.
 */
async function fill({ client }: Bench): Promise<void> {
  await client.query('set session_replication_role = replica')
  await client.query(
    `create temp table measured as
     with latest as (
       select p.id as payment_id, o.id as operation_id from app.payment as p
       join app.payment_operation as o on o.tenant_id = p.tenant_id and o.payment_id = p.id and o.kind = 'authorise'
       where p.tenant_id = $1 and p.merchant_id = $2 and p.mode = 2 and p.method = 'card' and p.currency = 'GBP'
         and o.routing is not null
         and exists (select from app.payment_attempt as a where a.tenant_id = o.tenant_id and a.operation_id = o.id)
       order by p.id desc limit 1000
     )
     select payment_id, operation_id, uuidv7() as new_operation_id,
       uuidv7(make_interval(secs => -1 - random() * ${(days - 1) * 86_400})) as new_payment_id
     from latest cross join generate_series(1, ${payments} / 1000)`,
    [tenantId, merchantId],
  )
  const at = 'uuid_extract_timestamp(m.new_payment_id)'
  await copy(client, 'payment', 'p', 'p.id = m.payment_id', {
    ...{
      id: 'm.new_payment_id',
      mode: String(mode),
      status: `'declined'`,
      description: `'${mark}'`,
    },
    ...{ created_at: at, updated_at: at, external_id: 'null', stored_card_id: 'null' },
    ...{ authorisation_expires_at: 'null', dispute_state: 'null', next_action: 'null' },
    ...{ authorised_minor: '0', captured_minor: '0', refunded_minor: '0', voided_minor: '0' },
    disputed_minor: '0',
  })
  await copy(client, 'payment_operation', 'o', 'o.id = m.operation_id', {
    ...{ id: 'm.new_operation_id', payment_id: 'm.new_payment_id', created_at: at },
    ...{ finished_at: at, next_check_at: 'null' },
  })
  await copy(client, 'payment_attempt', 'a', 'a.operation_id = m.operation_id', {
    ...{ id: 'uuidv7()', payment_id: 'm.new_payment_id', operation_id: 'm.new_operation_id' },
    ...{ started_at: at, finished_at: at, cancel_at: 'null', cancel_state: 'null' },
    acquirer_reference: 'null',
  })
  await client.query('drop table measured')
  await client.query('set session_replication_role = origin')
  await client.query('vacuum analyze app.payment, app.payment_operation, app.payment_attempt')
}

/** Every row once for each of its copies, with some columns of its own. */
async function copy(
  client: Bench['client'],
  table: string,
  alias: string,
  on: string,
  own: Readonly<Record<string, string>>,
): Promise<void> {
  const { rows } = await client.query<{ column_name: string }>(
    `select column_name from information_schema.columns
     where table_schema = 'app' and table_name = $1 and is_generated = 'NEVER'`,
    [table],
  )
  const columns = rows.map(({ column_name }) => column_name)
  const values = columns.map((column) => own[column] ?? `${alias}.${column}`)
  await client.query(
    `insert into app.${table} (${columns.join(', ')}) select ${values.join(', ')}
     from measured as m join app.${table} as ${alias} on ${alias}.tenant_id = $1 and ${on}
     order by m.new_payment_id`,
    [tenantId],
  )
}

/** Also what an interrupted run left. Nothing refers to the copies, so no reference is looked for. */
async function remove({ client }: Bench): Promise<void> {
  await client.query('drop table if exists measured')
  await client.query(
    `create temp table measured as select id from app.payment
     where tenant_id = $1 and merchant_id = $2 and mode = ${mode} and description = $3`,
    [tenantId, merchantId, mark],
  )
  await client.query('analyze measured')
  await client.query('set session_replication_role = replica')
  for (const table of ['payment_attempt', 'payment_operation']) {
    await client.query(
      `delete from app.${table} where tenant_id = $1 and payment_id in (select id from measured)`,
      [tenantId],
    )
  }
  await client.query(
    'delete from app.payment where tenant_id = $1 and id in (select id from measured)',
    [tenantId],
  )
  await client.query('set session_replication_role = origin')
  await client.query('drop table measured')
  await client.query(
    `delete from app.routing_backtest where tenant_id = $1 and version_id in
       (select id from app.routing_version where tenant_id = $1 and note like $2)`,
    [tenantId, `${mark}%`],
  )
  await client.query('delete from app.routing_version where tenant_id = $1 and note like $2', [
    tenantId,
    `${mark}%`,
  ])
  const rules = `select id from app.antifraud_rule where tenant_id = $1 and merchant_id is null and outcome = 'flag'
    and effect = 'shadow' and (amount_minor = 9000001 or window_s = 3601)`
  for (const [table, column] of [
    ['antifraud_backtest', 'rule_id'],
    ['antifraud_version', 'rule_id'],
    ['antifraud_rule', 'id'],
  ] as const) {
    await client.query(
      `delete from app.${table} where tenant_id = $1 and ${column} in (${rules})`,
      [tenantId],
    )
  }
}
