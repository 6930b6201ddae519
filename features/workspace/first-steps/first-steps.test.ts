import { callerFinder } from '@counterfoil/features/access/sign-in-context/callers.public.ts'
import { makeMerchant, makePayment, makeTenant, makeUser } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { testServer } from '@counterfoil/kit/testing/test-server.ts'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { routes } from './first-steps.routes.ts'

const db = await testDatabase()
const { call } = await testServer(db, routes, callerFinder(db.database))

async function stepsOf(user: Parameters<typeof call>[0]) {
  const { steps } = (await call(user, 'GET /api/user-first-steps')).json()
  return steps.map((step: { name: string; isDone: boolean }) => `${step.name} ${step.isDone}`)
}

test('colours or a logo of its own are the first step, and another name of the tenant is not', async () => {
  const { id } = await makeTenant(db, { theme: '{}' })
  const user = await makeUser(db, { tenant_id: id, user_type: 'tenant', permissions: [] })
  const change = (values: object) =>
    db.loader.updateTable('tenant').set(values).where('id', '=', id).execute()
  await change({ name: 'Another name', version: 2 })
  expect(await stepsOf(user)).toContain('branding false')
  await change({ theme: JSON.stringify({ sidebarBackgroundColor: '#123b2a' }) })
  expect(await stepsOf(user)).toContain('branding true')
  await change({ theme: '{}', logo: '/logo' })
  expect(await stepsOf(user)).toContain('branding true')
})

test('a new tenant sees what is left up to its first payment, and nothing after it', async () => {
  const tenant = await makeTenant(db)
  const of = { tenant_id: tenant.id }
  const user = await makeUser(db, { ...of, user_type: 'tenant', permissions: [] })
  expect(await stepsOf(user)).toEqual([
    'branding false',
    'users false',
    'merchants false',
    'mids false',
    'payments false',
  ])
  await makeUser(db, { ...of, user_type: 'tenant', permissions: [] })
  const merchant = await makeMerchant(db, of)
  expect(await stepsOf(user)).toContain('users true')
  expect(await stepsOf(user)).toContain('merchants true')
  await makePayment(db, { ...of, merchant_id: merchant.id })
  expect(await stepsOf(user)).toEqual([])
})

test('a merchant in boarding sees its own steps, a live or a closed one none', async () => {
  const of = { tenant_id: (await makeTenant(db)).id }
  const userOf = async (processing_status: string) => {
    const merchant = await makeMerchant(db, { ...of, processing_status })
    const user = { ...of, user_type: 'merchant' as const, merchant_id: merchant.id }
    return { merchant, user: await makeUser(db, { ...user, permissions: [] }) }
  }
  const boarding = await userOf('SandboxEnabled')
  const live = await userOf('FullProcessing')
  await makePayment(db, { ...of, merchant_id: live.merchant.id, mode: 1 })
  // no documents are required, and the neighbour's payment is not its own
  const steps = ['documents true', 'review true', 'apiKey false', 'testPayment false']
  expect(await stepsOf(boarding.user)).toEqual([...steps, 'processing false'])
  await makePayment(db, { ...of, merchant_id: boarding.merchant.id, mode: 1 })
  expect(await stepsOf(boarding.user)).toContain('testPayment true')
  expect(await stepsOf(live.user)).toEqual([])
  // refused, or gone: nothing leads on from here
  await db.loader
    .updateTable('merchant')
    .set({ merchant_status: 'Closed' })
    .where('id', '=', boarding.merchant.id)
    .execute()
  expect(await stepsOf(boarding.user)).toEqual([])
})

test('a document that has expired is to be submitted again, as going live asks for it', async () => {
  const of = { tenant_id: (await makeTenant(db)).id }
  const { id: merchant_id } = await makeMerchant(db, {
    ...of,
    processing_status: 'SandboxEnabled',
  })
  const user = await makeUser(db, { ...of, user_type: 'merchant', merchant_id, permissions: [] })
  const at = { ...of, created_at: new Date(), updated_at: new Date() }
  const type = { ...at, id: v7(), name: 'Licence', purpose: 'licence', is_required: true }
  await db.loader.insertInto('document_type').values(type).execute()
  const steps = async () => (await stepsOf(user)).slice(0, 2)
  expect(await steps()).toEqual(['documents false', 'review false'])
  const reviewed = { handed_in_at: new Date(), reviewed_at: new Date(), state: 'accepted' }
  const document = { ...at, ...reviewed, id: v7(), merchant_id, document_type_id: type.id }
  await db.loader
    .insertInto('merchant_document')
    .values({ ...document, expires_on: '2999-12-31' })
    .execute()
  expect(await steps()).toEqual(['documents true', 'review true'])
  await db.loader.updateTable('merchant_document').set({ expires_on: '2020-01-01' }).execute()
  expect(await steps()).toEqual(['documents false', 'review false'])
})
