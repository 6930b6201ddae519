import { randomUUID } from 'node:crypto'
import { viewNames } from '@counterfoil/features/payments/lookup/faces.schema.ts'
import type { Resource } from '@counterfoil/kit/contract/resource.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { scanResources } from '@counterfoil/kit/server/scan.ts'
import { makeUser } from '@counterfoil/kit/testing/makers.ts'
import type { TestDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { demoKeyOf } from '@counterfoil/workloads/demo/organisations.ts'
import { merchantIdOf, tenantIdOf } from '@counterfoil/workloads/demo/store-organisations.ts'
import { makeNotice } from './acquirer-notices.ts'
import { makeBankRecords } from './bank-records.ts'
import { makeBulkUpdate } from './bulk-updates.ts'
import { makeChannelRequest } from './channel-requests.ts'
import { makeDeliveryTarget } from './delivery-targets.ts'
import { makeDocumentsOf } from './documents.ts'
import { makeProvider } from './identity-providers.ts'
import { makePayoutOrders } from './payout-orders.ts'
import { valuesFor } from './resource-values.ts'
import type { TestApi } from './test-api.ts'
import { makeTicketOf } from './tickets.ts'
import { makeConfirmationLevel, makeWaitingAction, makeWaitingPayout } from './waiting-actions.ts'

const merchants = [
  { tenant: 'northwind', merchant: 'harbour', currency: 'GBP' },
  { tenant: 'northwind', merchant: 'quayside', currency: 'GBP' },
  { tenant: 'bosphorus', merchant: 'galata', currency: 'TRY' },
] as const

/** Gives two merchants of one tenant and one of another a history that the others must not see, through `/v1`. */
export async function makeHistory(testApi: TestApi): Promise<void> {
  for (const { tenant, merchant, currency } of merchants) {
    const own = { tenant_id: tenantIdOf(tenant), merchant_id: merchantIdOf(merchant) }
    const { id: user_id } = await makeUser(testApi.test, { ...own, user_type: 'merchant' })
    await makeBelongings(testApi.test, { tenant_id: own.tenant_id, user_id })
    await makeStatement(testApi.test, own, user_id)
    await makeDocumentsOf(testApi.test, { ...own, user_id })
    await makeConfirmationLevel(testApi.test, { ...own, currency })
    await makeRoutingDraft(testApi.test, own, user_id)
    await makePayoutOrders(testApi.test, own, user_id)
    await makeDeliveryTarget(testApi.test, own)
    await makeChannelRequest(testApi.test, own, user_id)
    for (const mode of merchant === 'quayside' ? ([1] as const) : ([1, 2] as const)) {
      const key = demoKeyOf(merchant, mode)
      const storeCard = { consent: true, uses: ['customer', 'payout'] }
      const { id } = await post(testApi, key, '/v1/payments', { ...paymentIn(currency), storeCard })
      await makeNotice(testApi.test, id)
      await makeBankRecords(testApi.test, { ...own, mode, paymentId: id, createdBy: user_id })
      await makeBulkUpdate(testApi.test, { paymentId: id, makerId: user_id })
      await makeWaitingPayout(testApi.test, { ...own, payment_id: id, actor_id: user_id, currency })
      await post(testApi, key, `/v1/payments/${id}/refunds`, { amount: 100 })
      for (const [side, action] of [
        ['operator', 'void'] as const,
        ['merchant', 'refund'] as const,
      ]) {
        await makeWaitingAction(testApi.test, { paymentId: id, side, action, makerId: user_id })
      }
      for (const type of ['alternative', 'bank_transfer']) {
        await post(testApi, key, '/v1/payments', { ...paymentIn(currency), method: { type } })
      }
    }
  }
  await payElsewhere(testApi)
  for (const tenant of ['northwind', 'bosphorus']) await makeSettings(testApi, tenantIdOf(tenant))
}

/** A payment that went to the other provider, as when the usual one is switched off for a while. */
async function payElsewhere(testApi: TestApi): Promise<void> {
  const { owner } = testApi.test
  const turn = async (isActive: boolean) => {
    await owner.query(
      `update app.mid set is_active = $1 where provider = 'sandbox_alpha' and mid_code not like 'SPARE-%'`,
      [isActive],
    )
    await owner.query('update app.tenant set settings_version = settings_version + 1')
  }
  await turn(false)
  for (const mode of [1, 2] as const) {
    await post(testApi, demoKeyOf('harbour', mode), '/v1/payments', { ...paymentIn('GBP') })
  }
  await turn(true)
}

const paymentIn = (currency: string) => ({
  amount: 1250,
  currency,
  externalId: `INV-${randomUUID()}`,
  capture: true,
  method: {
    type: 'card',
    number: '4242424242424242',
    expiryMonth: 12,
    expiryYear: 2030,
    securityCode: '123',
  },
  customer: { email: 'reader@example.com', country: 'GB' },
  // as a test payment of the setup tool is known
  metadata: { madeBy: 'processing-setup-tool' },
})

async function post({ app }: TestApi, key: string, url: string, payload: object) {
  const headers = { authorization: `Bearer ${key}`, 'idempotency-key': randomUUID() }
  const answer = await app.inject({ method: 'POST', url, payload, headers })
  if (answer.statusCode !== 201) throw new Error(`${url}: ${answer.statusCode} ${answer.body}`)
  return answer.json<{ id: string }>()
}

/** A statement of the tenant's bank, with a line that was matched with nothing and one of the merchant's. */
async function makeStatement(
  { loader }: TestDatabase,
  { tenant_id, merchant_id }: { tenant_id: string; merchant_id: string },
  uploaded_by: string,
): Promise<void> {
  const created_at = new Date()
  const id = newId(created_at)
  await loader
    .insertInto('bank_order')
    .values({
      tenant_id,
      id,
      bank_name: 'A bank',
      account_number: '12345678',
      file_name: 'march.csv',
      sha256: randomUUID(),
      line_count: 2,
      uploaded_by,
      created_at,
      finished_at: created_at,
    })
    .execute()
  for (const [line, owner] of [[2, null] as const, [3, merchant_id] as const]) {
    await loader
      .insertInto('bank_order_item')
      .values({
        tenant_id,
        id: newId(created_at),
        bank_order_id: id,
        merchant_id: owner,
        line,
        booked_on: '2026-03-14',
        amount_minor: 100n,
        currency: 'GBP',
        reference: '',
        state: 'unmatched',
        reason: 'no_reference',
      })
      .execute()
  }
}

/** One record of every declared resource of tenants, made by the tenant's own administrator or by platform staff. */
async function makeSettings(testApi: TestApi, tenant_id: string): Promise<void> {
  const { app, test, issuer } = testApi
  const bearer = async (userType: 'tenant' | 'platform', of: string) => {
    const permissions = testApi.permissionsOf(userType === 'tenant' ? 'operator' : 'platform')
    const { id } = await makeUser(test, { tenant_id: of, user_type: userType, permissions })
    return { authorization: `Bearer ${await issuer.token(id)}` }
  }
  const own = await bearer('tenant', tenant_id)
  const staff = await bearer('platform', tenantIdOf('counterfoil'))
  for (const of of neededFirst(await scanResources())) {
    if (of.owner !== 'tenant' || of.calls.create === undefined) continue
    const url = `/api${of.path}`
    // what platform staff alone set, they set for the tenant
    const headers = of.audience.includes('tenant') ? own : staff
    const query = { tenantId: tenant_id }
    const values = (chosen: object) =>
      valuesFor(
        of,
        async (field, partOf) => {
          const asked = { ...query, ...(partOf === undefined ? {} : { partOf }) }
          const found = await app.inject({ url: `${url}/options/${field}`, headers, query: asked })
          return found.json().map(({ id }: { id: string }) => id)
        },
        { ...chosen },
      )
    const make = async (payload: object) => {
      const answer = await app.inject({ method: 'POST', url, payload, headers, query })
      if (answer.statusCode !== 201) throw new Error(`${url}: ${answer.statusCode} ${answer.body}`)
    }
    const first = await values({})
    await make(first)
    await makeMerchants(of, tenant_id, (body) => make({ ...first, ...body }))
    for (const own of await merchantsWithout(testApi, of, tenant_id)) await make(await values(own))
  }
}

/** Of the merchants of the walk those who have a page of their own for such records, and none of them yet. */
async function merchantsWithout(
  { test }: TestApi,
  { merchants: page, merchantField, table }: Resource,
  tenant_id: string,
): Promise<Record<string, string>[]> {
  if (page === undefined || merchantField === undefined) return []
  const { rows } = await test.owner.query(`select merchant_id from app.${table}`)
  return merchants
    .filter(({ tenant }) => tenantIdOf(tenant) === tenant_id)
    .map(({ merchant }) => merchantIdOf(merchant))
    .filter((id) => !rows.some(({ merchant_id }) => merchant_id === id))
    .map((id) => ({ [merchantField]: id }))
}

/** Of people's work also some for a merchant: those who are limited to it see that alone. */
async function makeMerchants(
  { isSetting, merchantField }: Resource,
  tenant_id: string,
  make: (body: object) => Promise<void>,
): Promise<void> {
  if (isSetting !== false || merchantField === undefined) return
  for (const { tenant, merchant } of merchants) {
    if (tenantIdOf(tenant) !== tenant_id) continue
    // some of them are taken away
    for (let made = 0; made < 3; made++) await make({ [merchantField]: merchantIdOf(merchant) })
  }
}

/** What others must name is made before them. */
function neededFirst(all: readonly Resource[]): Resource[] {
  const left = new Set(all)
  const ordered: Resource[] = []
  while (left.size > 0) {
    const tables = new Set([...left].map(({ table }) => table))
    const free = [...left].filter((of) =>
      Object.values(of.fields).every(
        ({ target, isOptional }) =>
          // one that is left empty is taken of the parts that there are
          (isOptional && target?.partOf === undefined) ||
          target === undefined ||
          target.table === of.table ||
          !tables.has(target.table),
      ),
    )
    if (free.length === 0) throw new Error('Some resources need each other')
    for (const of of free) left.delete(of)
    ordered.push(...free)
  }
  return ordered
}

/** A rule over one merchant's card payments at one provider, which also users see who are limited to these, and its alert. */
async function makeAlert(
  { loader }: TestDatabase,
  {
    tenant_id,
    user_id,
    merchant_id,
  }: { tenant_id: string; user_id: string; merchant_id: string | null },
  now: Date,
): Promise<void> {
  const rule_id = newId(now)
  const common = {
    ...{ tenant_id, merchant_id, method: 'card', provider: 'sandbox_alpha' },
    ...{ severity: 'warning', measure: 'declined', mode: 'Live', direction: 'above' },
    name: `Declines ${rule_id}`,
  }
  await loader
    .insertInto('alert_rule')
    .values({
      ...{ ...common, id: rule_id, time_window: 'today', compared_with: 'number' },
      ...{ threshold_number: 2, owner_id: user_id, owner_tenant_id: tenant_id },
      ...{ created_at: now, updated_at: now },
    })
    .execute()
  await loader
    .insertInto('alert')
    .values({
      ...{ ...common, id: newId(now), rule_id, kind: 'threshold', value: '3', payments: 5n },
      ...{ high: '2', past: '[]', fired_at: now, is_silenced: false, notified_at: now },
      ...{ window_from: new Date(now.getTime() - 3_600_000), window_to: now },
    })
    .execute()
}

/** Users for whoever looks after users, whom nobody else needs. */
async function makeColleagues(test: TestDatabase, tenant_id: string): Promise<void> {
  const merchant = merchants.find(({ tenant }) => tenantIdOf(tenant) === tenant_id)?.merchant
  // some of them are taken away
  for (let made = 0; made < 3; made++) {
    await makeUser(test, { tenant_id, user_type: 'tenant' })
    if (merchant === undefined) continue
    await makeUser(test, { tenant_id, user_type: 'merchant', merchant_id: merchantIdOf(merchant) })
  }
}

/** MIDs of a merchant of the tenant, for whoever changes and takes away MIDs; no payment goes by them. */
async function makeSpareMids({ loader }: TestDatabase, tenant_id: string): Promise<void> {
  const merchant = merchants.find(({ tenant }) => tenantIdOf(tenant) === tenant_id)?.merchant
  if (merchant === undefined) return
  const created_at = new Date()
  for (let made = 0; made < 3; made++) {
    await loader
      .insertInto('mid')
      .values({
        tenant_id,
        id: newId(created_at),
        merchant_id: merchantIdOf(merchant),
        mode: 1,
        provider: 'sandbox_alpha',
        mid_code: `SPARE-${randomUUID()}`,
        methods: ['card'],
        brands: [],
        currencies: [],
        priority: 90,
        is_active: false,
        created_at,
      })
      .execute()
  }
}

/** A draft and one that waits for an answer, of each kind. */
async function makeOffers({ loader }: TestDatabase, tenant_id: string): Promise<void> {
  const merchant = merchants.find(({ tenant }) => tenantIdOf(tenant) === tenant_id)?.merchant
  if (merchant === undefined) return
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
          ...{
            tenant_id,
            id,
            merchant_id: merchantIdOf(merchant),
            kind,
            series_id: id,
            version: 1,
          },
          ...{ ...text, ...names, currency: 'GBP', status: state, created_at },
          ...{ updated_at: created_at, sent_at, content_hash: sent_at === null ? null : '' },
        })
        .execute()
    }
  }
}

/** What belongs to one person, and people, MIDs, providers and offers of the same tenant. */
/** A draft that a merchant itself made of its routing rules: it sees no others. */
async function makeRoutingDraft(
  { owner }: TestDatabase,
  own: { tenant_id: string; merchant_id: string },
  by: string,
): Promise<void> {
  await owner.query(
    `insert into app.routing_version (tenant_id, id, merchant_id, mode, number, note, state, rules, made_by, made_by_name,
       is_of_merchant, created_at, updated_at)
     values ($1, $2, $3, 2, 1, '', 'draft', $4, $5, 'Somebody', true, now(), now())`,
    [
      ...[own.tenant_id, newId(new Date()), own.merchant_id],
      ...[{ rules: [], otherwise: { way: 'priority' }, explore: 0 }, by],
    ],
  )
}

export async function makeBelongings(
  test: TestDatabase,
  own: { tenant_id: string; user_id: string },
): Promise<void> {
  const { loader } = test
  await makeColleagues(test, own.tenant_id)
  await makeSpareMids(test, own.tenant_id)
  await makeOffers(test, own.tenant_id)
  await makeProvider(test, own.tenant_id)
  const now = new Date()
  const { merchant_id } = await loader
    .selectFrom('app_user')
    .select('merchant_id')
    .where('id', '=', own.user_id)
    .executeTakeFirstOrThrow()
  await makeTicketOf(test, { ...own, merchant_id })
  await loader
    .insertInto('file')
    .values({
      tenant_id: own.tenant_id,
      id: newId(now),
      merchant_id,
      uploader_id: own.user_id,
      uploader_tenant_id: own.tenant_id,
      name: 'note.txt',
      content_type: 'text/plain',
      size_bytes: 6,
      sha256: '',
      state: 'stored',
      created_at: now,
    })
    .execute()
  await loader
    .insertInto('notification')
    .values({
      ...own,
      id: newId(now),
      notification_type: 'Task',
      title: 'A task',
      description: '',
      use_router: true,
      created_at: now,
    })
    .execute()
  await loader
    .insertInto('mail')
    .values({
      tenant_id: own.tenant_id,
      id: newId(now),
      merchant_id,
      recipient: 'reader@example.com',
      subject: 'A ticket was answered',
      text_body: 'We looked into it.',
      html_body: '',
      is_secret: false,
      created_at: now,
    })
    .execute()
  await makeAlert(test, { ...own, merchant_id }, now)
  await loader
    .insertInto('user_note')
    .values({ ...own, id: newId(now), text: 'Mine', version: 1, created_at: now, updated_at: now })
    .execute()
  await loader
    .insertInto('data_export')
    .values({
      ...own,
      id: newId(now),
      ...{ source: 'payments', format: 'csv', mode: 2, query: '{}', state: 'done' },
      created_at: now,
    })
    .execute()
  await loader
    .insertInto('automated_report')
    .values({
      ...own,
      id: newId(now),
      ...{
        name: 'Mine',
        source: 'payments',
        format: 'csv',
        mode: 2,
        query: '{}',
        days: 'yesterday',
      },
      ...{ frequency: 'daily', at_time: '06:00', time_zone: 'UTC', delivery: 'portal' },
      created_at: now,
      updated_at: now,
    })
    .execute()
  const dashboard = { tenant_id: own.tenant_id, id: newId(now) }
  await loader
    .insertInto('user_dashboard')
    .values({
      ...{ ...dashboard, user_id: own.user_id, name: 'Mine', is_home: false },
      created_at: now,
      updated_at: now,
    })
    .execute()
  await loader
    .insertInto('user_widget')
    .values({
      ...{ tenant_id: own.tenant_id, id: newId(now), dashboard_id: dashboard.id },
      ...{ widget_id: 'statuses', place: 0, width: 6, height: 2, filters: '{}' },
    })
    .execute()
  await loader
    .insertInto('data_import')
    .values({
      ...own,
      id: newId(now),
      resource: 'reasons',
      user_tenant_id: own.tenant_id,
      idempotency_key: randomUUID(),
      file_name: 'reasons.csv',
      sha256: '',
      request_id: '',
      ip: '',
      state: 'done',
      row_count: 1,
      created_at: now,
    })
    .execute()
  // one for each of the calls that read them: of the lookup, of its views, of a report's
  await loader
    .insertInto('saved_filter')
    .values(
      ['transaction-lookup', ...viewNames.slice(0, 1), 'report-daily'].map((screen) => ({
        ...{ ...own, id: newId(now), external_id: newId(now) },
        ...{ screen, name: 'Mine', filter: '{}' },
        ...{ created_at: now, updated_at: now },
      })),
    )
    .execute()
}
