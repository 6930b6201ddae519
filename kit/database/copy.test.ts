import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type CopyOut, copyOut } from './copy.ts'

const { database, owner } = await testDatabase()
const scope = { kind: 'platform' } as const
const rows = (count: number) =>
  database
    .reader(scope)
    .selectNoFrom(sql<string>`repeat('x', 1000) from generate_series(1, ${count}::int)`.as('x'))

/** Copies that the database has under way. */
const atWork = async (): Promise<number> =>
  (
    await owner.query(
      "select count(*)::int as count from pg_stat_activity where datname = current_database() and query like 'copy (%' and state = 'active'",
    )
  ).rows[0].count

test('eight are written at once; the next one waits, and is told to come again when none ends', async () => {
  const open: CopyOut[] = []
  for (let count = 0; count < 8; count += 1) open.push(await copyOut(database, scope, rows(1e6)))
  expect(await atWork()).toBe(8)
  await expect(copyOut(database, scope, rows(1))).rejects.toMatchObject({
    status: 503,
    code: 'export.busy',
  })
  const waiting = copyOut(database, scope, rows(1))
  open.pop()?.stop()
  const { stream } = await waiting
  expect((await stream.toArray()).join('')).toMatch(/^\uFEFFrepeat\nx+\n$/)
  for (const one of open) one.stop()
  await expect.poll(atWork).toBe(0)
  // each has left its place
  const again = await Promise.all(open.map(() => copyOut(database, scope, rows(1))))
  await Promise.all(again.map(({ stream: rest }) => rest.toArray()))
})

test('whoever reads too slowly is left', async () => {
  const { stream } = await copyOut(database, scope, rows(1e6), { maxMs: 3_000 })
  const failures: Error[] = []
  stream.on('error', (error) => failures.push(error))
  await expect.poll(atWork, { timeout: 10_000 }).toBe(0)
  await expect.poll(() => failures.length).toBeGreaterThan(0)
})
