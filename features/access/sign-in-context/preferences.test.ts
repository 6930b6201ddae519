import { makeMerchant, makeTenant, makeUser } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { testServer } from '@counterfoil/kit/testing/test-server.ts'
import { expect, test } from 'vitest'
import { callerFinder } from './callers.public.ts'
import { routes as contextRoutes } from './context.routes.ts'
import { routes } from './preferences.routes.ts'

const db = await testDatabase()
const { call } = await testServer(db, [...routes, ...contextRoutes], callerFinder(db.database))
const tenant = await makeTenant(db, { locale: 'tr' })
const user = await makeUser(db, { tenant_id: tenant.id, user_type: 'tenant', permissions: [] })
const colleague = await makeUser(db, { tenant_id: tenant.id, user_type: 'tenant', permissions: [] })
const path = 'PUT /api/user-preferences'

async function preferencesOf(who: typeof user) {
  const answer = await call(who, 'GET /api/users')
  expect(answer.statusCode).toBe(200)
  return answer.json().user.preferences
}
const none = {
  layout: null,
  colourScheme: null,
  density: null,
  language: null,
  noticeMails: null,
  columns: {},
}

test('what a user sets up comes along wherever it signs in, and is its own', async () => {
  expect(await preferencesOf(user)).toEqual(none)
  await call(user, path, { payload: { layout: 'Material', colourScheme: 'dark' } })
  await call(user, path, { payload: { noticeMails: 'all' } })
  const answer = await call(user, path, { payload: { density: 'compact', language: 'en' } })
  const all = {
    layout: 'Material',
    colourScheme: 'dark',
    density: 'compact',
    language: 'en',
    noticeMails: 'all',
    columns: {},
  }
  expect(answer.json()).toEqual(all)
  expect(await preferencesOf(user)).toEqual(all)
  expect(await preferencesOf(colleague)).toEqual(none)
  await call(user, path, { payload: { layout: null, language: null } })
  expect(await preferencesOf(user)).toEqual({ ...all, layout: null, language: null })
})

test('the language is the user’s own locale', async () => {
  await call(user, path, { payload: { language: 'en' } })
  const row = await db.owner.query('select locale from app_user where id = $1', [user.id])
  expect(row.rows[0]).toEqual({ locale: 'en' })
})

test('an operator limited to some merchants keeps its settings too', async () => {
  const merchant = await makeMerchant(db, { tenant_id: tenant.id })
  const limited = await makeUser(db, {
    tenant_id: tenant.id,
    user_type: 'tenant',
    permissions: [],
    limited_to: [merchant.id],
  })
  await call(limited, path, { payload: { density: 'compact', language: 'en' } })
  expect(await preferencesOf(limited)).toEqual({ ...none, density: 'compact', language: 'en' })
})

test.each([[{}], [{ layout: 'vertical' }], [{ colourScheme: 'sepia' }], [{ unknown: 1 }]])(
  '%j is refused',
  async (payload) => {
    expect((await call(user, path, { payload })).statusCode).toBe(400)
  },
)

test('the change and its entry are one transaction', async () => {
  const someone = await makeUser(db, { tenant_id: tenant.id, user_type: 'tenant' })
  await call(someone, path, { payload: { density: 'compact' } })
  const { rows } = await db.owner.query(
    `select count(*)::int from audit_entry a join user_preference p on p.tenant_id = a.tenant_id and p.xmin = a.xmin
     where a.actor_id = $1 and p.user_id = $1`,
    [someone.id],
  )
  expect(rows).toEqual([{ count: 1 }])
})
