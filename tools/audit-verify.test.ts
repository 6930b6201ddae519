// npm run audit:verify itself: what it says, what it writes, and how it ends.
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sealBatch } from '@counterfoil/features/access/audit/audit-chain.jobs.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { insertAuditEntry } from '@counterfoil/kit/server/request/audit.ts'
import { makeTenant } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tamper } from './testing/tamper.ts'

const { database, owner, ownerUrl, loader } = await testDatabase()
const folder = mkdtempSync(join(tmpdir(), 'counterfoil-audit-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const checkpoint = join(folder, 'checkpoint.json')

const [one, other] = await Promise.all([makeTenant({ loader }), makeTenant({ loader })])
const entries = 4

beforeAll(async () => {
  for (const { id } of [one, other]) {
    for (let number = 1; number <= entries; number++) await write(id, `${number}`)
    while ((await sealBatch(database, id, new Date())) > 0);
  }
})

function write(tenantId: string, note: string): Promise<void> {
  return database.transaction(tenantScope(tenantId), (db) =>
    insertAuditEntry(db, {
      ...{ actorId: tenantId, actorName: 'Ada', action: 'notes.update', requestId: 'r', ip: '::1' },
      ...{ at: new Date(), record: { type: 'note', id: note, after: { a: note } } },
    }),
  )
}

/** As `npm run audit:verify -- …` does. */
const verify = (...args: string[]) => run(args, { DATABASE_URL: ownerUrl })

function run(args: string[], settings: object): Promise<{ code: number; said: string }> {
  const given = ['tools/run.mjs', 'audit-verify', ...args]
  const env = { ...process.env, ...settings }
  return new Promise((done) => {
    execFile(process.execPath, given, { env }, (error, out, err) => {
      done({ code: Number(error?.code ?? 0), said: `${out}${err}` })
    })
  })
}

async function entryAt(tenantId: string, sequence: number): Promise<string> {
  const { rows } = await owner.query(
    'select entry_id from app.audit_link where tenant_id = $1 and sequence = $2',
    [tenantId, sequence],
  )
  return rows[0].entry_id
}

test('whole chains end well, and leave a checkpoint that they are verified against later', async () => {
  const first = await verify('--write', checkpoint)
  expect(first).toMatchObject({ code: 0, said: expect.stringContaining('no checkpoint was given') })
  for (const { id } of [one, other]) {
    expect(first.said).toContain(`${id}  ${entries} entries, 0 faults`)
  }
  const ends = JSON.parse(readFileSync(checkpoint, 'utf8'))
  expect(ends.map((end: { tenantId: string }) => end.tenantId).toSorted()).toEqual(
    [one.id, other.id].toSorted(),
  )
  const later = await verify('--checkpoint', checkpoint)
  expect([later.code, later.said.includes('no checkpoint')]).toEqual([0, false])
})

describe('what was done behind the product is named, and no checkpoint is written over it', () => {
  const kept = join(folder, 'not-written.json')

  test.each([
    [
      'an edited entry',
      (id: string) => `update app.audit_entry set actor_name = 'Eve' where id = '${id}'`,
      (id: string) => `link 2 was edited, or something before it was (entry ${id})`,
      (id: string) => `update app.audit_entry set actor_name = 'Ada' where id = '${id}'`,
    ],
    [
      'an inserted entry',
      (
        id: string,
      ) => `insert into app.audit_entry select tenant_id, '${inserted}', merchant_id, actor_id,
        actor_name, action, record_type, record_id, request_id, ip, before, after, created_at
        from app.audit_entry where id = '${id}'`,
      () => `entry ${inserted} was put in behind the product`,
      () => `delete from app.audit_entry where id = '${inserted}'`,
    ],
    [
      'an entry that is missing with its link',
      (
        id: string,
      ) => `create table app.taken as select * from app.audit_link where entry_id = '${id}';
        delete from app.audit_link where entry_id = '${id}'`,
      () => 'link 2 is missing',
      () => 'insert into app.audit_link select * from app.taken; drop table app.taken',
    ],
  ])('%s', async (_, spoil, said, mend) => {
    const id = await entryAt(one.id, 2)
    await tamper(owner, spoil(id))
    const found = await verify('--write', kept)
    await tamper(owner, mend(id))
    expect(found.said).toContain(`${one.id}  ${said(id)}`)
    expect(found.said).toContain(`${other.id}  ${entries} entries, 0 faults`)
    expect([found.code, existsSync(kept)]).toEqual([1, false])
  })

  test('a tail that was cut off, given a checkpoint', async () => {
    await tamper(
      owner,
      `delete from app.audit_entry where tenant_id = '${other.id}' and record_id in ('3', '4');
       delete from app.audit_link where tenant_id = '${other.id}' and sequence > 2`,
    )
    expect((await verify()).code).toBe(0)
    const found = await verify('--checkpoint', checkpoint)
    expect(found.said).toContain(`${other.id}  link 3 and all after it were cut off`)
    expect(found.said).toContain(`${one.id}  ${entries} entries, 0 faults`)
    expect(found.code).toBe(1)
  })
})

test('what it cannot read is said, and is no verdict', async () => {
  const none = await verify('--checkpoint', join(folder, 'nothing.json'))
  expect(none).toMatchObject({ code: 2, said: expect.stringContaining('There is no file') })
  const wrong = await verify('--checkpoint', 'package.json')
  expect(wrong).toMatchObject({ code: 2, said: expect.stringContaining('is no checkpoint') })
  expect((await verify('--unknown')).code).toBe(2)
})

/** Of long ago: what was written just now has its link soon. */
const inserted = '0191f3a4-0000-7000-8000-00000000000b'

test('without a database it says so, and makes none', async () => {
  const dataDir = join(folder, 'mistyped')
  const { code, said } = await run([], { DATABASE_URL: undefined, DATA_DIR: dataDir })
  expect(said.trim()).toBe(`There is no data folder ${dataDir}: set DATA_DIR`)
  expect(code).toBe(2)
  expect(existsSync(dataDir)).toBe(false)
})
