import { callerFinder } from '@counterfoil/features/access/sign-in-context/callers.public.ts'
import { makeMerchant, makePayment, makeTenant, makeUser } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { testServer } from '@counterfoil/kit/testing/test-server.ts'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { routes } from './to-do.routes.ts'

const db = await testDatabase()
const { call } = await testServer(db, routes, callerFinder(db.database))
const tenant = await makeTenant(db)
const of = { tenant_id: tenant.id }
const merchant = await makeMerchant(db, of)
const neighbour = await makeMerchant(db, of)
const rights = [
  'CRM.Task.View',
  'CRM.Organization.Edit',
  'CRM.Transaction.View',
  'CRM.Transaction.Actions.Approve',
  'CRM.Transaction.Actions.Dispute',
  'CRM.Support.Lookup',
]
const operator = await makeUser(db, { ...of, user_type: 'tenant', permissions: rights })
const limited = await makeUser(db, {
  ...of,
  user_type: 'tenant',
  permissions: rights,
  limited_to: [neighbour.id],
})
const clerk = await makeUser(db, { ...of, user_type: 'tenant', permissions: [] })

const hours = (count: number) => new Date(Date.now() + count * 3_600_000)
const insert = (table: string, row: Record<string, unknown>) =>
  db.owner.query(
    `insert into app.${table} (${Object.keys(row).join(', ')})
     values (${Object.keys(row)
       .map((_, at) => `$${at + 1}`)
       .join(', ')})`,
    Object.values(row),
  )
async function kindsOf(user: typeof operator) {
  const { data } = (await call(user, 'GET /api/user-to-do')).json()
  return Object.fromEntries(
    data.map((one: { kind: string; count: number }) => [one.kind, one.count]),
  )
}

test('nothing to do is said only when nothing is', async () => {
  expect(await kindsOf(operator)).toEqual({})
  const times = { created_at: new Date(), updated_at: new Date() }
  const task = { ...of, ...times, kind: 'call', name: 'Call', notes: '', assignee_id: operator.id }
  await insert('sales_task', { ...task, id: v7(), due_on: '2020-01-01' })
  await insert('sales_task', { ...task, id: v7(), due_on: '2999-01-01' })
  await insert('sales_task', { ...task, id: v7(), due_on: '2020-01-01', assignee_id: clerk.id })
  const ticket = {
    ...of,
    ...times,
    merchant_id: merchant.id,
    channel: 'CustomerToTenant',
    state: 'Opened',
    category: 'Other',
    priority: 'High',
    subject: 's',
    description: 'd',
    requester_name: 'r',
    contact_email: '',
    waiting_on: 'agent',
  }
  await insert('support_ticket', { ...ticket, id: v7(), code: 'T-1', due_at: hours(1) })
  await insert('support_ticket', { ...ticket, id: v7(), code: 'T-2', due_at: hours(40) })
  const away = { waiting_on: 'requester', due_at: hours(1) }
  await insert('support_ticket', { ...ticket, id: v7(), code: 'T-3', ...away })
  await makePayment(db, { ...of, merchant_id: merchant.id, status: 'waiting_for_approval' })
  const disputed = await makePayment(db, { ...of, merchant_id: merchant.id, status: 'captured' })
  await insert('dispute', {
    ...of,
    id: v7(),
    payment_id: disputed.id,
    merchant_id: merchant.id,
    amount_minor: 100,
    currency: 'GBP',
    reason_code: '10.4',
    reason: 'Fraud',
    state: 'opened',
    opened_at: new Date(),
    respond_by: hours(48),
  })
  expect(await kindsOf(operator)).toEqual({ tasks: 1, tickets: 1, payments: 1, disputes: 1 })
  // of another merchant alone, and without rights to act
  expect([await kindsOf(limited), await kindsOf(clerk)]).toEqual([{}, {}])
})
