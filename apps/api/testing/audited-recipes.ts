// What a call needs to succeed where a record and a sample of the body are not enough.
import { hash, randomUUID } from 'node:crypto'
import type { Resource } from '@counterfoil/kit/contract/resource.ts'
import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import {
  noticeKeyOf,
  signatureHeader,
  signatureOf,
} from '@counterfoil/providers/acquirers/sandbox/signature.ts'
import { demoKeyOf } from '@counterfoil/workloads/demo/organisations.ts'
import { merchantIdOf, tenantIdOf } from '@counterfoil/workloads/demo/store-organisations.ts'
import type { LightMyRequestResponse } from 'fastify'
import { makeNotice } from './acquirer-notices.ts'
import { dashboards } from './audited-dashboards.ts'
import { sales } from './audited-sales.ts'
import { makeBankRecords } from './bank-records.ts'
import { makeBulkUpdate } from './bulk-updates.ts'
import { channelRequests } from './channel-requests.ts'
import type { RequestParts } from './requests.ts'
import { valuesFor } from './resource-values.ts'
import { screeningRules } from './screening-rules.ts'
import { smartRouting } from './smart-routing.ts'
import { suspense } from './suspense.ts'
import type { Actor, TestApi } from './test-api.ts'
import { makeWaitingAction } from './waiting-actions.ts'

/** The API with a history, who calls it, and what makes records for a call. */
export interface Fixture {
  readonly testApi: TestApi
  readonly actors: readonly Actor[]
  resourceOf(callId: string): Resource | undefined
  make(of: Resource, actor: Actor, values: object): Promise<ResourceRow>
  /** A call beside the one that is looked at. Reads when it has no body. */
  ask(actor: Actor, url: string, body?: object): Promise<LightMyRequestResponse>
  pay(input?: object): Promise<{ id: string; accountReference: string }>
}

export type Recipe = (fixture: Fixture, actor: Actor | undefined) => Promise<RequestParts>

const northwind = tenantIdOf('northwind')
const harbour = merchantIdOf('harbour')
const inTest = { mode: 'Test' }

/** A form with one file of text, and fields beside it. */
export function upload(
  field: string,
  name: string,
  text: string,
  fields: Record<string, string> = {},
): RequestParts {
  const boundary = 'form-of-a-test'
  const parts = [
    ...Object.entries(fields).map(([key, value]) => [`name="${key}"`, value]),
    [`name="${field}"; filename="${name}"\r\nContent-Type: text/csv`, text],
  ].map(
    ([head, body]) => `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n`,
  )
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  return { rawBody: `${parts.join('')}--${boundary}--\r\n`, headers }
}

/** The first value that a query finds. */
async function value({ testApi }: Fixture, sql: string, given: readonly unknown[] = []) {
  const { rows } = await testApi.test.owner.query(sql, [...given])
  const [row] = rows
  if (row === undefined) throw new Error(`Nothing found: ${sql}`)
  return String(Object.values(row)[0])
}

/** An action on a payment of its own. */
const acting =
  (body: object | undefined, input?: object): Recipe =>
  async ({ pay }) => ({ params: await idOf(pay(input)), body, headers: inTest })

const idOf = async (made: Promise<{ id: string }>) => ({ id: (await made).id })

const transfer = { method: { type: 'bank_transfer' } }
/** The acquirer does not answer. */
const pending = {
  method: { type: 'card', number: '4000000000000077', expiryMonth: 12, expiryYear: 2090 },
}

/** A payment that waits for approval. */
const deciding =
  (body: object): Recipe =>
  async ({ testApi, pay }) => {
    await testApi.test.owner.query('update app.merchant set approval_threshold_minor = 500')
    const params = await idOf(pay())
    await testApi.test.owner.query('update app.merchant set approval_threshold_minor = null')
    return { params, body, headers: inTest }
  }

const disputed =
  (body: object): Recipe =>
  async ({ pay, ask, actors }) => {
    const { id } = await pay()
    const url = `/api/crm/transactions/${id}/dispute`
    await ask(operatorOf(actors), url, { reasonCode: 'fraud' })
    return { params: { id }, body, headers: inTest }
  }

function operatorOf(actors: readonly Actor[]): Actor {
  const found = actors.find(({ kind }) => kind === 'operator')
  if (found === undefined) throw new Error('There is no operator')
  return found
}

/** What the engine keeps of settings is read anew, as after a change by a call. */
const settingsChanged = ({ test }: TestApi) =>
  test.owner.query('update app.tenant set settings_version = settings_version + 1')

const restricted: Recipe = async ({ testApi, pay }) => {
  await testApi.test.owner.query('delete from app.antifraud_rule')
  await testApi.test.owner.query(
    `insert into app.antifraud_rule (tenant_id, id, rule, outcome, threshold, created_at)
     values ($1, gen_random_uuid(), 'card_velocity', 'block', 2, now())`,
    [northwind],
  )
  await settingsChanged(testApi)
  const method = { type: 'card', number: '5555555555554444', expiryMonth: 12, expiryYear: 2090 }
  const { id } = await pay({ method })
  for (let more = 0; more < 3; more += 1) await pay({ method })
  await testApi.test.owner.query('delete from app.antifraud_rule')
  await settingsChanged(testApi)
  return { params: { id }, query: { organizationId: harbour }, headers: inTest }
}

const waitingPayout =
  (reason?: string): Recipe =>
  async (fixture) => {
    const sql = `select id from app.payment_operation where kind = 'payout' and state = 'held' and merchant_id = $1`
    const transactions = [await value(fixture, sql, [harbour])]
    return { body: { transactions, ...(reason === undefined ? {} : { reason }) } }
  }

const waitingAction =
  (body: object, isOwn = false): Recipe =>
  async ({ testApi, pay }, actor) => {
    const id = await makeWaitingAction(testApi.test, {
      paymentId: (await pay()).id,
      side: actor?.kind === 'merchant' ? 'merchant' : 'operator',
      action: 'refund',
      makerId: isOwn && actor !== undefined ? actor.subject : randomUUID(),
    })
    return { params: { id }, body, headers: inTest }
  }

const notice =
  (body: object): Recipe =>
  async ({ testApi, pay }) => ({
    params: { id: await makeNotice(testApi.test, (await pay()).id) },
    body,
  })

const bulkUpdate =
  (state: string, body: object): Recipe =>
  async ({ testApi, pay }, actor) => {
    const of = { paymentId: (await pay()).id, makerId: actor?.subject ?? '', state }
    return { params: { id: await makeBulkUpdate(testApi.test, of) }, body }
  }

const roleFor = (fixture: Fixture, userType: string) =>
  value(
    fixture,
    'select id from app.role where tenant_id = $1 and user_type = $2 and not is_administrator and merchant_id is null',
    [northwind, userType],
  )

const colleague = (fixture: Fixture) =>
  value(
    fixture,
    `select id from app.app_user where tenant_id = $1 and user_type = 'tenant' and is_active
       and id <> all ($2) order by id desc`,
    [northwind, [...fixture.testApi.actors]],
  )

const documentType = (fixture: Fixture) =>
  value(fixture, 'select id from app.document_type where tenant_id = $1 and is_active', [northwind])

/** A decision on a document of Harbour's that waits. */
const decidingOn =
  (body: object): Recipe =>
  async (fixture) => {
    const sql = `select id from app.merchant_document where merchant_id = $1 and state = 'waiting' and version = 1`
    const documentId = await value(fixture, sql, [harbour])
    return { params: { id: harbour, documentId }, body: { version: 1, ...body } }
  }

const named = { firstName: 'New', lastName: 'Colleague' }

const inviting =
  (more: object): Recipe =>
  async (fixture) => ({
    params: { id: northwind },
    body: {
      ...named,
      email: `new-${randomUUID()}@northwind.example`,
      roleId: await roleFor(fixture, 'tenant'),
      ...more,
    },
  })

const changing =
  (path: (userId: string) => Record<string, string>): Recipe =>
  async (fixture) => ({
    params: path(await colleague(fixture)),
    body: { ...named, roleId: await roleFor(fixture, 'tenant') },
  })

const previewing =
  (resourceId: string): Recipe =>
  async ({ resourceOf }) => {
    const of = resourceOf(`${resourceId}.create`) as Resource
    const options = async (field: string) => (field === 'language' ? ['en'] : [])
    return { body: { values: await valuesFor(of, options), merchantId: null } }
  }

/** A link that somebody outside was sent, and its ticket's invitation. */
const invited =
  (more: object): Recipe =>
  async ({ testApi }) => {
    const token = randomUUID()
    await testApi.test.owner.query(
      `with made as (
         update app.support_invitation set token_hash = $1
         where id = (select max(i.id::text)::uuid from app.support_invitation i
           join app.support_ticket t on t.tenant_id = i.tenant_id and t.id = i.ticket_id
           where t.state = 'Opened' and i.revoked_at is null) returning *)
       insert into app.support_invitation_token (token_hash, tenant_id, invitation_id, expires_at)
       select token_hash, tenant_id, id, expires_at from made`,
      [hash('sha256', token)],
    )
    return { body: { token, ...more } }
  }

const byKey =
  (body: object | undefined, input?: object): Recipe =>
  async ({ pay }) => ({
    token: demoKeyOf('harbour', 1),
    params: input === undefined ? {} : await idOf(pay(input)),
    body,
  })

/** A file that lies in the storage; whose it is, the address says. */
async function stored({ ask }: Fixture, actor: Actor | undefined, at: string): Promise<string> {
  const made = await ask(
    actor as Actor,
    `/api/fs${at}/file`,
    upload('file', 'note.csv', 'a;b\n1;2\n'),
  )
  return made.json().fileId
}

const actions: Readonly<Record<string, Recipe>> = {
  refund: acting({ amount: 100 }),
  increment: acting({ amount: 400 }, { capture: false }),
  capture: acting({ amount: 400 }, { capture: false }),
  void: acting({}, { capture: false }),
  reverse: acting({}),
  markRefunded: acting({ amount: 100, paidFrom: 'cash', reason: 'Paid in cash' }),
  payout: acting({ amount: 100, reason: 'Goodwill' }),
  dispute: acting({ reasonCode: 'fraud' }),
  checkStatus: acting({}, pending),
  changeStatus: acting({ actionType: 'Captured' }, pending),
  approve: deciding({ reason: 'Looked at' }),
  decline: deciding({ reason: 'Looked at' }),
  closeDispute: disputed({ outcome: 'won' }),
  contestDispute: disputed({ statement: 'Delivered' }),
  acceptDispute: disputed({ reason: 'Not worth it' }),
  resetRestriction: restricted,
  'payouts.approve': waitingPayout(),
  'payouts.decline': waitingPayout('Not now'),
  'waitingActions.confirmWaiting': waitingAction({}),
  'waitingActions.rejectWaiting': waitingAction({ reason: 'Not agreed' }),
  'waitingActions.withdrawWaiting': waitingAction({}, true),
}

const templates = ['email', 'proposal', 'agreement'].flatMap((kind) => [
  `${kind}-templates`,
  `${kind}-signatures`,
])

type OfferStep = 'draft' | 'sent' | 'rejected'

/** An offer to Harbour that has come so far, and what is sent on it. */
const offering =
  (path: string, step: OfferStep, body?: object): Recipe =>
  async ({ testApi, ask, actors }) => {
    const operator = operatorOf(actors)
    const input = { merchantId: harbour, language: 'en', templateId: null }
    const { id } = (await ask(operator, path, input)).json()
    await testApi.test.owner.query(`update app.offer set body = '<p>A text</p>' where id = $1`, [
      id,
    ])
    if (step !== 'draft') await ask(operator, `${path}/${id}/send`, { revision: 1 })
    if (step === 'rejected') {
      // whoever puts it past the product: the calls that change are not asked here
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
      [`${of}.respond`, offering(path, 'sent', { response: 'Accepted' })],
      [`${of}.accept`, offering(path, 'sent', {})],
      [`${of}.reject`, offering(path, 'sent', { rejectReason: 'Too dear' })],
    ]
  }),
)

/** On a view of a report or a lookup that its caller has saved. */
const ofView =
  (of: 'report' | 'lookup', body: object | undefined): Recipe =>
  async ({ ask }, actor) => {
    const query = { screen: of === 'report' ? 'report-daily' : 'lookup-columns' }
    const url = `/api/reporting/${of}-views?${new URLSearchParams(query)}`
    const saved = await ask(actor as Actor, url, { name: 'Mine', filters: {} })
    const parts = { params: { id: saved.json().id }, query }
    return body === undefined ? parts : { ...parts, body }
  }

export const recipes: Readonly<Record<string, Recipe>> = {
  ...channelRequests,
  ...dashboards,
  ...Object.fromEntries(
    Object.entries(actions).flatMap(([name, recipe]) => [
      [`payments.${name}`, recipe],
      [`payments.${name}-merchant`, recipe],
    ]),
  ),
  ...offers,
  ...sales,
  ...smartRouting,
  ...screeningRules,
  ...suspense,
  ...Object.fromEntries(templates.map((id) => [`${id}.preview`, previewing(id)])),
  'payments.relationships.deallocate': async ({ pay }) => {
    const { id, accountReference } = await pay(transfer)
    return {
      body: { organizationId: harbour, transactionId: id, accountReference },
      headers: inTest,
    }
  },
  'acquirers.receiveNotice': async ({ testApi }) => {
    const key = noticeKeyOf(testApi.sandboxNoticeKey, 'sandbox_alpha')
    const signature = signatureOf(key, new Date(), '{}')
    const headers = { 'content-type': 'application/json', [signatureHeader]: signature }
    return { params: { provider: 'sandbox_alpha' }, rawBody: '{}', headers }
  },
  'open-banking.readBank': async ({ testApi, pay }, actor) => {
    const createdBy = actor?.subject ?? ''
    const own = { tenant_id: northwind, merchant_id: harbour, mode: 1, createdBy } as const
    const id = await makeBankRecords(testApi.test, { ...own, paymentId: (await pay()).id })
    return { params: { id }, headers: inTest }
  },
  'acquirer-notices.retryNotice': notice({}),
  'acquirer-notices.closeNotice': notice({ reason: 'Settled by telephone' }),
  'bulk-updates.prepareBulkUpdate': async ({ pay }) => ({
    body: {
      ...{ tenantId: northwind, mode: 'Test', actionType: 'Declined', reason: 'Never came' },
      payments: [(await pay()).id],
    },
  }),
  'bulk-updates.prepareUndo': bulkUpdate('done', { reason: 'It never came' }),
  'bulk-updates.startBulkUpdate': bulkUpdate('draft', { count: 1 }),
  'bulk-updates.stopBulkUpdate': bulkUpdate('running', {}),
  'bulk-updates.resumeBulkUpdate': bulkUpdate('stopped', {}),
  'bank-orders.upload': async () => {
    const csv = 'date,amount,currency,reference\n2026-03-14,12.06,GBP,RF18539007547034\n'
    const account = { bankName: 'Barclays', accountNumber: 'GB29NWBK60161331926819' }
    return upload('csvFile', 'march.csv', csv, account)
  },
  'users.invite': inviting({ merchantId: null }),
  'users.invite-tenant-user': inviting({}),
  'people.update': changing((id) => ({ id })),
  'people.update-tenant': changing((userId) => ({ id: northwind, userId })),
  'files.content': async (fixture, actor) => ({ params: { id: await stored(fixture, actor, '') } }),
  'files.named': async (fixture, actor) => {
    await stored(fixture, actor, '')
    return { query: { fileName: 'note.csv' } }
  },
  'files.daily-report': async (fixture, actor) => {
    await stored(fixture, actor, '')
    return { params: { name: 'note.csv' } }
  },
  'files.tenant.content': async (fixture, actor) => ({
    params: { tenantId: northwind, id: await stored(fixture, actor, `/${northwind}`) },
  }),
  'documents.hand-in': async (fixture, actor) => ({
    body: {
      documentTypeId: await documentType(fixture),
      fileIds: [await stored(fixture, actor, '')],
    },
  }),
  'documents.accept': decidingOn({}),
  'documents.reject': decidingOn({ rejectReason: 'It cannot be read' }),
  'documents.ask': async (fixture) => ({
    params: { id: harbour },
    body: { documentTypeId: await documentType(fixture), remark: 'In colour' },
  }),
  'support.labels-rearrange': async ({ ask }, actor) => {
    const labels = (await ask(actor as Actor, '/api/support/labels')).json()
    return {
      body: {
        newLabelIdsList: labels.map(({ labelId }: { labelId: string }) => labelId).reverse(),
      },
    }
  },
  'support.assign-of-customer': async (_, actor) => ({ body: { assignee: actor?.subject } }),
  'support.assign-of-tenant': async (_, actor) => ({ body: { assignee: actor?.subject } }),
  'support.external': invited({}),
  'support.external-comment': invited({ content: 'We looked into it.' }),
  'report-views.update': ofView('report', { name: 'Another name', filters: {} }),
  'report-views.delete': ofView('report', undefined),
  'lookup-views.update': ofView('lookup', { name: 'Another name', filters: {} }),
  'lookup-views.delete': ofView('lookup', undefined),
  'encryption-keys.retire': async (fixture, actor) => {
    const url = '/api/crm/tenant-management/encryption-keys'
    const tenantId = tenantIdOf('counterfoil')
    await fixture.ask(actor as Actor, `${url}/${tenantId}`, {})
    await fixture.ask(actor as Actor, `${url}/${tenantId}/rotate`, {})
    const sql = `select id from app.encryption_key where tenant_id = $1 and state = 'retiring'`
    return { params: { tenantId, id: await value(fixture, sql, [tenantId]) } }
  },
  'merchantApi.createPayment': byKey({
    amount: 100,
    currency: 'GBP',
    method: { type: 'bank_transfer' },
  }),
  'merchantApi.incrementPayment': byKey({ amount: 400 }, { capture: false }),
  'merchantApi.capturePayment': byKey({}, { capture: false }),
  'merchantApi.voidPayment': byKey(undefined, { capture: false }),
  'merchantApi.refundPayment': byKey({ amount: 100 }, {}),
}
