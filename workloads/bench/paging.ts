import { performance } from 'node:perf_hooks'
import type { Bench } from '../bench.ts'

const pages = 500
const repeats = 40

/** Page 1 against page 500 by cursor, and what an offset to the same page costs in bare SQL. */
export async function measurePaging(bench: Bench): Promise<string[]> {
  const headers = await bench.headers()
  const first = `${bench.url}/api/crm/transactions?pageSize=20`
  let cursor = ''
  for (let page = 1; page < pages; page++) {
    const answer = (await (await fetch(first + cursor, { headers })).json()) as {
      nextCursor: string | null
    }
    if (answer.nextCursor === null) throw new Error(`There is no page ${page + 1}`)
    cursor = `&cursor=${encodeURIComponent(answer.nextCursor)}`
  }
  const [near, far] = [
    await median(() => read(first, headers)),
    await median(() => read(first + cursor, headers)),
  ]
  const text = `select id from app.payment where tenant_id = $1 and mode = 2 order by id desc limit 20 offset $2`
  const offset = (rows: number) => () => bench.client.query(text, [bench.target.tenantId, rows])
  const [nearOffset, farOffset] = [await median(offset(0)), await median(offset((pages - 1) * 20))]
  return [
    'Paging (median ms)     page 1   page 500   ratio',
    `by cursor, product   ${near.toFixed(2).padStart(8)} ${far.toFixed(2).padStart(10)} ${(far / near).toFixed(2).padStart(7)}`,
    `by offset, bare SQL  ${nearOffset.toFixed(2).padStart(8)} ${farOffset.toFixed(2).padStart(10)} ${(farOffset / nearOffset).toFixed(2).padStart(7)}`,
  ]
}

async function read(url: string, headers: Record<string, string>): Promise<void> {
  const answer = await fetch(url, { headers })
  if (!answer.ok) throw new Error(await answer.text())
  await answer.arrayBuffer()
}

/** The middle of many single requests, one after another. */
export async function median(work: () => Promise<unknown>, times = repeats): Promise<number> {
  const took: number[] = []
  for (let at = 0; at < times; at++) {
    const started = performance.now()
    await work()
    took.push(performance.now() - started)
  }
  return took.sort((a, b) => a - b)[Math.floor(times / 2)] ?? 0
}
