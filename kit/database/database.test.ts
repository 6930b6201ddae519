import { Socket } from 'node:net'
import { makeMerchant, makePayment, makeTenant } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type Database, type Db, openDatabase } from './database.ts'
import { platformScope, type TenantScope, tenantScope } from './scope.ts'
import { filters } from './within.ts'

const db = await testDatabase()
const mine = await makeTenant(db)
const other = await makeTenant(db)
const scope = tenantScope(mine.id)
let book: { id: string }
let toy: { id: string }

beforeAll(async () => {
  book = await makeMerchant(db, { tenant_id: mine.id })
  toy = await makeMerchant(db, { tenant_id: mine.id })
  const foreign = await makeMerchant(db, { tenant_id: other.id })
  for (const { id } of [book, toy]) await makePayment(db, { tenant_id: mine.id, merchant_id: id })
  await makePayment(db, { tenant_id: other.id, merchant_id: foreign.id })
  // everything here shows what row-level security does alone
  filters.on = false
  return () => {
    filters.on = true
  }
})

/**
 * As the product's, with so few connections that every test meets the one before it. On a cluster its connections keep no
 * plans; a test of kept plans asks for none of a cluster's ways.
 */
function openSmall(maxConnections: number, isCluster = db.isCluster): Database {
  const { app, platform } = db.urls
  const opened = openDatabase({ appUrl: app, platformUrl: platform, isCluster, maxConnections })
  onTestFinished(() => opened.close())
  return opened
}

const listMerchants = async (on: Db) =>
  (await on.selectFrom('payment').select('merchant_id').execute())
    .map(({ merchant_id }) => merchant_id)
    .sort()

const currentTenant = async (on: Db) =>
  (await sql<{ tenant: string | null }>`select app.current_tenant() as tenant`.execute(on)).rows[0]
    ?.tenant

describe('row-level security, with the filters of queries removed', () => {
  test('a reader sees its tenant alone', async () => {
    const { database } = db
    expect(await listMerchants(database.reader(scope))).toEqual([book.id, toy.id].sort())
    expect(await listMerchants(database.reader(tenantScope(other.id)))).toHaveLength(1)
  })

  test('a limit to merchants holds, and a limit to none shows nothing', async () => {
    const { database } = db
    expect(await listMerchants(database.reader(tenantScope(mine.id, [book.id])))).toEqual([book.id])
    expect(await listMerchants(database.reader(tenantScope(mine.id, [])))).toEqual([])
  })

  test('without a scope nothing is there', async () => {
    expect(await listMerchants(db.database.shared)).toEqual([])
  })

  test('platform staff read every tenant, and write none', async () => {
    const reader = db.database.reader(platformScope)
    expect(await listMerchants(reader)).toHaveLength(3)
    await expect(reader.updateTable('payment').set({ status: 'failed' }).execute()).rejects.toThrow(
      /permission denied/,
    )
  })

  test('a row of another tenant or merchant cannot be written', async () => {
    const write = (scoped: TenantScope, tenant_id: string) =>
      db.database.transaction(scoped, (tx) =>
        makePayment({ loader: tx }, { tenant_id, merchant_id: toy.id }),
      )
    await expect(write(scope, other.id)).rejects.toThrow(/row-level security/)
    await expect(write(tenantScope(mine.id, [book.id]), mine.id)).rejects.toThrow(
      /row-level security/,
    )
  })
})

describe('the scope is local to its transaction', () => {
  test('the next user of the one connection has its own, or none', async () => {
    const one = openSmall(1)
    expect(await currentTenant(one.reader(scope))).toBe(mine.id)
    expect(await currentTenant(one.shared)).toBeNull()
    await one.transaction(scope, async (tx) => expect(await currentTenant(tx)).toBe(mine.id))
    expect(await currentTenant(one.shared)).toBeNull()
    expect(await currentTenant(one.reader(tenantScope(other.id)))).toBe(other.id)
  })

  test('hundreds at once on few pipelined connections never see each other’s', async () => {
    const few = openSmall(3)
    const scopes = Array.from({ length: 300 }, (_, at) => tenantScope(at % 2 ? mine.id : other.id))
    const seen = await Promise.all(
      scopes.map((one, at) => {
        if (at % 7 === 0) return few.transaction(one, currentTenant)
        return currentTenant(few.reader(one))
      }),
    )
    expect(seen).toEqual(scopes.map(({ tenantId }) => tenantId))
  })

  test('statements at once within a transaction all have its scope', async () => {
    const seen = await openSmall(1).transaction(scope, (tx) =>
      Promise.all(Array.from({ length: 20 }, () => currentTenant(tx))),
    )
    expect(new Set(seen)).toEqual(new Set([mine.id]))
  })
})

describe('what fails stays with who caused it', () => {
  const bad = (on: Db) => sql`select 1 / 0`.execute(on)

  test('an error in a pipelined batch never reaches the next user of the connection', async () => {
    const one = openSmall(1)
    const results = await Promise.allSettled([
      bad(one.reader(scope)),
      currentTenant(one.reader(scope)),
      bad(one.shared),
      one.transaction(scope, (tx) => Promise.all([bad(tx), currentTenant(tx), currentTenant(tx)])),
      currentTenant(one.reader(tenantScope(other.id))),
      one.transaction(scope, currentTenant),
    ])
    expect(results.map(({ status }) => status)).toEqual([
      'rejected',
      'fulfilled',
      'rejected',
      'rejected',
      'fulfilled',
      'fulfilled',
    ])
    expect(results[0]).toMatchObject({ reason: { message: 'division by zero' } })
    expect(results[3]).toMatchObject({ reason: { message: 'division by zero' } })
    expect(results[4]).toMatchObject({ value: other.id })
    expect(await currentTenant(one.shared)).toBeNull()
  })

  test('a value that cannot be sent fails its statement alone', async () => {
    const one = openSmall(1)
    const circular: { self?: unknown } = {}
    circular.self = circular
    await expect(sql`select ${circular}::jsonb`.execute(one.reader(scope))).rejects.toThrow(
      /circular/i,
    )
    expect(await currentTenant(one.reader(scope))).toBe(mine.id)
  })

  test('what throws in a transaction undoes it', async () => {
    const { database } = db
    const before = await listMerchants(database.reader(scope))
    await expect(
      database.transaction(scope, async (tx) => {
        await makePayment({ loader: tx }, { tenant_id: mine.id, merchant_id: book.id })
        throw new Error('changed my mind')
      }),
    ).rejects.toThrow('changed my mind')
    expect(await listMerchants(database.reader(scope))).toEqual(before)
  })

  test('committing a failed transaction throws, although nobody threw', async () => {
    await expect(
      db.database.transaction(scope, async (tx) => {
        await bad(tx).catch(() => undefined)
        return 'done'
      }),
    ).rejects.toThrow('The transaction was rolled back by the database')
  })

  test('of statements at once, whichever is waited for tells the failure of the first that failed', async () => {
    const database = openSmall(1)
    const failed = database.transaction(scope, async (tx) => {
      const failing = sql`select 1 / 0`.execute(tx)
      failing.catch(() => undefined)
      const innocent = sql`select 1`.execute(tx)
      await innocent
    })
    await expect(failed).rejects.toMatchObject({ code: '22012' })
  })

  test('a statement that outlives its transaction is refused', async () => {
    let escaped: Db | undefined
    await db.database.transaction(scope, async (tx) => {
      escaped = tx
    })
    await expect(currentTenant(escaped as Db)).rejects.toThrow(/has ended/)
  })

  test('a connection that is lost in a transaction fails it, and the pool goes on', async () => {
    const one = openSmall(1)
    await expect(
      one.transaction(scope, async (tx) => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
        await db.owner.query('select pg_terminate_backend($1)', [rows[0]?.pid])
        // idle in the transaction while the connection goes: the event must not end the process
        await new Promise((done) => setTimeout(done, 100))
        await currentTenant(tx)
      }),
    ).rejects.toThrow()
    expect(await currentTenant(one.reader(scope))).toBe(mine.id)
  })

  test('a scope that is no tenant fails with its own reason', async () => {
    const nonsense = tenantScope('not-a-uuid')
    await expect(
      db.database.reader(nonsense).selectFrom('payment').selectAll().execute(),
    ).rejects.toThrow(/invalid input syntax for type uuid/)
    await expect(db.database.transaction(nonsense, currentTenant)).rejects.toThrow(
      /invalid input syntax for type uuid/,
    )
  })

  test('a statement beyond its time is given up', async () => {
    const { app, platform } = db.urls
    const hasty = openDatabase({ appUrl: app, platformUrl: platform, statementTimeoutMs: 50 })
    onTestFinished(() => hasty.close())
    await expect(sql`select pg_sleep(5)`.execute(hasty.reader(scope))).rejects.toMatchObject({
      code: '57014',
    })
  })
})

test.each(['a transaction', 'a reader'])(
  'a plan that a migration overtook costs %s once, not for the connection’s life',
  async (who) => {
    const small = openSmall(1, false)
    await db.owner.query('drop table if exists app.overtaken; create table app.overtaken (a int)')
    await db.owner.query('grant select on app.overtaken to counterfoil_app')
    const readOn = async (on: Db) => (await sql`select * from app.overtaken`.execute(on)).rows
    const read = () =>
      who === 'a reader'
        ? readOn(small.reader(scope).onKeptPlans())
        : small.transaction(scope, readOn)
    for (let time = 0; time < 3; time++) expect(await read()).toEqual([])
    await db.owner.query('alter table app.overtaken add column b int')
    await expect(read()).rejects.toMatchObject({ code: '0A000' })
    expect(await read()).toEqual([])
  },
)

test('a reader that asks once gives equal statements one answer, and others their own', async () => {
  const ask = (on: Db, text: string) =>
    sql<{ at: string; text: string }>`select clock_timestamp()::text as at, ${text}::text as text`
      .execute(on)
      .then(({ rows }) => rows[0])
  const once = db.database.reader(scope).askingOnce()
  const [first, equal, other] = await Promise.all([ask(once, 'a'), ask(once, 'a'), ask(once, 'b')])
  expect(equal).toEqual(first)
  expect(other?.text).toBe('b')
  expect(await ask(once, 'a')).toEqual(first)
  expect(await ask(db.database.reader(scope).askingOnce(), 'a')).not.toEqual(first)
  await db.database.transaction(scope, async (tx) => {
    expect(await ask(tx.askingOnce(), 'a')).not.toEqual(await ask(tx.askingOnce(), 'a'))
  })
})

describe('telling of the commit', () => {
  test('happens after it, and not at all when it is rolled back', async () => {
    const committed: string[] = []
    await db.database.transaction(scope, async (tx) => {
      tx.onCommit(() => committed.push('committed'))
      await currentTenant(tx)
      expect(committed).toEqual([])
    })
    const undone = db.database.transaction(scope, async (tx) => {
      tx.onCommit(() => committed.push('undone'))
      throw new Error('no')
    })
    await expect(undone).rejects.toThrow('no')
    expect(committed).toEqual(['committed'])
  })

  test('is at once outside of a transaction', () => {
    const listener = vi.fn()
    db.database.shared.onCommit(listener)
    expect(listener).toHaveBeenCalledOnce()
  })
})

test('money arrives as bigint, a business day as text', async () => {
  const row = await db.database
    .reader(scope)
    .selectFrom('payment')
    .select(['amount_minor', 'business_day'])
    .executeTakeFirst()
  expect(row?.amount_minor).toBe(1250n)
  expect(row?.business_day).toMatch(/^\d{4}-\d\d-\d\d$/)
})

test('a prepared statement has its columns described once a connection, and read alike each time', async () => {
  const one = openSmall(1, false)
  const described = vi.spyOn(pg.Connection.prototype as unknown as { describe(): void }, 'describe')
  onTestFinished(() => described.mockRestore())
  const read = () =>
    one
      .reader(scope)
      .onKeptPlans()
      .selectFrom('payment')
      .select(['id', 'amount_minor', 'business_day', 'created_at'])
      .execute()
  const first = await read()
  expect(first[0]).toMatchObject({ amount_minor: 1250n, created_at: expect.any(Date) })
  await read()
  described.mockClear()
  for (let time = 0; time < 3; time++) expect(await read()).toEqual(first)
  expect(
    described,
    'from its second time on it is prepared, from its third on known',
  ).toHaveBeenCalledTimes(0)
})

test('a scoped read is one write on the wire, and so is what a transaction sends at once', async () => {
  const one = openSmall(1)
  const read = () => listMerchants(one.reader(scope))
  await read()
  let writes = 0
  const { _write, _writev } = Socket.prototype
  Socket.prototype._write = function (...args) {
    writes += 1
    return _write.apply(this, args)
  }
  Socket.prototype._writev = function (...args) {
    writes += 1
    return _writev?.apply(this, args)
  }
  onTestFinished(() => void Object.assign(Socket.prototype, { _write, _writev }))
  await read()
  expect(writes).toBe(1)
  await one.transaction(scope, (on) => Promise.all([1, 2, 3].map(() => listMerchants(on))))
  expect(writes, 'with the beginning; the commit is another').toBe(3)
})

test('a database that does not answer in time fails the ping', async () => {
  await expect(db.database.ping(2000)).resolves.toBeUndefined()
  const one = openSmall(1)
  await one.transaction(scope, async () => {
    await expect(one.ping(50)).rejects.toThrow('The database did not answer within 50 ms')
  })
})
