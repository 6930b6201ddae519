import { jobContextOf } from '@counterfoil/api/testing/job-context.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { platformScope, tenantScope } from '@counterfoil/kit/database/scope.ts'
import { insertAuditEntry } from '@counterfoil/kit/server/request/audit.ts'
import { makeTenant } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { tamper } from '@counterfoil/tools/testing/tamper.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { schedules, sealBatch } from './audit-chain.jobs.ts'
import { type Checkpoint, verifyChain } from './audit-chain.public.ts'
import { maxCommitDelayMs } from './audit-chain.ts'

const testDb = await testDatabase()
const { database, owner, loader } = testDb
const day = 24 * 3_600_000
const later = () => new Date(Date.now() + 3_600_000)

let tenantId: string
beforeEach(async () => {
  tenantId = (await makeTenant({ loader })).id
})

function write(note: string): Promise<void> {
  return database.transaction(tenantScope(tenantId), (db) =>
    insertAuditEntry(db, {
      actorId: '0191f3a4-0000-7000-8000-0000000000aa',
      actorName: 'Ada',
      action: 'notes.update',
      requestId: 'r',
      ip: '::1',
      at: new Date(),
      record: { type: 'note', id: note, before: { note: 1.5, z: null }, after: { a: note } },
    }),
  )
}

async function sealAll(): Promise<void> {
  while ((await sealBatch(database, tenantId, new Date())) > 0);
}

async function faults(checkpoint?: Checkpoint) {
  const db = database.reader(platformScope)
  const verdict = await verifyChain(db, tenantId, later(), checkpoint)
  return verdict.faults.map(({ kind, sequence }) => (sequence ? `${kind} ${sequence}` : kind))
}

const sealed = async () =>
  Number(
    (await owner.query('select count(*) from app.audit_link where tenant_id = $1', [tenantId]))
      .rows[0].count,
  )

async function checkpoint(): Promise<Checkpoint> {
  const verdict = await verifyChain(database.reader(platformScope), tenantId, new Date())
  if (verdict.checkpoint === undefined) throw new Error('The chain is empty')
  return verdict.checkpoint
}

const tamperHere = (sql: string) => tamper(owner, sql.replaceAll('$tenant', `'${tenantId}'`))
const entryAt = (sequence: number) =>
  `(select entry_id from app.audit_link where tenant_id = $tenant and sequence = ${sequence})`

test('each run seals new entries, and what is older than a transaction may last is found later', async () => {
  const [seal] = schedules()
  let now = new Date()
  const run = () => seal?.run({ ...jobContextOf(testDb), now: () => now })
  await run()
  await write('new')
  await run()
  expect(await sealed()).toBe(1)
  tenantId = (await makeTenant({ loader })).id
  const created_at = new Date(now.getTime() - 2 * maxCommitDelayMs)
  await loader
    .insertInto('audit_entry')
    .values({
      ...{ tenant_id: tenantId, id: newId(created_at), created_at, action: 'notes.update' },
      ...{ actor_name: 'Ada', record_type: 'note', record_id: 'old', request_id: 'r' },
    })
    .execute()
  await run()
  expect(await sealed()).toBe(0)
  now = new Date(now.getTime() + maxCommitDelayMs)
  await run()
  expect(await sealed()).toBe(1)
})

test('what was written as it should is without fault, however many wrote at once', async () => {
  await Promise.all(Array.from({ length: 20 }, (_, number) => write(`${number}`)))
  // of two that seal at once one may come too late, and stores nothing then
  await Promise.allSettled([
    sealBatch(database, tenantId, new Date()),
    sealBatch(database, tenantId, new Date()),
  ])
  await Promise.all(Array.from({ length: 5 }, (_, number) => write(`more ${number}`)))
  await sealAll()
  const verdict = await verifyChain(database.reader(platformScope), tenantId, later())
  expect(verdict).toMatchObject({ entries: 25, faults: [], checkpoint: { sequence: '25' } })
})

test('an entry that commits after later ones were sealed is sealed after them', async () => {
  const stored = Promise.withResolvers<void>()
  const commit = Promise.withResolvers<void>()
  const late = database.transaction(tenantScope(tenantId), async (db) => {
    await insertAuditEntry(db, {
      actorId: '0191f3a4-0000-7000-8000-0000000000aa',
      actorName: 'Late',
      action: 'notes.update',
      requestId: 'r',
      ip: '::1',
      at: new Date(),
      record: { type: 'note', id: 'late' },
    })
    stored.resolve()
    await commit.promise
  })
  await stored.promise
  await write('early')
  await sealAll()
  commit.resolve()
  await late
  await sealAll()
  const verdict = await verifyChain(database.reader(platformScope), tenantId, later())
  expect(verdict).toMatchObject({ entries: 2, faults: [] })
})

test('after a pause everything that waited is sealed, however old and however much', async () => {
  await write('before the pause')
  await sealAll()
  await owner.query('update app.audit_link set sealed_at = $2 where tenant_id = $1', [
    tenantId,
    new Date(Date.now() - 2 * day),
  ])
  const old = Date.now() - day
  const ids = Array.from({ length: 2_100 }, (_, number) => newId(new Date(old + number)))
  await owner.query(
    `insert into app.audit_entry (tenant_id, id, actor_id, actor_name, action, record_type, record_id, request_id, ip, created_at)
     select $1, id, id, 'Ada', 'notes.update', 'note', 'n', 'r', '::1', $3 from unnest($2::uuid[]) as id`,
    [tenantId, ids, new Date(old)],
  )
  // the first batch is sealed now, and the rest is still a day old
  await sealAll()
  await write('after the pause')
  await sealAll()
  const verdict = await verifyChain(database.reader(platformScope), tenantId, later())
  expect(verdict).toMatchObject({ entries: 2_102, faults: [] })
})

describe('what was done behind the product is found', () => {
  beforeEach(async () => {
    for (const note of ['one', 'two', 'three', 'four']) await write(note)
    await sealAll()
  })

  test.each([
    ['actor_name', `'Eve'`],
    ['after', `'{"a": "other"}'`],
    ['ip', 'null'],
    ['created_at', `(created_at at time zone 'UTC' - interval '1 microsecond') at time zone 'UTC'`],
  ])('an entry whose %s was edited', async (column, value) => {
    await tamperHere(
      `update app.audit_entry set ${column} = ${value} where tenant_id = $tenant and id = ${entryAt(2)}`,
    )
    expect(await faults()).toEqual(['edited 2'])
  })

  test('an entry that was taken away', async () => {
    await tamperHere(`delete from app.audit_entry where tenant_id = $tenant and id = ${entryAt(3)}`)
    expect(await faults()).toEqual(['removed 3'])
  })

  test('an entry that was taken away with its link', async () => {
    await tamperHere(
      `delete from app.audit_entry where tenant_id = $tenant and id = ${entryAt(3)};
       delete from app.audit_link where tenant_id = $tenant and sequence = 3`,
    )
    expect(await faults()).toEqual(['gap 3'])
  })

  test('an entry that was put in between, without a link or with one in place of another', async () => {
    const copy = `insert into app.audit_entry select tenant_id, '0191f3a4-0000-7000-8000-00000000000b', merchant_id, actor_id,
      actor_name, action, record_type, record_id, request_id, ip, before, after, created_at
      from app.audit_entry where tenant_id = $tenant and id = ${entryAt(2)}`
    await tamperHere(copy)
    expect(await faults()).toEqual(['inserted'])
    await tamperHere(
      `update app.audit_link set entry_id = '0191f3a4-0000-7000-8000-00000000000b' where tenant_id = $tenant and sequence = 2`,
    )
    expect(await faults()).toContain('edited 2')
  })

  test('a tail that was cut, given a checkpoint', async () => {
    const known = await checkpoint()
    await tamperHere(
      `delete from app.audit_link where tenant_id = $tenant and sequence > 2;
       delete from app.audit_entry as e where tenant_id = $tenant
         and not exists (select 1 from app.audit_link as l where l.tenant_id = e.tenant_id and l.entry_id = e.id)`,
    )
    expect(await faults()).toEqual([])
    expect(await faults(known)).toEqual(['cut 3'])
    // what comes after the cut hides nothing
    for (const note of ['five', 'six', 'seven']) await write(note)
    await sealAll()
    expect(await faults(known)).toEqual(['rewritten 4'])
  })
})

test('the product cannot change or remove what is sealed, nor see another tenant’s', async () => {
  await write('one')
  await sealAll()
  const inTenant = tenantScope(tenantId)
  const refused = /permission denied/
  await expect(
    database.transaction(inTenant, (db) =>
      db.updateTable('audit_link').set({ hash: 'x' }).execute(),
    ),
  ).rejects.toThrow(refused)
  await expect(
    database.transaction(inTenant, (db) => db.deleteFrom('audit_link').execute()),
  ).rejects.toThrow(refused)
  const other = await makeTenant({ loader })
  const seen = await database
    .reader(tenantScope(other.id))
    .selectFrom('audit_link')
    .selectAll()
    .execute()
  expect(seen).toEqual([])
})
