import type { Part } from '@counterfoil/kit/database/paging.ts'

/** Rows are counted up to this many beyond the shown page, so that counting does not hold the page up. */
const countedBeyondPage = 1_000

interface Page {
  readonly pageIndex: number
  readonly pageSize: number
}

export const pageOf = ({ pageIndex, pageSize }: Page): Part => ({
  limit: pageSize,
  offset: pageIndex * pageSize,
})

interface List<Row> {
  rows(page: Part): Promise<readonly Row[]>
  /** Up to this many. */
  count(limit: number): Promise<number>
}

/** One page of a long list with its count, or with what is known of it. */
export function countedPage<Row>(page: Page, list: List<Row>) {
  return countedTogether(page, async (part, countLimit) => {
    const rows = await list.rows(part)
    // the last page says how many there are: a search that finds little has read everything, and is not made again to count
    const isLast = rows.length < part.limit && (rows.length > 0 || part.offset === 0)
    return { rows, count: isLast ? part.offset + rows.length : await list.count(countLimit) }
  })
}

/** The same for a list whose rows and count one statement reads. */
export async function countedTogether<Row>(
  page: Page,
  read: (
    page: Part,
    countLimit: number,
  ) => Promise<{ readonly rows: readonly Row[]; readonly count: number }>,
) {
  const part = pageOf(page)
  const countLimit = part.offset + part.limit + countedBeyondPage
  const { rows, count } = await read(part, countLimit)
  const data = [...rows]
  return count < countLimit ? { data, count } : { data, count: null, countAtLeast: count }
}
