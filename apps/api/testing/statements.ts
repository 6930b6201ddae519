import pg from 'pg'

/** The statements that this process sends to its databases meanwhile. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const texts: string[] = []
  const { query } = pg.Client.prototype
  function noting(this: pg.Client, ...asked: [string | { text: string }]) {
    texts.push(typeof asked[0] === 'string' ? asked[0] : asked[0].text)
    return (query as (...asked: unknown[]) => unknown).apply(this, asked)
  }
  Object.assign(pg.Client.prototype, { query: noting })
  try {
    await work()
  } finally {
    Object.assign(pg.Client.prototype, { query })
  }
  return texts
}
