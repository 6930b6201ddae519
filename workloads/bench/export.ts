import { performance } from 'node:perf_hooks'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Bench } from '../bench.ts'
import { residentMiB } from './processes.ts'

/** A tenant's payments of a year as the zipped CSV that the portal offers, against bare COPY of the same columns. */
export async function measureExport(bench: Bench): Promise<string[]> {
  const from = new Date(Date.now() - 365 * dayMs).toISOString()
  const memoryBefore = residentMiB(bench.productPid)
  let memoryPeak = memoryBefore
  const watch = setInterval(() => {
    memoryPeak = Math.max(memoryPeak, residentMiB(bench.productPid))
  }, 100)
  const started = performance.now()
  const answer = await fetch(
    `${bench.url}/api/crm/transactions/csv/?timezoneOffset=0&dateFrom=${encodeURIComponent(from)}`,
    {
      headers: await bench.headers(),
    },
  )
  if (!answer.ok || !answer.body)
    throw new Error(`The export answered ${answer.status}: ${await answer.text()}`)
  let bytes = 0
  for await (const chunk of answer.body) bytes += chunk.length
  const product = (performance.now() - started) / 1000
  clearInterval(watch)
  const bare = await copyAlone(bench, from)
  const ratio = bare.seconds / product
  return [
    'Export                      rows   product s   bare COPY s   of bare COPY   zip MiB   memory MiB before, peak',
    `a year of one tenant  ${String(bare.rows).padStart(10)} ${product.toFixed(2).padStart(11)} ${bare.seconds.toFixed(2).padStart(13)} ${ratio.toFixed(2).padStart(14)} ${(bytes / 2 ** 20).toFixed(1).padStart(9)} ${memoryBefore.toFixed(0).padStart(13)}, ${memoryPeak.toFixed(0)}`,
  ]
}

async function copyAlone(bench: Bench, from: string): Promise<{ seconds: number; rows: number }> {
  const client = new pg.Client({ connectionString: bench.ownerUrl })
  await client.connect()
  const started = performance.now()
  const source = client.query(
    copyTo(
      `copy (select p.*, m.legal_business_name from app.payment p
         join app.merchant m on m.tenant_id = p.tenant_id and m.id = p.merchant_id
         where p.tenant_id = ${pg.escapeLiteral(bench.target.tenantId)} and p.mode = 2 and p.created_at >= ${pg.escapeLiteral(from)}
         order by p.id desc) to stdout (format csv, header)`,
    ),
  )
  await pipeline(source, new Writable({ write: (_chunk, _encoding, done) => done() }))
  const seconds = (performance.now() - started) / 1000
  await client.end()
  return { seconds, rows: source.rowCount }
}
