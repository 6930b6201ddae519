import pg from 'pg'
import type { Bench } from '../bench.ts'
import { measure, measureDirect } from './load.ts'

const rows = 10_000
const marker = 'Bench default '
const shown = 't.id, t.version, t.is_active, t.name, t.value, t.merchant_id, t.provider, t.channel'
const from = 'from app.default_parameter t'

/** What a page of a declared resource asks for, in the plainest SQL: its rows and how many there are. */
const questions = [
  { title: 'first page', query: 'pageSize=20', condition: '', limit: 20, offset: 0 },
  { title: 'page 250', query: 'pageSize=20&pageIndex=249', condition: '', limit: 20, offset: 4980 },
  {
    title: 'search',
    query: 'pageSize=20&searchKey=default 99',
    condition: "and (t.name ilike '%default 99%' or t.value ilike '%default 99%')",
    limit: 20,
    offset: 0,
  },
  {
    title: 'filtered, sorted',
    query: 'pageSize=20&channel=pos&sort=-updatedAt',
    condition: "and t.channel = 'pos'",
    limit: 20,
    offset: 0,
    order: 't.updated_at desc nulls last, t.id desc',
  },
  { title: 'export, all rows', query: '', condition: '', limit: rows * 2, offset: 0 },
] as const

/** Ten thousand records of one declared resource: its grid, search and export, next to the same asked of the database alone. */
export async function measureResources(bench: Bench): Promise<string[]> {
  const { tenantId } = bench.target
  await fill(bench.client, tenantId)
  const lines = ['Resource of 10,000     product/s   bare SQL/s   × bare SQL   p99 ms']
  const pool = new pg.Pool({ connectionString: bench.ownerUrl, max: 16 })
  try {
    for (const { title, query, condition, limit, offset, ...rest } of questions) {
      const isExport = title.startsWith('export')
      const path = `/api/crm/settings/default-parameters${isExport ? '/export' : ''}`
      const load = {
        url: `${bench.url}${path}?${query.replaceAll(' ', '%20')}`,
        headers: await bench.headers(),
        pid: bench.productPid,
      }
      const answer = await fetch(load.url, { headers: load.headers })
      const text = await answer.text()
      const found = isExport ? text.split('\n').length - 2 : JSON.parse(text).data?.length
      if (answer.status !== 200 || found < (isExport ? rows : 20)) {
        throw new Error(`${load.url} answered ${answer.status} with ${found} rows`)
      }
      const order = 'order' in rest ? rest.order : 't.name, t.id'
      const list = `select ${shown} ${from} where t.tenant_id = $1 ${condition} order by ${order} limit ${limit} offset ${offset}`
      const count = `select count(*) ${from} where t.tenant_id = $1 ${condition}`
      if (isExport) {
        // a whole list is asked for by one at a time
        const whole = async () => (await fetch(load.url, { headers: load.headers })).text()
        const product = await oneByOne(whole, bench.seconds)
        const sql = await oneByOne(() => pool.query(list, [tenantId]), bench.seconds)
        lines.push(lineOf(title, product, sql))
        continue
      }
      const product = await measure(load, bench.seconds)
      if (product.failed > 0) throw new Error(`${title}: ${product.failed} requests failed`)
      const sql = await measureDirect(
        () => Promise.all([pool.query(list, [tenantId]), pool.query(count, [tenantId])]),
        bench.seconds,
      )
      lines.push(lineOf(title, product.perSecond, sql, product.p99Ms))
    }
  } finally {
    await pool.end()
    await bench.client.query(
      'delete from app.default_parameter where tenant_id = $1 and value like $2',
      [tenantId, `${marker}%`],
    )
  }
  return lines
}

function lineOf(title: string, product: number, sql: number, p99Ms?: number): string {
  return [
    title.padEnd(22),
    product.toFixed(1).padStart(9),
    sql.toFixed(1).padStart(12),
    (product / sql).toFixed(2).padStart(12),
    (p99Ms?.toFixed(0) ?? '').padStart(8),
  ].join(' ')
}

/** How often in a second, by one client, after a first that is not counted. */
async function oneByOne(ask: () => Promise<unknown>, seconds: number): Promise<number> {
  await ask()
  const began = performance.now()
  let done = 0
  while (performance.now() - began < seconds * 1000) {
    await ask()
    done += 1
  }
  return (done * 1000) / (performance.now() - began)
}

async function fill(client: pg.Client, tenantId: string): Promise<void> {
  await client.query(
    `insert into app.default_parameter
       (tenant_id, id, name, value, channel, is_active, version, created_at, updated_at)
     select $1, uuidv7(), 'bench_' || n, $2 || n, case n % 4 when 0 then 'pos' end, true, 1, now(), now() - n * interval '1 second'
     from generate_series(1, $3) n`,
    [tenantId, marker, rows],
  )
  await client.query('analyze app.default_parameter')
}
