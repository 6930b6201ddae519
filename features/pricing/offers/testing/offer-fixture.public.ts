import { callerFinder } from '@counterfoil/features/access/sign-in-context/callers.public.ts'
import { routes } from '@counterfoil/features/pricing/offers/offers.routes.ts'
import { makeMerchant, makeTenant, makeUser } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { testServer } from '@counterfoil/kit/testing/test-server.ts'

/** The calls of offers on a database of their own, with a merchant and an operator who makes it offers. */
export async function offerFixture() {
  const db = await testDatabase()
  const { call } = await testServer(db, routes, callerFinder(db.database))
  const tenant = await makeTenant(db, {})
  const merchant = await makeMerchant(db, { tenant_id: tenant.id })
  const operator = await makeUser(db, {
    ...{ tenant_id: tenant.id, user_type: 'tenant' },
    permissions: ['CRM.Organization.View', 'CRM.Organization.Edit'],
  })
  return { db, call, tenant, merchant, operator }
}
