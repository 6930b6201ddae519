import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { expect, test } from 'vitest'
import { offerUuidv7, requireSupportedVersion, supportedVersions } from './postgres-version.ts'

const { owner } = await testDatabase()

test('a version that the product was not tried on is refused, and the refusal names those that it was', async () => {
  const major = await requireSupportedVersion(owner)
  const others = supportedVersions.filter((one) => one !== major)
  await expect(requireSupportedVersion(owner, others)).rejects.toThrow(
    new RegExp(
      `^This is PostgreSQL ${major}[^ ]*\\. Counterfoil runs on PostgreSQL ${others.join(', ')}; nothing was written\\.$`,
    ),
  )
})

test('servers before 18 are given ids of version 7, in the order of their making', async () => {
  await offerUuidv7(owner, 17)
  const before = Date.now()
  const { rows } = await owner.query<{ id: string }>(
    'select migration.uuidv7()::text as id from generate_series(1, 50)',
  )
  for (const { id } of rows) {
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    const madeAt = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
    expect(madeAt).toBeGreaterThanOrEqual(before - 1000)
    expect(madeAt).toBeLessThanOrEqual(Date.now() + 1000)
  }
})
