import { randomBytes } from 'node:crypto'
import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import { secretBox } from '@counterfoil/kit/database/secret-box.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import pg from 'pg'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { readSecrets } from './secrets.ts'

const { urls } = await testDatabase()
const pool = new pg.Pool({ connectionString: urls.identity, max: 8 })
afterAll(() => pool.end())
beforeEach(() => pool.query('delete from identity.provider_secret'))

const box = secretBox(randomBytes(32))
const place = { pool, box }
const start = new Date('2026-01-01T00:00:00Z')
const after = (days: number, minutes = 0) =>
  new Date(start.getTime() + days * dayMs + minutes * 60_000)

test('the first start makes one key and one cookie secret, however many processes start at once', async () => {
  const all = await Promise.all(Array.from({ length: 6 }, () => readSecrets(place, start)))
  expect(new Set(all.map(({ version }) => version)).size).toBe(1)
  expect(all[0]?.signingKeys).toHaveLength(1)
  expect(all[0]?.cookieSecrets).toHaveLength(1)
})

test('later starts find the same ones', async () => {
  const first = await readSecrets(place, start)
  expect(await readSecrets(place, after(80))).toEqual(first)
})

test('after ninety days a new key is published, signs a little later, and the old one goes after a week', async () => {
  const first = await readSecrets(place, start)
  const [old] = first.signingKeys
  const published = await readSecrets(place, after(91))
  expect(published.signingKeys).toHaveLength(2)
  expect(published.signingKeys[0]).toEqual(old)
  expect(published.version).not.toBe(first.version)

  const inUse = await readSecrets(place, after(91, 16))
  expect(inUse.signingKeys[0]?.kid).toBe(published.signingKeys[1]?.kid)
  expect(inUse.signingKeys[1]).toEqual(old)
  expect(inUse.version).not.toBe(published.version)

  expect((await readSecrets(place, after(97))).signingKeys).toHaveLength(2)
  const next = await readSecrets(place, after(99))
  expect(next.signingKeys.map(({ kid }) => kid)).toEqual([inUse.signingKeys[0]?.kid])
  expect(next.cookieSecrets).toHaveLength(1)
})

test('secrets that were deleted, because they may have leaked, are made anew', async () => {
  const first = await readSecrets(place, start)
  await pool.query('delete from identity.provider_secret')
  const fresh = await readSecrets(place, after(1))
  expect(fresh.signingKeys).toHaveLength(1)
  expect(fresh.signingKeys[0]?.kid).not.toBe(first.signingKeys[0]?.kid)
  expect(fresh.cookieSecrets[0]).not.toBe(first.cookieSecrets[0])
})

const kept = async () =>
  (
    await pool.query<{ name: string; value: { sealed: string } }>(
      'select name, value from identity.provider_secret order by name',
    )
  ).rows

test('they lie sealed, each for its own row, and another key is told apart', async () => {
  const { signingKeys, cookieSecrets } = await readSecrets(place, start)
  await readSecrets(place, after(91))
  const rows = await kept()
  expect(rows).toHaveLength(4)
  for (const { value } of rows) expect(value).toEqual({ sealed: expect.stringMatching(/^v1\./) })
  const text = JSON.stringify(rows)
  expect(text).not.toContain(signingKeys[0]?.d)
  expect(text).not.toContain(cookieSecrets[0])
  const other = { pool, box: secretBox(randomBytes(32)) }
  await expect(readSecrets(other, start)).rejects.toThrow('SECRETS_KEY')
  // one put in another's place does not open
  await pool.query('update identity.provider_secret set value = $2 where name = $1', [
    rows[0]?.name,
    JSON.stringify(rows[1]?.value),
  ])
  await expect(readSecrets(place, start)).rejects.toThrow()
})

test('what lay open is sealed at the next start and serves on, renewal and all', async () => {
  const first = await readSecrets(place, start)
  for (const { name, value } of await kept()) {
    await pool.query('update identity.provider_secret set value = $2 where name = $1', [
      name,
      box.open(value.sealed, name),
    ])
  }
  const all = await Promise.all([readSecrets(place, after(1)), readSecrets(place, after(1))])
  expect(all).toEqual([first, first])
  for (const { value } of await kept()) expect(Object.keys(value)).toEqual(['sealed'])
  const renewed = await readSecrets(place, after(91, 16))
  expect(renewed.signingKeys[0]).toEqual(first.signingKeys[0])
  expect(renewed.signingKeys).toHaveLength(2)
})
