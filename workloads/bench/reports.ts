// Reports and dashboards as their readers get them, while payments are taken beside.

import { setTimeout as sleep } from 'node:timers/promises'
import {
  readBoard,
  readBoardData,
} from '@counterfoil/features/dashboards/boards/boards.contract.ts'
import {
  charts,
  summaryReports,
} from '@counterfoil/features/payments/summary-reports/summary-reports.contract.ts'
import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import type { Bench } from '../bench.ts'
import { demoAccounts } from '../demo/organisations.ts'
import { type Load, type Measured, measure } from './load.ts'
import { takePayment } from './payments.ts'

const operator = 'operator@northwind.example'
const platform = 'platform@counterfoil.example'
const merchant = 'merchant@harbour.example'

const title = (name: string) =>
  `${name.padEnd(34)} answers/s   median ms   97.5 % ms   cpu ms   payments/s`

/** Each report by the account that it is for: its usual days, and a year of days. */
export async function measureReports(bench: Bench): Promise<string[]> {
  const from = new Date(Date.now() - 360 * dayMs).toISOString().slice(0, 10)
  const { merchant: ofMerchant, toolOfMerchants, ...ofOperators } = summaryReports
  const asked = [
    ...charts.map(({ id, path }) => ({ id, path, email: operator })),
    ...Object.values(ofOperators).map(({ id, path }) => ({
      id,
      path,
      email: id.endsWith('-of-all') ? platform : operator,
    })),
    ...[ofMerchant, toolOfMerchants].map(({ id, path }) => ({ id, path, email: merchant })),
  ]
  const lines = [title('Reports')]
  for (const { id, path, email } of asked) {
    for (const [days, query] of [
      ['', ''],
      [', a year', `?dateFrom=${from}`],
    ] as const) {
      lines.push(await measureReading(bench, `${id}${days}`, path + query, email))
    }
  }
  return lines
}

/** A dashboard as it is opened: what is on it, then the figures of all its widgets. */
export async function measureDashboards(bench: Bench): Promise<string[]> {
  const lines = [title('Dashboards')]
  for (const email of [operator, platform, merchant]) {
    const headers = await bench.headers(email)
    const answer = await fetch(bench.url + readBoard.path, { headers })
    const { widgets } = (await answer.json()) as { widgets: unknown[] }
    const who = email.split('@')[0]
    lines.push(
      await measureReading(bench, `${who}, layout`, readBoard.path, email),
      await measureReading(bench, `${who}, ${widgets.length} widgets`, readBoardData.path, email),
    )
  }
  const readers = await differentReaders(bench)
  const { path } = readBoardData
  lines.push(
    await measureReaders(bench, `${readers.length} scopes`, path, { readers }),
    await measureReaders(bench, `${readers.length} scopes, once a second`, path, {
      ...{ readers, rate: 1 },
    }),
  )
  return lines
}

/** Everybody of the demo who has a dashboard, in each mode that is open to them: no two may see the same. */
async function differentReaders(bench: Bench): Promise<Record<string, string>[]> {
  const asked = demoAccounts.flatMap(({ email }) => [1, 2].map((mode) => ({ email, mode })))
  const readers: Record<string, string>[] = []
  for (const { email, mode } of asked) {
    const headers = { ...(await bench.headers(email)), systemMode: String(mode) }
    if ((await fetch(bench.url + readBoardData.path, { headers })).ok) readers.push(headers)
  }
  return readers
}

async function measureReading(
  bench: Bench,
  name: string,
  path: string,
  email: string,
): Promise<string> {
  const headers = await bench.headers(email)
  const answer = await fetch(bench.url + path, { headers })
  if (answer.status === 400) return `${name.padEnd(34)} ${await reasonOf(answer)}`
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  const { rate } = bench
  return measureReaders(bench, name, path, {
    readers: [headers],
    ...(rate === undefined ? {} : { rate }),
  })
}

async function measureReaders(
  bench: Bench,
  name: string,
  path: string,
  asking: Pick<Load, 'readers' | 'rate'>,
): Promise<string> {
  const writer = takePayments(bench.url, bench.paymentsPerSecond)
  const read = await measure(
    { url: bench.url + path, ...asking, pid: bench.productPid },
    bench.seconds,
  )
  const perSecond = await writer.stop()
  if (read.failed > 0) throw new Error(`${name}: ${read.failed} requests failed`)
  return row(name, read, perSecond)
}

/** What is refused has a reason: more rows than a page shows, for example. */
const reasonOf = async (answer: Response) => ((await answer.json()) as { detail: string }).detail

/** More at a time would only wait: a product that does not keep up takes fewer a second, which the result shows. */
const paymentsAtATime = 32

/** Takes payments at a steady rate until it is stopped; then answers how many a second there were. */
function takePayments(url: string, perSecond: number): { stop(): Promise<number> } {
  if (perSecond === 0) return { stop: async () => 0 }
  let isWanted = true
  let taken = 0
  const open = new Set<Promise<void>>()
  const startedAt = performance.now()
  const writing = (async () => {
    for (let due = startedAt; isWanted; due += 1000 / perSecond) {
      await sleep(Math.max(0, due - performance.now()))
      if (open.size >= paymentsAtATime) await Promise.race(open)
      const payment = takePayment(url)
        .then(() => {
          taken += 1
        })
        .finally(() => open.delete(payment))
      open.add(payment)
    }
    await Promise.all(open)
  })()
  return {
    async stop() {
      isWanted = false
      await writing
      return (taken * 1000) / (performance.now() - startedAt)
    },
  }
}

function row(name: string, read: Measured, paymentsTaken: number): string {
  return [
    name.padEnd(34),
    read.perSecond.toFixed(0).padStart(9),
    read.medianMs.toFixed(0).padStart(11),
    read.p97Ms.toFixed(0).padStart(11),
    (read.cpuMs ?? Number.NaN).toFixed(2).padStart(8),
    paymentsTaken.toFixed(0).padStart(12),
  ].join(' ')
}
