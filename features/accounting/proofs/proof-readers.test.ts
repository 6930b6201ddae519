// Who is shown proofs: those who see all that they prove.
import { callerFinder } from '@counterfoil/features/access/sign-in-context/callers.public.ts'
import { makeMerchant, makeTenant, makeUser } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { testServer } from '@counterfoil/kit/testing/test-server.ts'
import { expect, test } from 'vitest'
import { routes } from './proofs.routes.ts'

const db = await testDatabase()
const { call } = await testServer(db, routes, callerFinder(db.database))
const tenant = await makeTenant(db)
const merchant = await makeMerchant(db, { tenant_id: tenant.id })

test.each([
  ['all of them', {}, 200, undefined],
  ['some merchants', { limited_to: [merchant.id] }, 403, 'proof.some_merchants'],
  ['some methods', { limited_to_methods: ['card'] }, 403, 'ledger.limited_payments'],
  ['some providers', { limited_to_providers: ['sandbox_beta'] }, 403, 'ledger.limited_payments'],
] as const)('who sees payments of %s', async (_whose, limits, status, code) => {
  const user = await makeUser(db, {
    ...{ tenant_id: tenant.id, user_type: 'tenant', ...limits },
    permissions: ['CRM.Organization.Accounting.CustomerLedgerAccounts.View'],
  })
  const answer = await call(user, 'GET /api/crm/accounting/proofs')
  expect([answer.statusCode, answer.json().code]).toEqual([status, code])
})
