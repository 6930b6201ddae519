import pg from 'pg'
import type { Bench } from '../bench.ts'
import { measure, measureDirect } from './load.ts'

const from = `from app.support_ticket t left join app.merchant m on m.tenant_id = t.tenant_id and m.id = t.merchant_id
  where t.tenant_id = $1 and t.channel = 'CustomerToTenant'`
const columns = `t.id, t.code, t.merchant_id, t.state, t.category, t.priority, t.subject, t.requester_name, t.waiting_on,
  t.assignee_name, t.due_at, t.created_at, t.updated_at, t.closed_at, m.legal_business_name`
const counted = (condition: string) =>
  `(select count(*) from (select ${from} ${condition} limit 1010) as c) as count`

/** What the list asks for, in the plainest SQL, its count included. */
const questions = [
  { title: 'first page', query: '', condition: '' },
  {
    title: 'filtered',
    query: 'state=Opened&priority=High&category=Processing,Operational',
    condition: `and t.state = 'Opened' and t.priority = 'High' and t.category in ('Processing', 'Operational')`,
  },
  {
    title: 'search',
    query: 'search=settlement file corr',
    condition: `and to_tsvector('simple', t.subject || ' ' || t.description) @@ to_tsquery('simple', 'settlement & file & corr:*')`,
  },
] as const

/** The list of tickets, with filters and search, next to the same questions asked of the database alone. */
export async function measureTickets(bench: Bench): Promise<string[]> {
  const lines = ['Tickets                product/s   bare SQL/s   × bare SQL   p99 ms']
  const pool = new pg.Pool({ connectionString: bench.ownerUrl, max: 16 })
  try {
    for (const { title, query, condition } of questions) {
      const url = `${bench.url}/api/support/ticket/my?size=10&${query}`
      const load = { url, headers: await bench.headers(), pid: bench.productPid }
      const answer = await fetch(url, { headers: load.headers })
      const { data } = (await answer.json()) as { data?: unknown[] }
      if (!data?.length) throw new Error(`${url} answered ${answer.status} without tickets`)
      const product = await measure(load, bench.seconds)
      if (product.failed > 0) throw new Error(`${title}: ${product.failed} requests failed`)
      const text = `select ${columns}, ${counted(condition)} ${from} ${condition} order by t.id desc limit 10`
      const sql = await measureDirect(
        () => pool.query(text, [bench.target.tenantId]),
        bench.seconds,
      )
      lines.push(
        [
          title.padEnd(22),
          product.perSecond.toFixed(0).padStart(9),
          sql.toFixed(0).padStart(12),
          (product.perSecond / sql).toFixed(2).padStart(12),
          product.p99Ms.toFixed(0).padStart(8),
        ].join(' '),
      )
    }
  } finally {
    await pool.end()
  }
  return lines
}
