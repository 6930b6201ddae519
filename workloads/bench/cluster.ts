// The same build on one PostgreSQL and on a Citus cluster of this computer: how much of the one's speed the other has.

import { readBoardData } from '@counterfoil/features/dashboards/boards/boards.contract.ts'
import {
  listAliases,
  listPayments,
  readPaymentTotals,
} from '@counterfoil/features/payments/lookup/lookup.contract.ts'
import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import { type Load, type Measured, measure } from './load.ts'
import { paymentLoad } from './payments.ts'

/** A product that runs, on one of the two. */
export interface Side {
  readonly url: string
  readonly pid: number
  readonly externalId: string
  headers(email: string): Promise<Record<string, string>>
}

const operator = 'operator@northwind.example'
const platform = 'platform@counterfoil.example'

type Question = readonly [title: string, loadOf: (side: Side) => Promise<Load>]

function questions(): Question[] {
  const from = new Date(Date.now() - 365 * dayMs).toISOString().slice(0, 10)
  const ofPlatform = listAliases.find(({ id }) => id === 'payments.list-platform')?.path ?? ''
  const read = (title: string, email: string, pathOf: (side: Side) => string): Question => [
    title,
    async (side) => ({
      url: side.url + pathOf(side),
      headers: await side.headers(email),
      pid: side.pid,
    }),
  ]
  const first = `${listPayments.path}?pageSize=20`
  const narrowed = '&status=refunded&currency=GBP&method=card&sort=amount&order=desc'
  return [
    ['authorise and capture', async ({ url, pid }) => paymentLoad(url, pid)],
    read('lookup, first page', operator, () => first),
    read('lookup, filtered, by amount', operator, () => first + narrowed),
    read(
      'lookup, by external id',
      operator,
      ({ externalId }) => `${first}&externalId=${externalId}`,
    ),
    read('lookup of the platform', platform, () => `${ofPlatform}?pageSize=20`),
    read('sums of a tenant', operator, () => `${readPaymentTotals.path}?dateFrom=${from}`),
    read('dashboard of an operator', operator, () => readBoardData.path),
    read('dashboard of the platform', platform, () => readBoardData.path),
  ]
}

/** Each question to both, one after the other: what waits takes little of the other's processors. */
export async function compareWithCluster(
  { plain, cluster }: { readonly plain: Side; readonly cluster: Side },
  seconds: number,
): Promise<string[]> {
  const lines = [
    'Cluster                        one PostgreSQL/s   cluster/s   of one   cpu ms   cluster cpu ms   p99 ms   cluster p99 ms',
  ]
  for (const [title, loadOf] of questions()) {
    const one = await measured(title, await loadOf(plain), seconds)
    const many = await measured(title, await loadOf(cluster), seconds)
    lines.push(row(title, one, many))
  }
  return lines
}

async function measured(title: string, load: Load, seconds: number): Promise<Measured> {
  const figures = await measure(load, seconds)
  if (figures.failed > 0)
    throw new Error(`${title}: ${figures.failed} requests to ${load.url} failed`)
  return figures
}

function row(title: string, one: Measured, many: Measured): string {
  const cpu = ({ cpuMs }: Measured, width: number) =>
    (cpuMs ?? Number.NaN).toFixed(2).padStart(width)
  return [
    title.padEnd(30),
    one.perSecond.toFixed(0).padStart(16),
    many.perSecond.toFixed(0).padStart(11),
    (many.perSecond / one.perSecond).toFixed(2).padStart(8),
    cpu(one, 8),
    cpu(many, 16),
    one.p99Ms.toFixed(0).padStart(8),
    many.p99Ms.toFixed(0).padStart(16),
  ].join(' ')
}
