import { jobs as noticeJobs } from '@counterfoil/features/messaging/notifications/notifications.jobs.ts'
import { offerFixture } from '@counterfoil/features/pricing/offers/testing/offer-fixture.public.ts'
import { runWorker } from '@counterfoil/kit/jobs/worker.ts'
import { makeUser } from '@counterfoil/kit/testing/makers.ts'
import pino from 'pino'
import { expect, test, vi } from 'vitest'
import type { Proposal } from './offers.contract.ts'

// Two sides, or two colleagues, that do something about one offer at the same time.
const { db, call, tenant, merchant, operator } = await offerFixture()
const customer = await makeUser(db, {
  ...{ tenant_id: tenant.id, user_type: 'merchant', merchant_id: merchant.id },
  permissions: ['viewMerchantPortalProposals'],
})
type Who = typeof operator

async function ask(who: Who, what: string, payload?: object, status = 200): Promise<Proposal> {
  const answer = await call(who, what, payload === undefined ? {} : { payload })
  expect([what, answer.statusCode, answer.body]).toEqual([what, status, answer.body])
  return answer.json()
}
const refused = async (who: Who, what: string, payload: object) =>
  ((await ask(who, what, payload, 409)) as unknown as { code: string }).code

const at = ({ id }: Pick<Proposal, 'id'>) => `/api/proposals/${id}`
const change = (of: Proposal, some: object = {}) =>
  ask(operator, `PUT ${at(of)}`, {
    ...{ subject: 'Cards', body: '<p>A text</p>', currency: 'GBP', entries: [], expiresAt: null },
    ...{ boardingFee: 100, accountConfigurationFee: 0, bankAccountSetupFee: 0 },
    ...{ monthlyMinimumFee: 0, gatewayMonthlyAccess: 0, revision: of.revision, ...some },
  })
const send = ({ revision, ...of }: Proposal) => ask(operator, `POST ${at(of)}/send`, { revision })
async function sent(some: object = {}) {
  const input = { merchantId: merchant.id, language: 'en', templateId: null }
  return send(await change(await ask(operator, 'POST /api/proposals', input, 201), some))
}
const next = (of: Proposal) => ask(operator, `POST ${at(of)}/revise`, {}, 201)
const setExpiry = (of: Proposal, at: string) =>
  db.owner.query(`update offer set expires_at = ${at} where id = $1`, [of.id])

test('what was sent with a wrong fee is withdrawn, accepted by no one, and sent right as the next version', async () => {
  const wrong = await sent({ boardingFee: 1 })
  await ask(customer, `POST ${at(wrong)}/withdraw`, { reason: 'Mine' }, 403)
  await ask(operator, `POST ${at(wrong)}/withdraw`, { reason: ' ' }, 400)
  const withdrawn = await ask(operator, `POST ${at(wrong)}/withdraw`, { reason: 'A wrong fee' })
  expect(withdrawn).toMatchObject({
    ...{ status: 'Rejected', rejectReason: 'A wrong fee', answeredFor: 'tenant' },
    withdrawnAt: expect.stringMatching(/Z$/),
  })
  expect(await refused(customer, `PUT ${at(wrong)}/respond`, { response: 'Accepted' })).toBe(
    'offer.not_pending',
  )
  expect((await ask(customer, `GET ${at(wrong)}`)).withdrawnAt).toBe(withdrawn.withdrawnAt)
  const right = await send(await change(await next(wrong)))
  expect(right).toMatchObject({ version: 2, boardingFee: 100, withdrawnAt: null })
  const accepted = await ask(customer, `PUT ${at(right)}/respond`, { response: 'Accepted' })
  expect(accepted.status).toBe('Accepted')
  expect(await refused(operator, `POST ${at(right)}/withdraw`, { reason: 'Too late' })).toBe(
    'offer.not_pending',
  )
})

test('of a withdrawal and an acceptance at the same moment one holds', async () => {
  for (let turn = 0; turn < 4; turn += 1) {
    const offer = await sent()
    const answers = await Promise.all([
      call(operator, `POST ${at(offer)}/withdraw`, { payload: { reason: 'A wrong fee' } }),
      call(customer, `PUT ${at(offer)}/respond`, { payload: { response: 'Accepted' } }),
    ])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    const won = answers.find(({ statusCode }) => statusCode === 200)?.json()
    expect(await ask(customer, `GET ${at(offer)}`)).toMatchObject({
      ...{ status: won.status, withdrawnAt: won.withdrawnAt },
    })
  }
})

test('a withdrawal is notified to the merchant’s people who could accept, and mailed unless it is read', async () => {
  const worker = await runWorker({
    ...{ database: db.database, appUrl: db.urls.app, jobs: noticeJobs as never, schedules: [] },
    log: pino({ level: 'silent' }),
  })
  try {
    const offer = await sent()
    await ask(operator, `POST ${at(offer)}/withdraw`, { reason: 'A <wrong> fee' })
    await vi.waitFor(async () => {
      const { rows } = await db.owner.query(
        `select title, description, mail_after is not null as is_mailed from app.notification
         where user_id = $1 and object_url = $2 and title like '%withdrawn'`,
        [customer.id, `/boarding/offers?proposal=${offer.id}`],
      )
      expect(rows).toMatchObject([
        {
          ...{ title: 'A proposal was withdrawn', is_mailed: true },
          description: expect.stringContaining('A &lt;wrong&gt; fee'),
        },
      ])
    }, 20_000)
  } finally {
    await worker.stop()
  }
})

test('an old mail’s version names the newer one, once it was sent, and is not answered beside it', async () => {
  const first = await sent()
  expect((await ask(customer, `GET ${at(first)}`)).newerVersion).toBeNull()
  await setExpiry(first, 'sent_at')
  const draft = await next(first)
  await setExpiry(first, 'null')
  const newer = { id: draft.id, version: 2 }
  expect((await ask(operator, `GET ${at(first)}`)).newerVersion).toEqual(newer)
  expect((await ask(customer, `GET ${at(first)}`)).newerVersion).toBeNull()
  await send(await change(draft))
  expect((await ask(customer, `GET ${at(first)}`)).newerVersion).toEqual(newer)
  const rejection = { response: 'Rejected', rejectReason: 'Too dear' }
  expect(await refused(customer, `PUT ${at(first)}/respond`, rejection)).toBe('offer.replaced')
  expect(await ask(customer, `PUT ${at(draft)}/respond`, rejection)).toMatchObject({
    ...{ status: 'Rejected', version: 2, newerVersion: null },
  })
})
