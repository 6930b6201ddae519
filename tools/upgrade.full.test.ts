// A database that an earlier version left, with a demo's data in it, is brought to this version, and everything is still there.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openPostgres } from '@counterfoil/database/open.ts'
import { prepareDatabase } from '@counterfoil/database/prepare.ts'
import { proveBooks } from '@counterfoil/features/accounting/proofs/proofs.jobs.ts'
import { openDatabase } from '@counterfoil/kit/database/database.ts'
import { secretsKeyFor } from '@counterfoil/kit/server/secrets-key.ts'
import { openProviders } from '@counterfoil/providers/providers.ts'
import { demoKeyOf } from '@counterfoil/workloads/demo/organisations.ts'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readRowTypes, rowTypesFile } from './row-types.ts'
import { lintSchema } from './schema-lint.ts'
import { signInToDemo } from './testing/demo-sign-in.ts'
import { type Counts, countRows, makeEarlierDatabase } from './testing/earlier-database.ts'
import { type Stack, startStack } from './testing/stack.ts'

/** Last migrations of earlier states; of each release the last one comes here. */
const earlierStates = ['0129-smart-routing', '0140-beneficiaries']
/** Tables whose rows a migration after them moves on purpose. */
const changedOnPurpose: Readonly<Record<string, string>> = {
  'app.ratio_alert': 'they are alert rules since 0130',
  'app.ratio_alert_crossing': 'they are alerts since 0130',
}

const secretsKey = 'of both products of this test, and of nothing else'
let demo: Stack
let demoUrl: string

beforeAll(async () => {
  demo = await startStack({ SECRETS_KEY: secretsKey })
  const home = join(demo.dataDir, 'postgres')
  const read = (name: string) => readFileSync(join(home, name), 'utf8').trim()
  demoUrl = `postgres://postgres:${read('owner-password')}@127.0.0.1:${read('port')}/counterfoil`
}, 600_000)
afterAll(() => demo?.remove(), 60_000)

async function query(connectionString: string, sql: string) {
  const owner = new pg.Client({ connectionString })
  await owner.connect()
  try {
    return (await owner.query(sql)).rows
  } finally {
    await owner.end()
  }
}

describe.each(earlierStates)('from %s', (last) => {
  let ownerUrl: string
  let before: Counts
  let urls: Awaited<ReturnType<typeof openPostgres>>

  beforeAll(async () => {
    const earlier = await makeEarlierDatabase(demoUrl, last)
    ownerUrl = earlier.ownerUrl
    before = earlier.counts
    urls = await openPostgres({ databaseUrl: ownerUrl, dataDir: '/nowhere' })
    await prepareDatabase(ownerUrl)
  }, 600_000)

  test('no table has lost or gained a row', async () => {
    expect(before['app.payment']).toBeGreaterThan(500)
    expect(before['identity.account']).toBeGreaterThan(5)
    const after = await countRows(ownerUrl)
    const differing = Object.entries(before).filter(
      ([table, count]) => after[table] !== count && !(table in changedOnPurpose),
    )
    expect(differing.map(([table, count]) => `${table}: ${count}, now ${after[table]}`)).toEqual([])
  })

  test('it has the tables, columns and policies that a new database has', async () => {
    const owner = new pg.Client({ connectionString: ownerUrl })
    await owner.connect()
    try {
      expect(await lintSchema(owner)).toEqual([])
    } finally {
      await owner.end()
    }
    const generated = readFileSync(join(import.meta.dirname, '..', rowTypesFile), 'utf8')
    expect(await readRowTypes(ownerUrl)).toBe(generated)
  })

  test('the books are right: postings, balances, sums and the acquirers’ records', async () => {
    // what the demo has proved by itself is proved again
    await query(ownerUrl, 'truncate app.ledger_proof, app.proved_balance')
    const database = openDatabase({ appUrl: urls.appUrl, platformUrl: urls.platformUrl })
    const providers = openProviders({
      ...{ sandboxDatabaseUrl: urls.appUrl, publicUrl: 'http://localhost', mayReachPrivate: true },
      masterKey: secretsKeyFor('tenants’ encryption keys', { secretsKey, dataDir: '/nowhere' }),
    })
    try {
      const wrong: unknown[] = []
      const log = pino({ level: 'silent' })
      log.error = (about: object) => wrong.push(about)
      const signal = new AbortController().signal
      const now = () => new Date()
      await proveBooks(providers, { database, log, now, signal } as never)
      expect(wrong).toEqual([])
    } finally {
      await providers.close()
      await database.close()
    }
    const rows = await query(
      ownerUrl,
      'select sum(payments)::int as payments from app.ledger_proof',
    )
    expect(rows[0]?.payments).toBeGreaterThan(500)
  })

  test('the product answers from it, and takes payments', { timeout: 600_000 }, async () => {
    const product = await startStack({
      ...{ DATABASE_URL: ownerUrl, SECRETS_KEY: secretsKey, DEMO: 'on' },
    })
    try {
      const headers = await signInToDemo(product.portalUrl)
      expect((await fetch(`${product.portalUrl}/api/users`, { headers })).status).toBe(200)
      const paid = await fetch(`${product.portalUrl}/v1/payments`, {
        method: 'POST',
        headers: {
          ...{ authorization: `Bearer ${demoKeyOf('harbour', 1)}`, 'idempotency-key': 'upgraded' },
          'content-type': 'application/json',
        },
        body: JSON.stringify({
          ...{ amount: 1250, currency: 'GBP', externalId: 'upgraded', capture: true },
          method: {
            ...{ type: 'card', number: '4242424242424242', securityCode: '123' },
            ...{ expiryMonth: 12, expiryYear: 2090 },
          },
        }),
      })
      expect(paid.status).toBe(201)
    } finally {
      await product.remove()
    }
  })
})
