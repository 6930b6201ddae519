import { makeMerchant, makeTenant, makeUser } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { testServer } from '@counterfoil/kit/testing/test-server.ts'
import { expect, test } from 'vitest'
import { callerFinder } from './callers.public.ts'
import { routes } from './context.routes.ts'

const db = await testDatabase()
const { call } = await testServer(db, routes, callerFinder(db.database))

test('what an operator notes on a merchant for its colleagues is not sent to the merchant’s people', async () => {
  const tenant = await makeTenant(db, {})
  const merchant = await makeMerchant(db, { tenant_id: tenant.id })
  await db.owner.query('update merchant set notes = $2, description = $3 where id = $1', [
    ...[merchant.id, 'Suspected of laundering: say nothing', 'Sells books'],
  ])
  const user = await makeUser(db, {
    ...{ tenant_id: tenant.id, user_type: 'merchant', merchant_id: merchant.id, permissions: [] },
  })
  const answer = await call(user, 'GET /api/users')
  expect(answer.statusCode).toBe(200)
  expect(answer.body).toContain('Sells books')
  expect(answer.body).not.toContain('laundering')
})
