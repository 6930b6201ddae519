import { callerFinder } from '@counterfoil/features/access/sign-in-context/callers.public.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { insertAuditEntry } from '@counterfoil/kit/server/request/audit.ts'
import { makeMerchant, makeTenant, makeUser } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { sampleCode, testServer } from '@counterfoil/kit/testing/test-server.ts'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { registerAuditGuard } from './audit.public.ts'
import type { AuditEntry } from './record-audit.contract.ts'
import { routes } from './record-audit.routes.ts'

const db = await testDatabase()
const { call } = await testServer(db, routes, callerFinder(db.database))

const tenant = await makeTenant(db)
const foreign = await makeTenant(db)
const merchant = await makeMerchant(db, { tenant_id: tenant.id })
const rival = await makeMerchant(db, { tenant_id: tenant.id })
const view = { user_type: 'tenant' as const, permissions: ['CRM.Transaction.View'] }
const users = {
  operator: await makeUser(db, { ...view, tenant_id: tenant.id }),
  agent: await makeUser(db, { ...view, tenant_id: tenant.id, limited_to: [rival.id] }),
  stranger: await makeUser(db, { ...view, tenant_id: foreign.id }),
  clerk: await makeUser(db, { ...view, tenant_id: tenant.id, permissions: ['CRM.Lead.View'] }),
  seller: await makeUser(db, {
    tenant_id: tenant.id,
    user_type: 'merchant',
    merchant_id: merchant.id,
    permissions: ['Merchant.Transaction.View'],
  }),
  staff: await makeUser(db, {
    tenant_id: (await makeTenant(db, { is_platform: true })).id,
    user_type: 'platform',
    permissions: ['Platform.Transaction.Lookup'],
  }),
}

const payment = v7()
/** Stands for the payments' own check: the payment is the merchant's. */
registerAuditGuard(
  'payment',
  async ({ scope }, id) => {
    if (id !== payment) return false
    return (
      scope.kind === 'platform' ||
      (scope.tenantId === tenant.id && (scope.merchantIds?.includes(merchant.id) ?? true))
    )
  },
  ['CRM.Transaction.View', 'Platform.Transaction.Lookup'],
)
const change = (
  before: object | undefined,
  after: object | undefined,
  action = 'payments.refund',
) =>
  db.database.transaction(tenantScope(tenant.id), (tx) =>
    insertAuditEntry(tx, {
      actorId: users.operator.id,
      actorName: 'Ada Tester',
      action,
      requestId: 'request-1',
      ip: '127.0.0.1',
      at: new Date(),
      record: { type: 'payment', id: payment, merchantId: merchant.id, before, after },
    }),
  )
await change({ status: 'captured' }, { status: 'partially_refunded' })
await change({ status: 'partially_refunded' }, { status: 'refunded' })
// what changes nothing is no change
await change(undefined, undefined, 'account.signed-in')

const ask = (who: keyof typeof users, query = '', id = payment) =>
  call(users[who], `GET /api/crm/audit/payment/${id}${query}`)

test('who changed it, when, before and after, newest first', async () => {
  const answer = (await ask('operator')).json<{ data: AuditEntry[]; count: number }>()
  expect(answer.count).toBe(2)
  expect(answer.data).toMatchObject([
    { before: { status: 'partially_refunded' }, after: { status: 'refunded' } },
    {
      actorId: users.operator.id,
      actorName: 'Ada Tester',
      action: 'payments.refund',
      requestId: 'request-1',
      ip: '127.0.0.1',
      before: { status: 'captured' },
      after: { status: 'partially_refunded' },
    },
  ])
  const second = (await ask('operator', '?pageSize=1&pageIndex=1')).json()
  expect(second).toMatchObject({ count: 2, data: [{ before: { status: 'captured' } }] })
})

test('platform staff see it too; for another tenant and who is limited to others there is none', async () => {
  expect((await ask('staff')).json().count).toBe(2)
  for (const who of ['stranger', 'agent'] as const) {
    expect((await ask(who)).statusCode).toBe(404)
  }
})

test('without the permission to see the record there is none, and merchants have none', async () => {
  for (const who of ['clerk', 'seller'] as const) expect((await ask(who)).statusCode).toBe(404)
  expect((await call(undefined, `GET /api/crm/audit/payment/${payment}`)).statusCode).toBe(401)
})

test('of what is no record there is nothing to see', async () => {
  for (const id of ['all', v7()]) expect((await ask('operator', '', id)).statusCode).toBe(404)
  const unknown = await call(users.operator, `GET /api/crm/audit/password/${payment}`)
  expect(unknown.statusCode).toBe(404)
})

test('of what the role guards with codes, the changes are guarded as well', async () => {
  const careful = await makeUser(db, { ...view, tenant_id: tenant.id })
  await db.owner.query('update role set sca_required_permissions = $2 where id = $1', [
    ...[careful.role_id, view.permissions],
  ])
  const read = (headers = {}) => call(careful, `GET /api/crm/audit/payment/${payment}`, { headers })
  expect((await read()).json().code).toBe('sca.required')
  expect((await read({ scacode: sampleCode })).json().count).toBe(2)
  const nowhere = await call(careful, `GET /api/crm/audit/payment/${v7()}`)
  expect(nowhere.statusCode).toBe(404)
})
