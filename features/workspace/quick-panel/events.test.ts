import { callerFinder } from '@counterfoil/features/access/sign-in-context/callers.public.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { insertAuditEntry } from '@counterfoil/kit/server/request/audit.ts'
import { nameActions, nameRecords } from '@counterfoil/kit/server/resources/record-names.ts'
import { makeMerchant, makeTenant, makeUser } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { testServer } from '@counterfoil/kit/testing/test-server.ts'
import { v7 } from 'uuid'
import { beforeAll, expect, test } from 'vitest'
import type { WorkspaceEvent } from './events.contract.ts'
import { routes } from './events.routes.ts'

const db = await testDatabase()
const { call } = await testServer(db, routes, callerFinder(db.database))

const tenant = await makeTenant(db)
const other = await makeTenant(db)
const platform = await makeTenant(db, { is_platform: true })
const [mine, theirs] = [
  await makeMerchant(db, { tenant_id: tenant.id }),
  await makeMerchant(db, { tenant_id: tenant.id }),
]
const view = { permissions: ['CRM.Transaction.View'] }
const operator = { tenant_id: tenant.id, user_type: 'tenant' as const }
const users = {
  operator: await makeUser(db, { ...operator, ...view }),
  limited: await makeUser(db, { ...operator, ...view, limited_to: [mine.id] }),
  clerk: await makeUser(db, { ...operator, permissions: ['CRM.Support.Lookup'] }),
  merchant: await makeUser(db, {
    tenant_id: tenant.id,
    user_type: 'merchant',
    merchant_id: mine.id,
    permissions: ['Merchant.Transaction.View'],
  }),
  stranger: await makeUser(db, { tenant_id: other.id, user_type: 'tenant', ...view }),
  staff: await makeUser(db, {
    tenant_id: platform.id,
    user_type: 'platform',
    permissions: ['Platform.Transaction.Lookup'],
  }),
}

async function happened(
  actor: { id: string; tenant_id: string },
  type: string,
  merchantId: string | null,
  action = `${type}.update`,
) {
  const id = v7()
  await db.database.transaction(tenantScope(actor.tenant_id), (inTenant) =>
    insertAuditEntry(inTenant, {
      actorId: actor.id,
      actorName: 'Somebody',
      action,
      requestId: 'r',
      ip: '::1',
      at: new Date(),
      record: { type, id, merchantId },
    }),
  )
  return id
}

const made: Record<string, string> = {}
beforeAll(async () => {
  made.mine = await happened(users.operator, 'payment', mine.id)
  made.theirs = await happened(users.operator, 'payment', theirs.id)
  made.filter = await happened(users.operator, 'saved_filter', null)
  made.own = await happened(users.clerk, 'saved_filter', null)
  made.note = await happened(users.operator, 'note', null)
  made.signIn = await happened(users.clerk, 'user', null, 'account.signed-in')
  made.foreign = await happened(users.stranger, 'payment', null)
})

async function seenBy(who: keyof typeof users) {
  const response = await call(users[who], 'GET /api/user-events')
  expect(response.statusCode).toBe(200)
  const { data } = response.json() as { data: WorkspaceEvent[] }
  return data.map(({ recordId }) => Object.keys(made).find((name) => made[name] === recordId))
}

nameActions({ update: { en: 'Changed', tr: 'Değiştirildi' } })
nameRecords({ saved_filter: { en: 'Saved filter', tr: 'Kayıtlı filtre' } })

test('each says what was done to what, in both languages', async () => {
  const { data } = (await call(users.clerk, 'GET /api/user-events')).json()
  expect(data[0].title).toEqual({
    en: 'Changed: Saved filter',
    tr: 'Değiştirildi: Kayıtlı filtre',
  })
})

test('a user sees what its role opens, within its own scope, the newest first', async () => {
  expect(await seenBy('operator')).toEqual(['filter', 'theirs', 'mine'])
  expect(await seenBy('limited')).toEqual(['mine'])
  expect(await seenBy('merchant')).toEqual(['mine'])
  expect(await seenBy('stranger')).toEqual(['foreign'])
  expect(await seenBy('staff')).toEqual(['foreign', 'theirs', 'mine'])
})

test('without the view permission only what the user did itself', async () => {
  expect(await seenBy('clerk')).toEqual(['own'])
})
