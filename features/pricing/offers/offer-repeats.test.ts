import { offerFixture } from '@counterfoil/features/pricing/offers/testing/offer-fixture.public.ts'
import { makeUser } from '@counterfoil/kit/testing/makers.ts'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'

const { db, call, tenant, merchant, operator } = await offerFixture()
const customer = await makeUser(db, {
  ...{ tenant_id: tenant.id, user_type: 'merchant', merchant_id: merchant.id },
  permissions: ['viewMerchantPortalProposals'],
})
type Who = typeof operator

/** Asks twice with one key, as a page does whose first answer was lost. */
async function askTwice(who: Who, what: string, payload: object) {
  const headers = { 'idempotency-key': v7() }
  const first = await call(who, what, { payload, headers })
  const again = await call(who, what, { payload, headers })
  expect(again.statusCode, again.body).toBe(first.statusCode)
  expect(again.json()).toEqual(first.json())
  const other = await call(who, what, { payload: { ...payload, contentHash: 'other' }, headers })
  return { answer: first.json(), other }
}

test('who lost the answer to a draft, a change, a sending, a signature or a version gets it again, and it happens once', async () => {
  const input = { merchantId: merchant.id, language: 'en', templateId: null }
  const { answer: draft } = await askTwice(operator, 'POST /api/proposals', input)
  const at = `/api/proposals/${draft.id}`
  const terms = {
    ...{ subject: 'Cards', body: '<p>A text</p>', currency: 'GBP', entries: [], expiresAt: null },
    ...{ boardingFee: 100, accountConfigurationFee: 0, bankAccountSetupFee: 0 },
    ...{ monthlyMinimumFee: 0, gatewayMonthlyAccess: 0, revision: draft.revision },
  }
  const { answer: changed } = await askTwice(operator, `PUT ${at}`, terms)
  await askTwice(operator, `POST ${at}/send`, { revision: changed.revision })
  const rejection = { response: 'Rejected', rejectReason: 'Too dear' }
  await askTwice(customer, `PUT ${at}/respond`, rejection)
  const { answer: second } = await askTwice(operator, `POST ${at}/revise`, {})
  const next = `/api/proposals/${second.id}`
  await askTwice(operator, `POST ${next}/send`, { revision: second.revision })
  const signature = { response: 'Accepted', signedBy: 'Ada Harbour', consent: true }
  const { answer: signed, other } = await askTwice(customer, `PUT ${next}/respond`, signature)
  expect(signed).toMatchObject({ status: 'Accepted', signedBy: 'Ada Harbour', version: 2 })
  expect([other.statusCode, other.json().code]).toEqual([409, 'idempotency.key_reused'])
  const { rows } = await db.owner.query(
    `select action, count(*)::int as count from audit_entry
     where tenant_id = $1 and action like 'proposals.%' and after ? 'status' group by action order by action`,
    [tenant.id],
  )
  expect(rows.map(({ action, count }) => `${action} ${count}`)).toEqual([
    'proposals.create 1',
    'proposals.respond 2',
    'proposals.revise 1',
    'proposals.send 2',
    'proposals.update 1',
  ])
})
