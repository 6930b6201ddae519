import { makeMerchant, makePayment, makeTenant } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { expect, test } from 'vitest'
import { tenantScope } from './scope.ts'

const db = await testDatabase()

test('a reader sees its tenant alone', async () => {
  const mine = await makeTenant(db)
  const other = await makeTenant(db)
  for (const { id } of [mine, other]) {
    const merchant = await makeMerchant(db, { tenant_id: id })
    await makePayment(db, { tenant_id: id, merchant_id: merchant.id })
  }
  const rows = await db.database
    .reader(tenantScope(mine.id))
    .selectFrom('payment')
    .select('tenant_id')
    .execute()
  expect(rows).toEqual([{ tenant_id: mine.id }])
})
