import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import type { Bench } from '../bench.ts'
import { median } from './paging.ts'

/** A year's sums by status and currency: the product's totals, the same rollup in SQL, and the payments themselves. */
export async function measureRollups(bench: Bench): Promise<string[]> {
  const headers = await bench.headers()
  const from = new Date(Date.now() - 365 * dayMs).toISOString().slice(0, 10)
  const url = `${bench.url}/api/crm/transactions/totals?dateFrom=${from}`
  const { tenantId } = bench.target
  const product = await median(async () => {
    const answer = await fetch(url, { headers })
    if (!answer.ok) throw new Error(await answer.text())
    const { count } = (await answer.json()) as { count: number | null }
    if (count === null) throw new Error('The totals were not exact')
  })
  const rollup = await median(() =>
    bench.client.query(
      `select currency, sum(payments), sum(amount_minor) from app.payment_rollup
       where tenant_id = $1 and merchant_id <> '00000000-0000-0000-0000-000000000000' and grain = 'day' and mode = 2 and day >= $2 group by currency`,
      [tenantId, from],
    ),
  )
  const table = await median(
    () =>
      bench.client.query(
        'select currency, count(*), sum(amount_minor) from app.payment where tenant_id = $1 and mode = 2 and business_day >= $2 group by currency',
        [tenantId, from],
      ),
    5,
  )
  return [
    'Sums of a year (median ms)',
    `product, exact and current   ${product.toFixed(2).padStart(9)}`,
    `bare SQL on the days' rows   ${rollup.toFixed(2).padStart(9)}`,
    `bare SQL on the payments     ${table.toFixed(2).padStart(9)}   ${(table / product).toFixed(0)} times the product`,
  ]
}
