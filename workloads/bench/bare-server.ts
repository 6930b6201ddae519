// The floor of the benchmarks: node:http and pg, no sign-in, no framework, nothing but the rows.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import pg from 'pg'
import { type PaymentRows, writeBarePayment } from './bare-payment.ts'
import { type BenchTarget, bareStatements } from './bare-statements.ts'

const { databaseUrl, target, paymentRows } = JSON.parse(
  readFileSync(process.argv[2] ?? '', 'utf8'),
) as {
  databaseUrl: string
  target: BenchTarget
  paymentRows: PaymentRows
}
const pool = new pg.Pool({ connectionString: databaseUrl, max: 16 })
const statements = bareStatements(target)

const server = createServer(async (request, response) => {
  try {
    const name = request.url?.slice(1) ?? ''
    const statement = statements[name]
    const answer = statement
      ? (await pool.query(statement.text, [...statement.values])).rows
      : await readBody(request).then(() => writeBarePayment(pool, paymentRows))
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(answer))
  } catch (error) {
    response.statusCode = 500
    response.end(String(error))
  }
})

async function readBody(request: AsyncIterable<Buffer>): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return JSON.parse(Buffer.concat(chunks).toString() || '{}')
}

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(`listening ${typeof address === 'object' ? address?.port : ''}`)
})
process.on('SIGTERM', () => server.close(() => pool.end()))
