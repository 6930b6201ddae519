import { callerFinder } from '@counterfoil/features/access/sign-in-context/callers.public.ts'
import { makeMerchant, makePayment, makeTenant, makeUser } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { testServer } from '@counterfoil/kit/testing/test-server.ts'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import type { ToDo } from './to-do.contract.ts'
import { routes } from './to-do.routes.ts'
import { toDoPath } from './to-do-paths.rules.ts'

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
  'Crm.Payments.PendingTransactions',
]
const operator = await makeUser(db, { ...of, user_type: 'tenant', permissions: rights })
const limited = await makeUser(db, {
  ...of,
  user_type: 'tenant',
  permissions: rights,
  limited_to: [neighbour.id],
})
const clerk = await makeUser(db, { ...of, user_type: 'tenant', permissions: [] })
const owner = await makeUser(db, {
  ...of,
  user_type: 'merchant',
  merchant_id: merchant.id,
  permissions: ['viewMerchantPortalDocuments', 'Merchant.Payments.PendingTransactions'],
})

const times = { created_at: new Date(), updated_at: new Date() }
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

test('documents are to be reviewed by operators and handed in by their merchant', async () => {
  const at = new Date()
  const states = {
    asked: {},
    waiting: { handed_in_at: at },
    rejected: { handed_in_at: at, reviewed_at: at, reject_reason: 'Blurred' },
    accepted: { handed_in_at: at, reviewed_at: at },
  }
  for (const [state, more] of Object.entries(states)) {
    const type = { ...of, ...times, id: v7(), name: `Of ${state}`, purpose: 'identity' }
    await insert('document_type', { ...type, is_required: true })
    const document = { ...of, ...times, merchant_id: merchant.id, document_type_id: type.id }
    await insert('merchant_document', { ...document, id: v7(), state, ...more })
  }
  expect(await kindsOf(operator)).toMatchObject({ documentsToReview: 1 })
  const type = { ...of, ...times, id: v7(), name: 'Of a neighbour', purpose: 'identity' }
  await insert('document_type', { ...type, is_required: true })
  await insert('merchant_document', {
    ...{ ...of, ...times, id: v7(), merchant_id: neighbour.id, document_type_id: type.id },
    ...{ state: 'waiting', handed_in_at: at },
  })
  // each of them leads to the merchant whose documents it counts
  const { data } = (await call(operator, 'GET /api/user-to-do')).json<{ data: ToDo[] }>()
  const toReview = data.filter(({ kind }) => kind === 'documentsToReview')
  expect(toReview.map((one) => [one.count, one.recordName])).toEqual(
    [merchant, neighbour].map((one) => [1, one.legal_business_name]),
  )
  const reader = { audience: 'tenant' as const, permissions: new Set<string>(), payments: '/' }
  expect(toReview.map((one) => toDoPath(one, reader))).toEqual(
    [merchant, neighbour].map(({ id }) => `/crm/organizations/${id}`),
  )
  // requested, rejected, and the required one that the neighbour alone has submitted
  expect(await kindsOf(owner)).toEqual({ documentsToSubmit: 3 })
  const statuses = [
    ['In boarding', 1],
    ['Closed', 0],
    ['Active', 1],
  ] as const
  for (const [status, count] of statuses) {
    const id = merchant.id
    await db.owner.query('update merchant set merchant_status = $1 where id = $2', [status, id])
    const all = (await call(operator, 'GET /api/user-to-do')).json<{ data: ToDo[] }>().data
    expect(all.filter(({ recordId }) => recordId === id).map((one) => one.count)).toEqual(
      count === 0 ? [] : [count],
    )
    // a closed account is asked for nothing more
    expect(await kindsOf(owner)).toEqual(status === 'Closed' ? {} : { documentsToSubmit: 3 })
  }
  expect(await kindsOf(limited)).toEqual({ documentsToReview: 1 })
})

test('what others requested is to be confirmed and approved, what one requested oneself is not', async () => {
  const before = await kindsOf(operator)
  const paid = await makePayment(db, { ...of, merchant_id: merchant.id, status: 'captured' })
  const about = { ...of, merchant_id: merchant.id, mode: 2, currency: 'GBP', amount_minor: 100 }
  const makers = [operator, clerk].map(({ id }) => ({
    ...{ maker_id: id, maker_name: 'Somebody', maker_keys: [id], side: 'operator' },
    requirements: '[]',
  }))
  for (const [at, maker] of makers.entries()) {
    await insert('waiting_action', {
      ...{ ...about, ...maker, id: v7(), payment_id: paid.id, payment_version: 1 },
      ...{ action: at === 0 ? 'refund' : 'void', maker_type: 'user', state: 'waiting' },
      ...{ expires_at: hours(24), created_at: new Date() },
    })
    const { mode: _, ...operation } = about
    await insert('payment_operation', {
      ...{ ...operation, id: v7(), payment_id: paid.id, kind: 'payout', state: 'held' },
      ...{ actor_type: 'user', actor_id: maker.maker_id, created_at: new Date() },
    })
    const payee = { payee_name: 'Paper Mill', payee_country: 'GB', payee_kind: 'company' }
    await insert('payout_order', {
      ...{ ...about, ...times, ...maker, ...payee, id: v7(), state: 'waiting_for_approval' },
      ...{ maker_type: 'user', rail: 'faster_payments', reference: 'INV', fee_minor: 0 },
      ...{ payee_sort_code: '200000', payee_account_number: '55779911' },
      ...{ end_to_end_id: `E${at}`, send_at: new Date(), expires_at: hours(24) },
    })
    const { currency: _currency, amount_minor: _amount, ...file } = about
    await insert('payout_batch', {
      ...{ ...file, ...maker, id: v7(), state: 'waiting_for_approval', created_at: new Date() },
      ...{ file_name: 'june.csv', file_hash: `${at}`, format: 'csv', row_count: 1 },
      ...{ faulty_count: 0, unconfirmed_count: 0, duplicate_count: 0, submitted_at: new Date() },
    })
  }
  const more = { confirmations: 1, payouts: 1, beneficiaryPayouts: 2 }
  expect(await kindsOf(operator)).toEqual({ ...before, ...more })
  // actions of operators are not the merchant's to confirm
  expect(await kindsOf(owner)).toEqual({ documentsToSubmit: 3, payouts: 2, beneficiaryPayouts: 4 })
  expect(await kindsOf(limited)).toEqual({ documentsToReview: 1 })
})

test('a sent proposal waits for those who may answer it, until it has ended', async () => {
  const permissions = ['viewMerchantPortalProposals']
  const signatory = await makeUser(db, {
    ...{ ...of, user_type: 'merchant', merchant_id: merchant.id, permissions },
  })
  const offer = (status: string, more: object = {}) => {
    const id = v7()
    const names = { merchant_name: 'M', tenant_name: 'T', created_by_name: 'N', subject: 'Cards' }
    const sent = status === 'created' ? {} : { sent_at: new Date(), content_hash: 'h' }
    return insert('offer', {
      ...{ ...of, ...times, ...names, ...sent, id, merchant_id: merchant.id, series_id: id },
      ...{ kind: 'proposal', version: 1, status, language: 'en', body: '', currency: 'GBP' },
      ...{ entries: '[]', ...more },
    })
  }
  await offer('created')
  await offer('pending', { expires_at: hours(-1) })
  await offer('pending', { kind: 'agreement' })
  await offer('pending', { merchant_id: neighbour.id })
  expect(await kindsOf(signatory)).toEqual({})
  await offer('pending')
  await offer('pending', { expires_at: hours(2) })
  const { data } = (await call(signatory, 'GET /api/user-to-do')).json<{ data: ToDo[] }>()
  expect(data).toMatchObject([{ kind: 'proposals', count: 2, dueAt: expect.any(String) }])
  const reader = { audience: 'merchant' as const, permissions: new Set<string>(), payments: '/' }
  const [both] = data as [ToDo]
  expect(toDoPath(both, reader)).toBe('/boarding/offers')
  expect(toDoPath({ ...both, count: 1 }, reader)).toBe(`/boarding/offers?proposal=${both.recordId}`)
  expect(await kindsOf(owner)).not.toHaveProperty('proposals')
})
