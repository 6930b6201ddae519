// The embedded database on a disk that is really full: first its tables, then its log, without which it cannot run.
import { join } from 'node:path'
import { mountSmallDisk } from '@counterfoil/kit/testing/small-disk.ts'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { startEmbedded } from './embedded.ts'

test('full, it refuses and keeps what was committed; fuller, it stops, and runs again by itself when there is space', {
  timeout: 180_000,
}, async ({ skip }) => {
  const disk = mountSmallDisk(140) ?? skip('mounting is not permitted here')
  onTestFinished(() => disk.remove())
  const said: string[] = []
  const say = (what: string) => said.push(what)
  const db = await startEmbedded({ dataDir: join(disk.folder, 'data'), say })
  onTestFinished(() => db.close())
  const query = (sql: string) => ask(db.ownerUrl, sql)
  const kept = () => query('select count(*)::int from kept')
  await query('create table kept as select n from generate_series(1, 500) n')
  const before = await kept()

  disk.fill()
  const refused = query('insert into kept select n from generate_series(1, 500000) n')
  await expect(refused).rejects.toMatchObject({ code: '53100' })
  expect(await kept()).toEqual(before)

  // the next file of the log cannot be begun: PostgreSQL ends itself rather than lose what it promised
  const nextLogFile = async () => {
    // what the database gives back meanwhile
    disk.fill()
    await query(`select pg_logical_emit_message(true, 'next', 'log file')`).catch(() => undefined)
    await query('select pg_switch_wal()').catch(() => undefined)
    return said.some((what) => /no space left on device/i.test(what))
  }
  // files of the log may lie ready from before: only what comes after them has no place
  await expect.poll(nextLogFile, { timeout: 90_000 }).toBe(true)
  await expect(kept()).rejects.toMatchObject({ code: 'ECONNREFUSED' })

  disk.free()
  await expect.poll(() => said.at(-1), { timeout: 30_000 }).toBe('the database runs again')
  expect(await kept()).toEqual(before)
  await query('insert into kept select n from generate_series(1, 500) n')
  expect(await kept()).toEqual([{ count: 1000 }])
})

async function ask(connectionString: string, sql: string): Promise<object[]> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end().catch(() => undefined)
  }
}
