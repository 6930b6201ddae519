import { callerFinder } from '@counterfoil/features/access/sign-in-context/callers.public.ts'
import {
  authorisePayment,
  refundPayment,
} from '@counterfoil/features/payments/processing/payments.public.ts'
import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import { makeMerchant, makeUser } from '@counterfoil/kit/testing/makers.ts'
import { testServer } from '@counterfoil/kit/testing/test-server.ts'
import { order, paymentFixture } from '@counterfoil/tools/testing/payments.ts'
import { expect, test } from 'vitest'
import type { DashboardSummary } from './dashboard.contract.ts'
import { routes } from './dashboard.routes.ts'

let clock = new Date()
const fixture = await paymentFixture({ now: () => clock })
const { call } = await testServer(fixture, routes, callerFinder(fixture.database))
const other = await makeMerchant(fixture, { tenant_id: fixture.tenantId })
const user = (values: object) =>
  makeUser(fixture, { tenant_id: fixture.tenantId, user_type: 'tenant', ...values })
const operator = await user({ permissions: ['CRM.Dashboard.View'] })
const limited = await user({
  permissions: ['CRM.Dashboard.View'],
  limited_to: [other.id],
})

test('a refund of today of a payment of long ago is of today', async () => {
  const today = clock
  clock = new Date(today.getTime() - 40 * dayMs)
  const { payment } = await authorisePayment(fixture.engine, order(fixture))
  const refund = (amountMinor: bigint) =>
    refundPayment(fixture.engine, { paymentId: payment.id, mode: 1, amountMinor, reason: null })
  clock = new Date(today.getTime() - 3 * dayMs)
  await refund(200n)
  clock = today
  await refund(500n)
  const refunded = async (who: typeof operator) => {
    const answer = await call(who, 'GET /api/crm/dashboard/summary', { headers: { mode: 'Test' } })
    const { periods } = answer.json<DashboardSummary>()
    return periods.map(({ id, currencies }) => [id, currencies[0]?.refundedAmount])
  }
  expect(await refunded(operator)).toEqual([
    ['today', 500],
    ['last7', 700],
    ['last30', 700],
  ])
  expect((await refunded(limited)).map(([, amount]) => amount)).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test('today is the day of the business, wherever its reader is', async () => {
  await fixture.owner.query(
    `update app.tenant set time_zone = 'Pacific/Kiritimati' where id = $1`,
    [fixture.tenantId],
  )
  const away = await user({ permissions: ['CRM.Dashboard.View'], limited_to: [other.id] })
  // never the same day as there
  await fixture.owner.query(
    `update app.app_user set time_zone = 'Pacific/Pago_Pago' where id = $1`,
    [away.id],
  )
  clock = new Date()
  await authorisePayment(fixture.engine, { ...order(fixture), merchantId: other.id })
  const answer = await call(away, 'GET /api/crm/dashboard/summary', { headers: { mode: 'Test' } })
  const { periods } = answer.json<DashboardSummary>()
  expect(periods.map(({ id, currencies }) => [id, currencies[0]?.count])).toEqual([
    ['today', 1],
    ['last7', 1],
    ['last30', 1],
  ])
})
