import { type CallSample, harbour, operatorOf } from '@counterfoil/api/testing/call-samples.ts'
import type { Samples } from '@counterfoil/api/testing/samples.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import type { TestDatabase } from '@counterfoil/kit/testing/test-database.ts'

type OfferStep = 'draft' | 'sent' | 'rejected'

/** An offer to Harbour that has come so far, and what is sent on it. */
const offering =
  (path: string, step: OfferStep, body?: object): CallSample =>
  async ({ testApi, ask, actors }) => {
    const operator = operatorOf(actors)
    const input = { merchantId: harbour, language: 'en', templateId: null }
    const { id } = (await ask(operator, path, input)).json()
    await testApi.test.owner.query(`update app.offer set body = '<p>A text</p>' where id = $1`, [
      id,
    ])
    if (step !== 'draft') await ask(operator, `${path}/${id}/send`, { revision: 1 })
    if (step === 'rejected') {
      // by SQL: the calls that change an offer are not asked here
      await testApi.test.owner.query(
        `update app.offer set status = 'rejected', reject_reason = 'No', answered_at = now()
         where id = $1`,
        [id],
      )
    }
    return { params: { id }, body }
  }

const offerTerms = {
  ...{ subject: 'An offer', body: '<p>A text</p>', currency: 'GBP', entries: [], expiresAt: null },
  ...{ boardingFee: 100, accountConfigurationFee: 0, bankAccountSetupFee: 0 },
  ...{ monthlyMinimumFee: 0, gatewayMonthlyAccess: 0, revision: 1 },
}

const offers = Object.fromEntries(
  ['proposals', 'agreements'].flatMap((of) => {
    const path = `/api/${of}`
    return [
      [
        `${of}.create`,
        async () => ({ body: { merchantId: harbour, language: 'en', templateId: null } }),
      ],
      [`${of}.update`, offering(path, 'draft', offerTerms)],
      [`${of}.delete`, offering(path, 'draft')],
      [`${of}.send`, offering(path, 'draft', { revision: 1 })],
      [`${of}.revise`, offering(path, 'rejected')],
      [`${of}.withdraw`, offering(path, 'sent', { reason: 'A wrong fee' })],
      [`${of}.respond`, offering(path, 'sent', { response: 'Accepted' })],
      [`${of}.accept`, offering(path, 'sent', {})],
      [`${of}.reject`, offering(path, 'sent', { rejectReason: 'Too dear' })],
    ]
  }),
)

/** A draft and one that waits for an answer, of each kind. */
async function makeOffers(
  { loader }: TestDatabase,
  own: { tenant_id: string; merchant_id: string },
): Promise<void> {
  const created_at = new Date()
  for (const kind of ['proposal', 'agreement']) {
    for (const sent_at of [null, created_at]) {
      const id = newId(created_at)
      const state = sent_at === null ? 'created' : 'pending'
      const text = { subject: 'An offer', language: 'en', body: '<p>A text</p>', entries: '[]' }
      const names = { merchant_name: 'A merchant', tenant_name: 'A tenant', created_by_name: 'Ada' }
      await loader
        .insertInto('offer')
        .values({
          ...{ ...own, id, kind, series_id: id, version: 1 },
          ...{ ...text, ...names, currency: 'GBP', status: state, created_at },
          ...{ updated_at: created_at, sent_at, content_hash: sent_at === null ? null : '' },
        })
        .execute()
    }
  }
}

export const samples: Samples = {
  calls: offers,
  async ofUser(test, { tenant_id, tenants_merchant_id: merchant_id }) {
    if (merchant_id !== undefined) await makeOffers(test, { tenant_id, merchant_id })
  },
}
