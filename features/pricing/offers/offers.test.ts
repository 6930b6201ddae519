import { callerFinder } from '@counterfoil/features/access/sign-in-context/callers.public.ts'
import { jobs as noticeJobs } from '@counterfoil/features/messaging/notifications/notifications.jobs.ts'
import { runWorker } from '@counterfoil/kit/jobs/worker.ts'
import { makeMerchant, makeTenant, makeUser } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { sampleCode, testServer } from '@counterfoil/kit/testing/test-server.ts'
import pino from 'pino'
import { v7 } from 'uuid'
import { describe, expect, test, vi } from 'vitest'
import { type OfferKind, offerKindNames } from './offer-kinds.schema.ts'
import type { Agreement, Proposal } from './offers.contract.ts'
import { jobs } from './offers.jobs.ts'
import { routes } from './offers.routes.ts'

const db = await testDatabase()
const { call } = await testServer(db, routes, callerFinder(db.database))
const tenant = await makeTenant(db, { name: 'Northwind Pay' })
const merchant = await makeMerchant(db, { tenant_id: tenant.id, legal_business_name: 'Harbour' })
const other = await makeMerchant(db, { tenant_id: tenant.id })
const platform = await makeTenant(db, { is_platform: true })

const makers = ['CRM.Organization.View', 'CRM.Organization.Edit', 'CRM.Dashboard.View']
const answerers = ['viewMerchantPortalProposals', 'viewMerchantPortalAgreements']
const own = { tenant_id: tenant.id, user_type: 'tenant' } as const
const theirs = { tenant_id: tenant.id, user_type: 'merchant', merchant_id: merchant.id } as const
const users = {
  operator: await makeUser(db, { ...own, permissions: makers }),
  limited: await makeUser(db, { ...own, permissions: makers, limited_to: [other.id] }),
  leaver: await makeUser(db, { ...own, permissions: makers }),
  viewer: await makeUser(db, { ...own, permissions: ['CRM.Dashboard.View'] }),
  merchant: await makeUser(db, { ...theirs, permissions: answerers }),
  colleague: await makeUser(db, { ...theirs, permissions: ['viewMerchantPortalProposals'] }),
  careful: await makeUser(db, { ...theirs, permissions: ['viewMerchantPortalProposals'] }),
  neighbour: await makeUser(db, { ...theirs, merchant_id: other.id, permissions: answerers }),
  staff: await makeUser(db, {
    ...{ tenant_id: platform.id, user_type: 'platform', permissions: makers },
  }),
}
type Who = keyof typeof users
type Whole = Proposal & Agreement

async function ask<T = Whole>(who: Who, what: string, payload?: object, status = 200): Promise<T> {
  const request = payload === undefined ? {} : { payload }
  const answer = await call(users[who], what, request)
  expect([what, answer.statusCode, answer.body]).toEqual([what, status, answer.body])
  return (answer.body === '' ? undefined : answer.json()) as T
}
const refused = async (who: Who, what: string, payload: object, status: number) =>
  (await ask<{ code: string }>(who, what, payload, status)).code

const pathOf = (kind: OfferKind) => `/api/${offerKindNames[kind].id}`
const proposals = pathOf('proposal')
const terms = (of: { revision: number }, some: object = {}) => ({
  subject: 'Cards for a shop',
  body: '<p onclick="x()">Dear <strong>Harbour</strong><script>x()</script></p>',
  currency: 'GBP',
  boardingFee: 25_000,
  accountConfigurationFee: 0,
  bankAccountSetupFee: 1_050,
  monthlyMinimumFee: 0,
  gatewayMonthlyAccess: 1_999,
  entries: [
    {
      productName: 'Cards',
      items: [
        { feeTypeName: 'Sale', unit: 'percentage', value: 150 },
        { feeTypeName: 'Refund', unit: 'amount', value: 20 },
      ],
    },
  ],
  expiresAt: null,
  revision: of.revision,
  ...some,
})
const begin = (kind: OfferKind = 'proposal', some: object = {}, who: Who = 'operator') => {
  const input = { merchantId: merchant.id, language: 'en', templateId: null, ...some }
  return ask(who, `POST ${pathOf(kind)}`, input, 201)
}
const draft = async (kind: OfferKind = 'proposal', some: object = {}) => {
  const made = await begin(kind)
  return ask('operator', `PUT ${pathOf(kind)}/${made.id}`, terms(made, some))
}
const send = async (kind: OfferKind = 'proposal', some: object = {}, who: Who = 'operator') => {
  const { id, revision } = await draft(kind, some)
  return ask(who, `POST ${pathOf(kind)}/${id}/send`, { revision })
}

/** What proves an acceptance, with a file that this user has uploaded. */
async function evidenceOf(who: Who) {
  const fileId = v7()
  await db.owner.query(
    `insert into file (tenant_id, id, uploader_id, uploader_tenant_id, name, content_type, size_bytes, sha256, state, created_at)
     values ($1, $2, $3, $4, 'signed.pdf', 'application/pdf', 10, 'x', 'stored', now())`,
    [tenant.id, fileId, users[who].id, users[who].tenant_id],
  )
  return { channel: 'signed_document', acceptedOn: '2026-01-02', fileId } as const
}

test('a draft begins with nothing, is changed, and keeps of its HTML what is text alone', async () => {
  const made = await begin()
  expect(made).toMatchObject({
    ...{ version: 1, status: 'Created', merchantName: 'Harbour', tenantName: 'Northwind Pay' },
    ...{
      proposalBody: '',
      proposalEntries: [],
      pricebookId: null,
      currency: 'GBP',
      boardingFee: 0,
    },
  })
  expect(made).not.toHaveProperty('agreementBody')
  const changed = await ask('operator', `PUT ${proposals}/${made.id}`, terms(made))
  expect(changed.proposalBody).toBe('<p>Dear <strong>Harbour</strong></p>')
  expect(changed).toMatchObject({ boardingFee: 25_000, gatewayMonthlyAccess: 1_999, revision: 2 })
  expect(changed.proposalEntries).toMatchObject([
    {
      productName: 'Cards',
      items: [
        { feeTypeName: 'Sale', feeSymbol: '%', value: 150 },
        { feeTypeName: 'Refund', feeSymbol: 'GBP', value: 20 },
      ],
    },
  ])
  expect(await refused('operator', `PUT ${proposals}/${made.id}`, terms(made), 409)).toBe(
    'offer.stale',
  )
  const twice = terms(changed, { entries: [terms(changed).entries[0], terms(changed).entries[0]] })
  expect(await refused('operator', `PUT ${proposals}/${made.id}`, twice, 422)).toBe('offer.twice')
  const foreign = terms(changed, { currency: 'XXX' })
  expect(await refused('operator', `PUT ${proposals}/${made.id}`, foreign, 422)).toBe(
    'offer.currency_off',
  )
  await ask('operator', `DELETE ${proposals}/${made.id}`)
  await ask('operator', `GET ${proposals}/${made.id}`, undefined, 404)
})

test('a draft says to whom of the merchant it will go', async () => {
  const made = await begin()
  const recipientsOf = async (id: string) =>
    (await ask('operator', `GET ${proposals}/${id}`)).recipients
  const name = await db.owner.query<{ name: string }>(
    `select first_name || ' ' || last_name as name from app_user where id = any ($1) order by id`,
    [[users.merchant.id, users.colleague.id, users.careful.id]],
  )
  expect(await recipientsOf(made.id)).toEqual(name.rows.map((row) => row.name))
  const bare = await makeMerchant(db, { tenant_id: tenant.id })
  expect(await recipientsOf((await begin('proposal', { merchantId: bare.id })).id)).toEqual([])
  const sent = await send()
  expect(await recipientsOf(sent.id)).toBeNull()
})

test('merchants see what was sent, and theirs alone; operators who they may', async () => {
  const { id } = await draft()
  const sees = async (who: Who) => {
    const { data } = await ask<{ data: { id: string }[] }>(who, `GET ${proposals}?pageSize=100`)
    return data.some((one) => one.id === id)
  }
  await ask('merchant', `GET ${proposals}/${id}`, undefined, 404)
  await ask('merchant', `PUT ${proposals}/${id}/accept`, {}, 404)
  expect([await sees('operator'), await sees('merchant'), await sees('staff')]).toEqual([
    true,
    false,
    true,
  ])
  await ask('operator', `POST ${proposals}/${id}/send`, { revision: 2 })
  expect(await ask('merchant', `GET ${proposals}/${id}`)).toMatchObject({ boardingFee: 25_000 })
  expect(await sees('merchant')).toBe(true)
  for (const who of ['neighbour', 'limited'] as const) {
    await ask(who, `GET ${proposals}/${id}`, undefined, 404)
    await ask(who, `PUT ${proposals}/${id}/accept`, {}, 404)
    expect(await sees(who)).toBe(false)
  }
  // of the other kind it is none
  await ask('operator', `GET ${pathOf('agreement')}/${id}`, undefined, 404)
  expect((await ask('viewer', `GET ${proposals}/${id}`)).id).toBe(id)
  await ask('viewer', `PUT ${proposals}/${id}/accept`, {}, 403)
  await ask('merchant', `POST ${proposals}`, {}, 403)
  const elsewhere = { merchantId: merchant.id, language: 'en', templateId: null }
  await ask('limited', `POST ${proposals}`, elsewhere, 404)
})

test('what was sent does not change any more, and says something', async () => {
  const { id, revision } = await send()
  expect(await refused('operator', `PUT ${proposals}/${id}`, terms({ revision }), 409)).toBe(
    'offer.sent',
  )
  expect(await refused('operator', `POST ${proposals}/${id}/send`, { revision }, 409)).toBe(
    'offer.sent',
  )
  await ask('operator', `DELETE ${proposals}/${id}`, undefined, 409)
  const empty = await draft('proposal', { body: '<p> </p>' })
  const late = await draft('proposal', { expiresAt: '2020-01-01T00:00:00.000Z' })
  const input = { revision: 2 }
  expect(await refused('operator', `POST ${proposals}/${empty.id}/send`, input, 422)).toBe(
    'text.blank',
  )
  expect(await refused('operator', `POST ${proposals}/${late.id}/send`, input, 422)).toBe(
    'offer.expires_before',
  )
  const behind = await draft()
  expect(
    await refused('operator', `POST ${proposals}/${behind.id}/send`, { revision: 1 }, 409),
  ).toBe('offer.stale')
})

describe.each([
  ['proposal', 'PendingApproval', '[proposals.proposal.response]'],
  ['agreement', 'PendingAcceptance', '[proposals.agreement.response]'],
] as const)('%s: %s', (kind, pending, rule) => {
  const path = pathOf(kind)

  test(`takes one answer, a rejection with its reason ${rule}`, async () => {
    const { id } = await draft(kind)
    const early = { response: 'Accepted' }
    expect(await refused('operator', `PUT ${path}/${id}/respond`, early, 409)).toBe(
      'offer.not_pending',
    )
    const sent = await ask('operator', `POST ${path}/${id}/send`, { revision: 2 })
    expect(sent).toMatchObject({ status: pending, version: 1 })
    for (const reason of [undefined, '', '  ']) {
      for (const [call, body] of [
        ['respond', { response: 'Rejected', rejectReason: reason }],
        ['reject', { rejectReason: reason }],
      ] as const) {
        const answer = await ask<{ errors: object[] }>(
          'merchant',
          `PUT ${path}/${id}/${call}`,
          body,
          400,
        )
        expect(answer.errors).toMatchObject([{ path: expect.stringContaining('rejectReason') }])
      }
    }
    const changed = { response: 'Accepted', contentHash: 'another text' }
    expect(await refused('merchant', `PUT ${path}/${id}/respond`, changed, 409)).toBe(
      'offer.changed',
    )
    const rejected = await ask('merchant', `PUT ${path}/${id}/respond`, {
      ...{ response: 'Rejected', rejectReason: 'Too dear', contentHash: sent.contentHash },
    })
    expect(rejected).toMatchObject({
      ...{ status: 'Rejected', rejectReason: 'Too dear', answeredFor: 'merchant' },
      answeredBy: expect.stringContaining('Ada Tester'),
    })
    for (const call of ['accept', 'respond'] as const) {
      const body = call === 'accept' ? {} : { response: 'Accepted' }
      expect(await refused('merchant', `PUT ${path}/${id}/${call}`, body, 409)).toBe(
        'offer.not_pending',
      )
    }
  })

  test('rejected, it is revised as the next version, and accepted', async () => {
    const first = await send(kind)
    await ask('merchant', `PUT ${path}/${first.id}/reject`, { rejectReason: 'Too dear' })
    const revise = () => call(users.operator, `POST ${path}/${first.id}/revise`)
    const both = (await Promise.all([revise(), revise()])).map((one) => one.json())
    const [second, late] = both.toSorted((one) => (one.code === undefined ? -1 : 1))
    expect(late.code).toBe('offer.not_revisable')
    expect(second).toMatchObject({ version: 2, status: 'Created', boardingFee: 25_000 })
    expect(second.rejectReason).toBeNull()
    const changed = await ask(
      'operator',
      `PUT ${path}/${second.id}`,
      terms(second, { boardingFee: 100 }),
    )
    const { revision } = changed
    await ask('operator', `POST ${path}/${second.id}/send`, { revision })
    expect(await ask('merchant', `PUT ${path}/${second.id}/accept`, {})).toMatchObject({
      ...{ status: 'Accepted', version: 2, boardingFee: 100 },
    })
    expect(await ask('merchant', `GET ${path}/${first.id}`)).toMatchObject({
      ...{ status: 'Rejected', version: 1, boardingFee: 25_000 },
    })
    expect(await refused('operator', `POST ${path}/${first.id}/revise`, {}, 409)).toBe(
      'offer.not_revisable',
    )
  })

  test('may be answered by the merchant and by the tenant in its stead [proposals.who]', async () => {
    for (const [who, answeredFor] of [
      ['merchant', 'merchant'],
      ['operator', 'tenant'],
      ['staff', 'platform'],
    ] as const) {
      const { id } = await send(kind)
      const body = {
        response: 'Accepted',
        ...(who === 'merchant' ? {} : { signedBy: 'Ada Harbour', evidence: await evidenceOf(who) }),
      }
      const accepted = await ask(who, `PUT ${path}/${id}/respond`, body)
      expect(accepted).toMatchObject({ status: 'Accepted', answeredFor })
    }
  })

  test('is not accepted in the merchant’s stead without a name, evidence and a day that has come', async () => {
    const { id } = await send(kind)
    const accept = `PUT ${path}/${id}/accept`
    const evidence = await evidenceOf('operator')
    const signedBy = 'Ada Harbour'
    const operatorGives = (body: object, status = 400) => refused('operator', accept, body, status)
    expect(await operatorGives({})).toBe('offer.evidence_required')
    expect(await operatorGives({ signedBy })).toBe('offer.evidence_required')
    expect(await operatorGives({ evidence })).toBe('offer.evidence_required')
    const later = { ...evidence, acceptedOn: '2999-01-01' }
    expect(await operatorGives({ signedBy, evidence: later })).toBe('offer.accepted_later')
    const foreign = await evidenceOf('staff')
    expect(await operatorGives({ signedBy, evidence: foreign }, 404)).toBe('not_found')
    expect(await refused('merchant', accept, { evidence }, 400)).toBe('offer.own_evidence')
    const accepted = await ask('operator', accept, { signedBy, evidence })
    expect(accepted).toMatchObject({
      status: 'Accepted',
      answeredFor: 'tenant',
      acceptedThrough: 'recorded',
      signedBy,
      evidence,
    })
    const { rows } = await db.owner.query('select record_type, record_id from file where id = $1', [
      evidence.fileId,
    ])
    expect(rows).toEqual([{ record_type: offerKindNames[kind].id, record_id: id }])
  })

  test('keeps who of the merchant accepted, and the consent to be bound', async () => {
    const { id, contentHash } = await send(kind)
    const body = { response: 'Accepted', contentHash, signedBy: 'Ada Harbour', consent: true }
    expect(await ask('merchant', `PUT ${path}/${id}/respond`, body)).toMatchObject({
      ...{ signedBy: 'Ada Harbour', evidence: null, consentedAt: expect.stringMatching(/Z$/) },
      acceptedThrough: 'portal',
    })
  })

  test.each([{}, { consent: true }, { signedBy: 'Ada Harbour' }])(
    'accepted by the documented call with %j alone, it is the caller’s through the API',
    async (body) => {
      const { id } = await send(kind)
      const accepted = await ask('merchant', `PUT ${path}/${id}/accept`, body)
      expect(accepted).toMatchObject({ acceptedThrough: 'api', answeredFor: 'merchant' })
      expect(accepted.signedBy).toBe('signedBy' in body ? 'Ada Harbour' : accepted.answeredBy)
      expect(accepted.consentedAt === null).toBe(!('consent' in body))
      const { rows } = await db.owner.query(
        `select request_id, ip, after ->> 'contentHash' as hash from audit_entry
       where record_id = $1 order by id desc limit 1`,
        [id],
      )
      expect(rows).toEqual([
        { request_id: expect.any(String), ip: expect.any(String), hash: accepted.contentHash },
      ])
    },
  )
})

test('text that somebody altered past the product takes no answer', async () => {
  const { id } = await send()
  await db.owner.query('update app.offer set boarding_fee_minor = 1 where id = $1', [id])
  expect(await refused('merchant', `PUT ${proposals}/${id}/accept`, {}, 409)).toBe('offer.altered')
})

test('of two answers at once one counts', async () => {
  const { id } = await send()
  const answers = await Promise.all([
    call(users.merchant, `PUT ${proposals}/${id}/accept`, { payload: {} }),
    call(users.colleague, `PUT ${proposals}/${id}/reject`, { payload: { rejectReason: 'No' } }),
  ])
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
})

test('what has expired is not accepted, and is revised', async () => {
  // the database's clock decides, which a test does not turn
  const expiresAt = new Date(Date.now() + 4_000)
  const { id } = await send('proposal', { expiresAt: expiresAt.toISOString() })
  expect(await refused('operator', `POST ${proposals}/${id}/revise`, {}, 409)).toBe(
    'offer.not_revisable',
  )
  await vi.waitUntil(() => Date.now() > expiresAt.getTime() + 500, 10_000)
  expect(await refused('merchant', `PUT ${proposals}/${id}/accept`, {}, 409)).toBe('offer.expired')
  const next = await ask('operator', `POST ${proposals}/${id}/revise`, undefined, 201)
  expect(next).toMatchObject({ version: 2, expiresAt: null })
})

test('an answer is confirmed with a code where the role asks for one', async () => {
  const { id } = await send()
  await db.owner.query('update app.role set sca_required_permissions = $2 where id = $1', [
    users.careful.role_id,
    ['viewMerchantPortalProposals'],
  ])
  const accept = (headers: Record<string, string>) =>
    call(users.careful, `PUT ${proposals}/${id}/accept`, { payload: {}, headers })
  expect((await accept({})).statusCode).toBe(401)
  expect((await accept({ scaCode: sampleCode })).statusCode).toBe(200)
})

test('an accepted proposal becomes an agreement with its fees and products', async () => {
  const sent = await send()
  const input = { proposalId: sent.id }
  const make = { merchantId: merchant.id, language: 'en', templateId: null, ...input }
  expect(await refused('operator', `POST ${pathOf('agreement')}`, make, 409)).toBe(
    'offer.not_accepted',
  )
  await ask('merchant', `PUT ${proposals}/${sent.id}/accept`, {})
  const made = await begin('agreement', input)
  expect(made).toMatchObject({
    ...{ status: 'Created', boardingFee: 25_000, bankAccountSetupFee: 1_050, proposalId: sent.id },
    agreementEntries: [{ productName: 'Cards', items: [{ value: 150 }, { value: 20 }] }],
  })
  const foreign = { ...make, merchantId: other.id }
  await ask('operator', `POST ${pathOf('agreement')}`, foreign, 404)
})

test('the merchant’s people who may answer are told by notification and mail, and the sender of the answer', async () => {
  const worker = await runWorker({
    database: db.database,
    appUrl: db.urls.app,
    jobs: [...noticeJobs, ...jobs({ publicUrl: 'http://portal.example' })] as never,
    schedules: [],
    log: pino({ level: 'silent' }),
  })
  const noticesOf = async (who: Who, id: string) => {
    const { rows } = await db.owner.query(
      `select notification_type, title, description, object_url from app.notification
       where user_id = $1 and object_url like $2 order by created_at`,
      [users[who].id, `%${id}`],
    )
    return rows
  }
  const mailsTo = async (who: Who, id: string) => {
    const { rows } = await db.owner.query(
      'select subject, text_body from app.mail where recipient = $1 and text_body like $2',
      [users[who].email, `%${id}%`],
    )
    return rows
  }
  try {
    const { id } = await send('agreement', { subject: 'Cards & <b>more</b>' })
    await vi.waitFor(async () => {
      expect(await noticesOf('merchant', id)).toMatchObject([
        {
          ...{ notification_type: 'Agreement', title: 'An agreement for you' },
          description: '<b>Cards &amp; &lt;b&gt;more&lt;/b&gt;</b><br />Northwind Pay',
          object_url: `/boarding/offers?agreement=${id}`,
        },
      ])
      expect(await mailsTo('merchant', id)).toMatchObject([
        {
          subject: 'Agreement: Cards & <b>more</b>',
          text_body: expect.stringContaining(
            `http://portal.example/boarding/offers?agreement=${id}`,
          ),
        },
      ])
    }, 20_000)
    for (const who of ['colleague', 'neighbour', 'operator'] as const) {
      expect([await noticesOf(who, id), await mailsTo(who, id)]).toEqual([[], []])
    }
    await ask('merchant', `PUT ${pathOf('agreement')}/${id}/reject`, { rejectReason: 'Too dear' })
    // in the tenant's own words, where it has some
    await db.owner.query(
      `insert into app.template (tenant_id, id, kind, name, language, purpose, subject, body, created_at, updated_at)
       values ($1, gen_random_uuid(), 'email', 'Ours', 'en', 'proposalSent', 'Read {{documentSubject}}', '<p>{{link}}</p>', now(), now())`,
      [tenant.id],
    )
    const next = await send('proposal', { subject: 'Our cards' })
    await vi.waitFor(
      async () =>
        expect(await mailsTo('merchant', next.id)).toMatchObject([{ subject: 'Read Our cards' }]),
      20_000,
    )
    await vi.waitFor(
      async () =>
        expect(await noticesOf('operator', id)).toMatchObject([
          {
            ...{ notification_type: 'Agreement', title: 'An agreement was rejected' },
            description: expect.stringMatching(/Harbour.*Too dear/),
            object_url: `/crm/organizations/${merchant.id}?agreement=${id}`,
          },
        ]),
      20_000,
    )
    // of whoever sent it and has left since, the others who may see the merchant hear instead
    const left = await send('proposal', {}, 'leaver')
    await db.owner.query('update app.app_user set is_active = false where id = $1', [
      users.leaver.id,
    ])
    await ask('merchant', `PUT ${proposals}/${left.id}/accept`, {})
    await vi.waitFor(
      async () =>
        expect(await noticesOf('operator', left.id)).toMatchObject([
          { title: 'A proposal was accepted' },
        ]),
      20_000,
    )
    expect([await noticesOf('leaver', left.id), await noticesOf('limited', left.id)]).toEqual([
      [],
      [],
    ])
  } finally {
    await worker.stop()
  }
})
