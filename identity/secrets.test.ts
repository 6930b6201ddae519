import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import pg from 'pg'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { readSecrets } from './secrets.ts'

const { urls } = await testDatabase()
const pool = new pg.Pool({ connectionString: urls.identity, max: 8 })
afterAll(() => pool.end())
beforeEach(() => pool.query('delete from identity.provider_secret'))

const start = new Date('2026-01-01T00:00:00Z')
const after = (days: number, minutes = 0) =>
  new Date(start.getTime() + days * 86_400_000 + minutes * 60_000)

test('the first start makes one key and one cookie secret, however many processes start at once', async () => {
  const all = await Promise.all(Array.from({ length: 6 }, () => readSecrets(pool, start)))
  expect(new Set(all.map(({ version }) => version)).size).toBe(1)
  expect(all[0]?.signingKeys).toHaveLength(1)
  expect(all[0]?.cookieSecrets).toHaveLength(1)
})

test('later starts find the same ones', async () => {
  const first = await readSecrets(pool, start)
  expect(await readSecrets(pool, after(80))).toEqual(first)
})

test('after ninety days a new key is published, signs a little later, and the old one goes after a week', async () => {
  const first = await readSecrets(pool, start)
  const [old] = first.signingKeys
  const published = await readSecrets(pool, after(91))
  expect(published.signingKeys).toHaveLength(2)
  expect(published.signingKeys[0]).toEqual(old)
  expect(published.version).not.toBe(first.version)

  const inUse = await readSecrets(pool, after(91, 16))
  expect(inUse.signingKeys[0]?.kid).toBe(published.signingKeys[1]?.kid)
  expect(inUse.signingKeys[1]).toEqual(old)
  expect(inUse.version).not.toBe(published.version)

  expect((await readSecrets(pool, after(97))).signingKeys).toHaveLength(2)
  const next = await readSecrets(pool, after(99))
  expect(next.signingKeys.map(({ kid }) => kid)).toEqual([inUse.signingKeys[0]?.kid])
  expect(next.cookieSecrets).toHaveLength(1)
})

test('secrets that were deleted, because they may have leaked, are made anew', async () => {
  const first = await readSecrets(pool, start)
  await pool.query('delete from identity.provider_secret')
  const fresh = await readSecrets(pool, after(1))
  expect(fresh.signingKeys).toHaveLength(1)
  expect(fresh.signingKeys[0]?.kid).not.toBe(first.signingKeys[0]?.kid)
  expect(fresh.cookieSecrets[0]).not.toBe(first.cookieSecrets[0])
})
