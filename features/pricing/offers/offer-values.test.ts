import { offerFixture } from '@counterfoil/features/pricing/offers/testing/offer-fixture.public.ts'
import { expect, test } from 'vitest'

const { db, call, tenant, merchant, operator } = await offerFixture()
const ask = (what: string, payload: object) => call(operator, what, { payload })

test('a value that there is not is named in the draft, which is not sent before somebody wrote it', async () => {
  const { rows } = await db.owner.query(
    `insert into app.template (tenant_id, id, kind, name, language, body, created_at, updated_at)
     values ($1, gen_random_uuid(), 'proposal', 'Cards', 'en',
       '<p>For {{merchantName}}, <a href="{{merchantWebsite}}">{{merchantWebsite}}</a>. {{signature}}</p>', now(), now())
     returning id`,
    [tenant.id],
  )
  const input = { merchantId: merchant.id, language: 'en', templateId: rows[0].id }
  const made = (await ask('POST /api/proposals', input)).json()
  expect(made.proposalBody).toBe(
    `<p>For ${merchant.legal_business_name}, [Website of the merchant]. </p>`,
  )
  const at = `/api/proposals/${made.id}`
  const early = await ask(`POST ${at}/send`, { revision: made.revision })
  expect([early.statusCode, early.json()]).toEqual([
    422,
    expect.objectContaining({
      code: 'offer.value_missing',
      errors: [expect.objectContaining({ path: 'body' })],
      params: { name: 'Website of the merchant' },
    }),
  ])
  const written = await ask(`PUT ${at}`, {
    ...{ subject: 'Cards', body: '<p>For harbour.example</p>', currency: 'GBP', entries: [] },
    ...{ expiresAt: null, boardingFee: 0, accountConfigurationFee: 0, bankAccountSetupFee: 0 },
    ...{ monthlyMinimumFee: 0, gatewayMonthlyAccess: 0, revision: made.revision },
  })
  const sent = await ask(`POST ${at}/send`, { revision: written.json().revision })
  expect([sent.statusCode, sent.json().status]).toEqual([200, 'PendingApproval'])
})
