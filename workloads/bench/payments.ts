import { setTimeout as sleep } from 'node:timers/promises'
import { v7 } from 'uuid'
import type { Bench } from '../bench.ts'
import { clients, cpuSecondsOf, databaseCpuSeconds, type Load, measure } from './load.ts'
import { untilQueuesAreEmpty } from './processes.ts'

const key = 'cf_live_demo_harbour'

const next = () => ({ body: bodyOf(v7()), headers: { 'idempotency-key': v7() } })

/** Payments that are authorised and captured, each another one. */
export const paymentLoad = (url: string, pid: number): Load => ({
  ...{ url: `${url}/v1/payments`, method: 'POST', next, pid },
  headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
})

/** Payments through `/v1` against the same rows written by the bare server. */
export async function measurePayments(bench: Bench): Promise<string[]> {
  const product = await measure(paymentLoad(bench.url, bench.productPid), bench.seconds)
  const written = await measureWritten(bench)
  const bareLoad = {
    url: `${bench.bareUrl}/payment`,
    method: 'POST' as const,
    next,
    pid: bench.barePid,
  }
  await takeBare(bareLoad.url)
  const bare = await measure(bareLoad, bench.seconds)
  if (product.failed + bare.failed > 0)
    throw new Error(`${product.failed} and ${bare.failed} requests failed`)
  const ratio = product.perSecond / bare.perSecond
  return [
    'Payments               product/s   bare Node/s   of bare Node   cpu ms   bare cpu ms   p99 ms',
    `authorise and capture ${product.perSecond.toFixed(0).padStart(10)} ${bare.perSecond.toFixed(0).padStart(13)} ${ratio.toFixed(2).padStart(14)} ${(product.cpuMs ?? Number.NaN).toFixed(2).padStart(8)} ${(bare.cpuMs ?? Number.NaN).toFixed(2).padStart(13)} ${product.p99Ms.toFixed(0).padStart(8)}`,
    '',
    ...written,
  ]
}

const paymentsWritten = 2_000

/**
 * What one payment makes the database write, with everything that follows from it: webhooks, sums, the acquirer's book,
 * jobs. Counted from one moment without waiting jobs to the next one. What an idle product writes in a second is shown beside it. Without
 * the copies of whole pages after a checkpoint, which are as many as the pause between two checkpoints makes them.
 */
async function measureWritten(bench: Bench): Promise<string[]> {
  const { client } = bench
  await client.query('alter system set full_page_writes = off')
  await client.query('select pg_reload_conf()')
  try {
    await untilQueuesAreEmpty(client)
    return await measureEach(bench)
  } finally {
    await client.query('alter system reset full_page_writes')
    await client.query('select pg_reload_conf()')
  }
}

async function measureEach(bench: Bench): Promise<string[]> {
  const { client, url } = bench
  const [idle, idleMs] = await writtenBy(bench, () => sleep(5_000))
  const [all, allMs] = await writtenBy(bench, async () => {
    let left = paymentsWritten
    const work = async () => {
      for (; left > 0; left -= 1) await takePayment(url)
    }
    await Promise.all(Array.from({ length: clients }, work))
    await untilQueuesAreEmpty(client)
  })
  const each = (name: keyof Written) => all[name] / paymentsWritten
  const idleEach = (name: keyof Written) => (idle[name] * 1000) / idleMs
  const figure = (value: number, width: number) => value.toFixed(1).padStart(width)
  const costs = (of: (name: keyof Written) => number) =>
    [
      figure(of('commits'), 10),
      figure(of('bytes') / 1024, 9),
      figure(of('productMs'), 12),
      figure(of('databaseMs'), 13),
    ].join(' ')
  return [
    'Written                  commits   WAL KiB   product ms   database ms   HOT updates of payment',
    `for a payment         ${costs(each)} ${(all.hot / all.updates).toFixed(2).padStart(24)}`,
    `in a second, idle     ${costs(idleEach)}`,
    `it took ${(allMs / 1000).toFixed(1)} s for ${paymentsWritten.toLocaleString('en')} payments`,
  ]
}

interface Written {
  readonly commits: number
  readonly bytes: number
  /** Processor time of the product's process, and of all of PostgreSQL's. */
  readonly productMs: number
  readonly databaseMs: number
  readonly updates: number
  readonly hot: number
}

async function writtenBy(bench: Bench, work: () => Promise<void>): Promise<[Written, number]> {
  const before = await readWritten(bench)
  const startedAt = performance.now()
  await work()
  const ms = performance.now() - startedAt
  // a connection reports what it did once a second
  await sleep(1_500)
  const after = await readWritten(bench)
  const names = Object.keys(before) as (keyof Written)[]
  const difference = Object.fromEntries(names.map((name) => [name, after[name] - before[name]]))
  return [difference as unknown as Written, ms]
}

async function readWritten({ client, productPid }: Bench): Promise<Written> {
  const seconds = [cpuSecondsOf(productPid), await databaseCpuSeconds(client)]
  const [productMs = Number.NaN, databaseMs = Number.NaN] = seconds.map(
    (one) => (one ?? Number.NaN) * 1000,
  )
  const { rows } = await client.query<Omit<Written, 'productMs' | 'databaseMs'>>(`
    select d.xact_commit::float8 as commits, w.wal_bytes::float8 as bytes,
      t.n_tup_upd::float8 as updates, t.n_tup_hot_upd::float8 as hot
    from pg_stat_wal as w, pg_stat_database as d,
      (select sum(n_tup_upd) as n_tup_upd, sum(n_tup_hot_upd) as n_tup_hot_upd from pg_stat_all_tables
       where schemaname = 'app' and relname = 'payment') as t
    where d.datname = current_database()`)
  const [row] = rows
  if (row === undefined) throw new Error('The database has no statistics')
  return { ...row, productMs, databaseMs }
}

/** One payment of the bare server before it is measured: its refusal is a fault of the benchmark and says which. */
async function takeBare(url: string): Promise<void> {
  const response = await fetch(url, { method: 'POST', body: '{}' })
  if (!response.ok) throw new Error(`The bare server wrote no payment: ${await response.text()}`)
}

/** Takes one payment and answers its id. */
export async function takePayment(url: string): Promise<string> {
  const response = await fetch(`${url}/v1/payments`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': v7(),
    },
    body: bodyOf(v7()),
  })
  const payment = (await response.json()) as { id: string; status: string }
  if (payment.status !== 'captured')
    throw new Error(`A payment was not taken: ${JSON.stringify(payment)}`)
  return payment.id
}

const cardNumbers = ['4242424242424242']

function bodyOf(externalId: string): string {
  return JSON.stringify({
    amount: 1000 + Math.floor(Math.random() * 9000),
    currency: 'GBP',
    externalId,
    capture: true,
    method: {
      type: 'card',
      number: cardNumbers[0],
      expiryMonth: 12,
      expiryYear: 2030,
      securityCode: '123',
    },
    customer: { email: `${externalId}@example.com`, country: 'GB' },
  })
}
