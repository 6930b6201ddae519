import { reasons, requiredReasons } from '@counterfoil/features/settings/lists/reasons.resource.ts'
import { expect, test } from 'vitest'
import { openSettingsFixture } from './testing/settings-fixture.ts'

// A tenant's own reasons, offered and taken where somebody decides on a payment.
const { testApi, make, turn, pay, call, operator } = await openSettingsFixture()
const merchant = await testApi.actor('merchant')

const namesAt = async (path: string) =>
  ((await call(operator, 'GET', path)) as { name: string }[]).map(({ name }) => name)

test('an own reason stands beside the usual ones until it is switched off [setting reasons]', async () => {
  const { id } = await pay()
  const paths = {
    decline: '/api/crm/lookup/transactions/reasons/Declined',
    approve: `/api/crm/transactions/${id}/rejection_reasons/Captured`,
    dispute: `/api/crm/transactions/${id}/disputeCodes`,
  }
  for (const [action, path] of Object.entries(paths)) {
    const name = `Our own reason to ${action}`
    const row = await make(reasons, { name, action, code: `own_${action}` })
    expect(await namesAt(path)).toContain(name)
    await turn(reasons, row.id, false)
    expect(await namesAt(path)).not.toContain(name)
  }
})

test('a dispute is opened for an own reason, and not for one that is switched off', async () => {
  const row = await make(reasons, { name: 'Wrong colour', action: 'dispute', code: 'wrong_colour' })
  const { id } = await pay({ mode: 2 })
  const path = `/api/crm/transactions/${id}/dispute`
  const body = { amount: 100, reasonCode: 'wrong_colour' }
  await turn(reasons, row.id, false)
  await expect(call(operator, 'POST', path, body)).rejects.toThrow('not a dispute code')
  await turn(reasons, row.id, true)
  expect(await call(operator, 'POST', path, body)).toMatchObject({ id })
})

test('what the tenant requires a reason for is refused without one, to operators as to merchants [setting required-reasons]', async () => {
  const { id } = await pay({ mode: 2 })
  const refund = `/api/crm/transactions/${id}/refunds`
  const row = await make(requiredReasons, { action: 'refund' })
  const details = await call(operator, 'GET', `/api/crm/transactions/${id}/details`)
  expect(details).toMatchObject({ reasonRequiredFor: ['refund', 'markRefunded'] })
  const refused = 'A reason is required for this'
  await expect(call(operator, 'POST', refund, { amount: 100 })).rejects.toThrow(refused)
  const theirs = `/api/transactions/${id}`
  await expect(call(merchant, 'POST', `${theirs}/refunds`, { amount: 100 })).rejects.toThrow(
    refused,
  )
  expect(await call(merchant, 'GET', `${theirs}/details`)).toMatchObject({
    reasonRequiredFor: ['refund', 'markRefunded'],
  })
  const body = { amount: 100, reason: 'The order was cancelled' }
  expect(await call(operator, 'POST', refund, body)).toMatchObject({ refundedAmount: 100 })
  await turn(requiredReasons, row.id, false)
  expect(await call(operator, 'POST', refund, { amount: 100 })).toMatchObject({
    refundedAmount: 200,
  })
})
