import pg from 'pg'
import type { Bench } from '../bench.ts'
import { bareStatements, viewedFrom } from './bare-statements.ts'
import { type Load, type Measured, measure, measureDirect } from './load.ts'

const columnsPath = '/api/reporting/crm/reports/transactions-lookup-columns?pageSize=20'

const paths = {
  first: '/api/crm/transactions?pageSize=20',
  filtered:
    '/api/crm/transactions?pageSize=20&status=refunded&currency=GBP&method=card&sort=amount&order=desc',
  external: '/api/crm/transactions?pageSize=20&externalId=',
  // as the lookup with chosen columns asks for a saved view
  declines: `${columnsPath}&status=declined&cardBrand=visa&dateFrom=${viewedFrom()}`,
  large: `${columnsPath}&currency=GBP&amountFrom=5000&sort=amount&order=asc`,
  alternatives: `${columnsPath}&method=alternative&status=captured`,
} as const

const titles = {
  first: 'first page',
  filtered: 'filtered, by amount',
  external: 'by external id',
  declines: 'view: Visa declines',
  large: 'view: by amount, up',
  alternatives: 'view: alternatives',
} as const

/** Lists through the product, through the bare server and straight from SQL, in turn. */
export async function measureLists(bench: Bench): Promise<string[]> {
  const lines = [
    'Lookup                 product/s   bare Node/s   bare SQL/s   of bare Node   cpu ms   × bare cpu   p99 ms',
  ]
  const pool = new pg.Pool({ connectionString: bench.ownerUrl, max: 16 })
  const statements = bareStatements(bench.target)
  for (const name of Object.keys(paths) as (keyof typeof paths)[]) {
    const statement = statements[name]
    if (!statement) throw new Error(`No statement for ${name}`)
    const path =
      name === 'external'
        ? paths.external + encodeURIComponent(bench.target.externalId)
        : paths[name]
    const load: Load = {
      url: bench.url + path,
      headers: await bench.headers(),
      pid: bench.productPid,
    }
    await agree(load, `${bench.bareUrl}/${name}`)
    const product = await measure(load, bench.seconds)
    const bare = await measure(
      { url: `${bench.bareUrl}/${name}`, pid: bench.barePid },
      bench.seconds,
    )
    const sql = await measureDirect(
      () => pool.query(statement.text, [...statement.values]),
      bench.seconds,
    )
    lines.push(row(titles[name], product, bare, sql))
  }
  await pool.end()
  return lines
}

/** Both servers answer the same payments, or the comparison says nothing. */
async function agree(load: Load, bareUrl: string): Promise<void> {
  const answer = await fetch(load.url, { headers: load.headers ?? {} })
  if (!answer.ok) throw new Error(`${load.url} answered ${answer.status}: ${await answer.text()}`)
  const ours = ((await answer.json()) as { data: { id: string }[] }).data.map(({ id }) => id)
  const bare = ((await (await fetch(bareUrl)).json()) as { id: string }[])
    .slice(0, 20)
    .map(({ id }) => id)
  if (ours.length === 0 || ours.join() !== bare.join()) {
    throw new Error(
      `The product and the bare server answer different payments at ${load.url}: ${ours.length} and ${bare.length}`,
    )
  }
}

function row(title: string, product: Measured, bare: Measured, sql: number): string {
  if (product.failed > 0 || bare.failed > 0)
    throw new Error(`${title}: ${product.failed} and ${bare.failed} requests failed`)
  const cpu = product.cpuMs ?? Number.NaN
  return [
    title.padEnd(22),
    product.perSecond.toFixed(0).padStart(9),
    bare.perSecond.toFixed(0).padStart(13),
    sql.toFixed(0).padStart(12),
    (product.perSecond / bare.perSecond).toFixed(2).padStart(14),
    cpu.toFixed(2).padStart(8),
    (cpu / (bare.cpuMs ?? Number.NaN)).toFixed(2).padStart(12),
    product.p99Ms.toFixed(0).padStart(8),
  ].join(' ')
}
