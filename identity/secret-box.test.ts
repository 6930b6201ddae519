import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { secretBox } from '@counterfoil/kit/database/secret-box.ts'
import { readSettings } from '@counterfoil/kit/server/settings.ts'
import { makeTenant } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { openSecretBox, sealStored } from './secret-box.ts'
import { startTestIdentity } from './testing/test-identity.ts'

const folder = mkdtempSync(join(tmpdir(), 'counterfoil-box-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const secret = 'COUNTERFOILDEMO2'

describe('a sealed secret', () => {
  const box = secretBox(randomBytes(32))

  test('opens for its owner alone, with its key alone, unchanged alone', () => {
    const sealed = box.seal(secret, 'ada')
    expect(sealed).not.toContain(secret)
    expect(box.seal(secret, 'ada')).not.toBe(sealed)
    expect(box.open(sealed, 'ada')).toBe(secret)
    expect(() => box.open(sealed, 'bob')).toThrow()
    expect(() => secretBox(randomBytes(32)).open(sealed, 'ada')).toThrow()
    const bytes = Buffer.from(sealed.slice(3), 'base64url')
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(() => box.open(`v1.${changed.toString('base64url')}`, 'ada')).toThrow()
    }
    for (const cut of ['', 'v1.', sealed.slice(0, 12), secret]) {
      expect(() => box.open(cut, 'ada')).toThrow()
    }
  })
})

test('the key is made once, for its owner to read alone; a setting stands above it', () => {
  const settings = readSettings({ DATA_DIR: join(folder, 'new') })
  const sealed = openSecretBox(settings).seal(secret, 'ada')
  const file = join(folder, 'new', 'secrets.key')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(openSecretBox(settings).open(sealed, 'ada')).toBe(secret)
  const set = readSettings({ DATA_DIR: join(folder, 'new'), SECRETS_KEY: 'k'.repeat(32) })
  expect(() => openSecretBox(set).open(sealed, 'ada')).toThrow()
  expect(readFileSync(file, 'utf8')).toHaveLength(43)
  expect(() => readSettings({ SECRETS_KEY: 'short' })).toThrow('SECRETS_KEY')
})

test('what was stored readable is sealed at the next start, and another key is told apart', async () => {
  const db = await testDatabase()
  const { id } = await makeTenant(db)
  const identity = await startTestIdentity(db.urls.identity, id)
  const person = await identity.person()
  const other = await identity.person()
  const { pool } = identity
  await pool.query(
    `update identity.account set totp_secret = $2, totp_pending = case when user_id = $3 then $2 end
     where user_id = any ($1)`,
    [[person.userId, other.userId], secret, other.userId],
  )
  const box = secretBox(randomBytes(32))
  await Promise.all([sealStored(pool, box), sealStored(pool, box)])
  const { rows } = await pool.query<Record<'user_id' | 'totp_secret' | 'totp_pending', string>>(
    'select user_id, totp_secret, totp_pending from identity.account order by totp_pending nulls first',
  )
  expect(rows.map((row) => box.open(row.totp_secret, row.user_id))).toEqual([secret, secret])
  expect(rows.map((row) => row.totp_pending && box.open(row.totp_pending, row.user_id))).toEqual([
    null,
    secret,
  ])
  await sealStored(pool, box)
  await expect(sealStored(pool, secretBox(randomBytes(32)))).rejects.toThrow('SECRETS_KEY')
  await identity.close()
})
