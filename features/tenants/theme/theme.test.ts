import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { routes as auditRoutes } from '@counterfoil/features/access/audit/record-audit.routes.ts'
import { callerFinder } from '@counterfoil/features/access/sign-in-context/callers.public.ts'
import { routes as contextRoutes } from '@counterfoil/features/access/sign-in-context/context.routes.ts'
import { routes as fileRoutes } from '@counterfoil/features/messaging/files/files.routes.ts'
import { findBrand } from '@counterfoil/identity/brand.ts'
import { makeMerchant, makeTenant, makeUser } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { testServer } from '@counterfoil/kit/testing/test-server.ts'
import { openStorage } from '@counterfoil/providers/storage/storage.ts'
import { multipartForm, sampleFiles } from '@counterfoil/tools/testing/sample-files.ts'
import { v7 } from 'uuid'
import { afterAll, describe, expect, test } from 'vitest'
import { themePermissions } from './theme.contract.ts'
import { routes } from './theme.routes.ts'

const folder = mkdtempSync(join(tmpdir(), 'counterfoil-theme-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const storage = openStorage({ dataDir: folder })
const db = await testDatabase()
const all = [...routes({ storage }), ...fileRoutes({ storage }), ...contextRoutes, ...auditRoutes]
const { call } = await testServer(db, all, callerFinder(db.database))

const tenant = await makeTenant(db)
const other = await makeTenant(db)
const merchant = await makeMerchant(db, { tenant_id: tenant.id })
const permissions = Object.values(themePermissions)
const own = { tenant_id: tenant.id, user_type: 'tenant' as const, permissions }
const operator = await makeUser(db, own)
const limited = await makeUser(db, { ...own, limited_to: [merchant.id] })
const reader = await makeUser(db, { ...own, permissions: [themePermissions.view] })
const stranger = await makeUser(db, { ...own, tenant_id: other.id })
const seller = await makeUser(db, {
  tenant_id: tenant.id,
  user_type: 'merchant',
  merchant_id: merchant.id,
})
type User = typeof operator

const choice = {
  layoutName: 'Material',
  sidebarBackgroundColor: '#112233',
  headerBackgroundColor: '#FFFFFF',
  mainBackgroundColor: '#f0f0f0',
  primaryColor: '#0b7285',
  buttonsLinkColor: '#2E43FE',
  textColor: '#202020',
}
const save = (user: User, some: object = {}) =>
  call(user, 'PUT /api/tenants/mydetails/theme', { payload: { ...choice, ...some } })
const themeOf = async (user: User) =>
  (await call(user, 'GET /api/tenants/mydetails')).json<{ themeSettings: object; logo: string }>()

async function upload(user: User, name = 'logo.png', bytes: Uint8Array = sampleFiles.png) {
  const response = await call(user, 'POST /api/fs/file', multipartForm([{ name, bytes }]))
  return response.json<{ fileId: string }>().fileId
}

describe("a tenant's colours", () => {
  test('are all that the documents name, and everybody in the tenant has them at once [theme.settings-fields]', async () => {
    const saved = {
      ...choice,
      headerBackgroundColor: '#ffffff',
      buttonsLinkColor: '#2e43fe',
      buttonsLinkColorRGB: '46, 67, 254',
    }
    expect((await save(operator)).json()).toEqual({ ...saved, logo: null })
    for (const user of [operator, seller]) {
      expect((await themeOf(user)).themeSettings).toEqual(saved)
      const context = await call(user, 'GET /api/users')
      expect(context.json().user.themeSettings).toEqual(saved)
    }
    const brand = await findBrand(db.owner as never, { tenantId: tenant.id })
    expect(brand).toMatchObject({ surface: '#112233', action: '#2e43fe', accent: '#0b7285' })
    expect((await themeOf(stranger)).themeSettings).not.toEqual(saved)
  })

  test.each([
    [{ primaryColor: 'red' }],
    [{ textColor: '#12345' }],
    [{ mainBackgroundColor: '#12345g' }],
    [{ sidebarBackgroundColor: 'url(//evil.example)' }],
    [{ layoutName: 'Enterprise' }],
    [{ buttonsLinkColor: undefined }],
  ])('%j is refused and changes nothing', async (some) => {
    const before = await themeOf(operator)
    expect((await save(operator, some)).statusCode).toBe(400)
    expect(await themeOf(operator)).toEqual(before)
  })

  test('are changed by those who may, who are not limited to some merchants', async () => {
    for (const user of [limited, reader, seller]) {
      expect((await save(user)).statusCode).toBe(403)
    }
  })

  test('are written into the audit, before and after', async () => {
    await save(operator, { textColor: '#000001' })
    await save(operator, { textColor: '#000002' })
    const path = `GET /api/crm/audit/tenant/${tenant.id}`
    expect((await call(operator, path)).json().data[0]).toMatchObject({
      action: 'tenants.saveTheme',
      before: { textColor: '#000001', layoutName: 'Material' },
      after: { textColor: '#000002', layoutName: 'Material' },
    })
    expect((await call(stranger, path)).statusCode).toBe(404)
  })
})

describe("a tenant's logo", () => {
  test('is shown to everybody, also before anybody is known, until there is another', async () => {
    const first = await upload(operator)
    const { logo } = (await save(operator, { logoFileId: first })).json<{ logo: string }>()
    expect(logo).toBe(`/api/tenants/${tenant.id}/logo/${first}`)
    const shown = await call(undefined, `GET ${logo}`)
    expect(shown.statusCode).toBe(200)
    expect(Buffer.compare(shown.rawPayload, sampleFiles.png)).toBe(0)
    expect(shown.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
    })
    // colours alone leave it
    await save(operator)
    expect((await themeOf(seller)).logo).toBe(logo)
    expect((await findBrand(db.owner as never, { tenantId: tenant.id })).logo).toBe(logo)
    const second = await upload(operator, 'new.jpg', sampleFiles.jpeg)
    await save(operator, { logoFileId: second })
    expect((await call(undefined, `GET ${logo}`)).statusCode).toBe(404)
    // nobody’s, until the job removes it
    const details = await call(operator, `GET /api/fs/file/${first}/details`)
    expect(details.statusCode).toBe(404)
    await save(operator, { logoFileId: null })
    expect((await themeOf(operator)).logo).toBeNull()
    const gone = `GET /api/tenants/${tenant.id}/logo/${second}`
    expect((await call(undefined, gone)).statusCode).toBe(404)
  })

  test('is no other file of the tenant, nor another tenant’s', async () => {
    const file = await upload(operator)
    expect((await call(undefined, `GET /api/tenants/${tenant.id}/logo/${file}`)).statusCode).toBe(
      404,
    )
    const theirs = await upload(stranger)
    expect((await save(operator, { logoFileId: theirs })).statusCode).toBe(404)
    expect((await save(operator, { logoFileId: v7() })).statusCode).toBe(404)
  })

  test.each([
    ['letter.pdf', sampleFiles.pdf, 415, 'File type not allowed letter.pdf'],
    ['scan.tiff', sampleFiles.tiff, 415, 'File type not allowed scan.tiff'],
    [
      'huge.png',
      Buffer.concat([sampleFiles.png, Buffer.alloc(524_288)]),
      413,
      'File huge.png size bigger then allowed',
    ],
  ])('%s is none, and the one before stays', async (name, bytes, status, message) => {
    const before = (await save(operator, { logoFileId: await upload(operator) })).json().logo
    const response = await save(operator, { logoFileId: await upload(operator, name, bytes) })
    expect([response.statusCode, response.json().errors[0].message]).toEqual([status, message])
    expect((await themeOf(operator)).logo).toBe(before)
    expect((await call(undefined, `GET ${before}`)).statusCode).toBe(200)
  })
})
