/** Rows are counted up to this many beyond the shown page, so that counting does not hold the page up. */
const countedBeyondPage = 1_000

interface Page {
  readonly pageIndex: number
  readonly pageSize: number
}

interface List<Row> {
  rows(page: { readonly limit: number; readonly offset: number }): Promise<readonly Row[]>
  /** Up to this many. */
  count(limit: number): Promise<number>
}

/** One page of a long list with its count, or with what is known of it. */
export async function countedPage<Row>({ pageIndex, pageSize }: Page, list: List<Row>) {
  const offset = pageIndex * pageSize
  const countLimit = offset + pageSize + countedBeyondPage
  const [rows, counted] = await Promise.all([
    list.rows({ limit: pageSize, offset }),
    list.count(countLimit),
  ])
  const data = [...rows]
  return counted < countLimit
    ? { data, count: counted }
    : { data, count: null, countAtLeast: counted }
}
