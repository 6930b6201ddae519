import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { makeMerchant, makeTenant } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { createApiKey, findApiKey } from './api-keys.public.ts'

const { database, loader } = await testDatabase()
const now = new Date()
const later = (ms: number) => new Date(now.getTime() + ms)

let tenantId: string
let merchantId: string
beforeEach(async () => {
  tenantId = (await makeTenant({ loader })).id
  merchantId = (await makeMerchant({ loader }, { tenant_id: tenantId })).id
})

const create = (wanted: Partial<Parameters<typeof createApiKey>[1]> = {}) =>
  database.transaction(tenantScope(tenantId), (db) =>
    createApiKey(db, { merchantId, name: 'Shop', mode: 1, now, ...wanted }),
  )

const lastUsed = async () =>
  (
    await loader
      .selectFrom('api_key')
      .select('last_used_at')
      .where('tenant_id', '=', tenantId)
      .execute()
  )[0]?.last_used_at ?? null

describe('findApiKey', () => {
  test('knows a key by its hash; the key itself is stored nowhere', async () => {
    const { id, key } = await create()
    expect(key).toMatch(/^cf_test_[\w-]{32}$/)
    expect(await findApiKey(database, key, now, false)).toMatchObject({
      kind: 'apiKey',
      id,
      tenantId,
      merchantId,
      merchantIds: [merchantId],
      mode: 1,
    })
    const stored = JSON.stringify([
      await loader.selectFrom('api_key').selectAll().execute(),
      await loader.selectFrom('api_key_directory').selectAll().execute(),
    ])
    expect(stored).not.toContain(key)
  })

  test('finds nobody for a key that is unknown or expired', async () => {
    expect(await findApiKey(database, 'cf_test_nobody', now, true)).toBeUndefined()
    const { key } = await create({ expiresAt: later(1000) })
    expect(await findApiKey(database, key, now, false)).toBeDefined()
    expect(await findApiKey(database, key, later(1000), false)).toBeUndefined()
  })

  test('takes a revoked key for seconds at most', async () => {
    const { id, key } = await create()
    await findApiKey(database, key, now, false)
    await loader.updateTable('api_key').set({ is_active: false }).where('id', '=', id).execute()
    expect(await findApiKey(database, key, later(4_999), false)).toBeDefined()
    expect(await findApiKey(database, key, later(5_001), false)).toBeUndefined()
  })

  test('refuses demo keys outside the demo', async () => {
    const key = 'cf_live_demo_somebody'
    await create({ mode: 2, demo: { id: tenantId, key } })
    expect(await findApiKey(database, key, now, true)).toMatchObject({ mode: 2 })
    expect(await findApiKey(database, key, now, false)).toBeUndefined()
  })

  test.each([
    ['FullProcessing', 1, true],
    ['FullProcessing', 2, true],
    ['SandboxEnabled', 1, true],
    ['SandboxEnabled', 2, false],
    ['NoProcessing', 1, false],
    ['NoProcessing', 2, false],
  ] as const)('with %s a key of mode %i is taken: %s', async (status, mode, isTaken) => {
    await loader
      .updateTable('merchant')
      .set({ processing_status: status })
      .where('id', '=', merchantId)
      .execute()
    const { key } = await create({ mode })
    const found = findApiKey(database, key, now, false)
    if (isTaken) await expect(found).resolves.toMatchObject({ mode })
    else
      await expect(found).rejects.toMatchObject({ status: 403, code: 'api_key.mode_not_allowed' })
  })

  test('notes its use once a minute, behind the request', async () => {
    const { key } = await create()
    await findApiKey(database, key, now, false)
    await expect.poll(lastUsed).toEqual(now)
    await findApiKey(database, key, later(30_000), false)
    await findApiKey(database, key, later(61_000), false)
    await expect.poll(lastUsed).toEqual(later(61_000))
  })
})
