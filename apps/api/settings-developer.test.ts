import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { apiKeys } from '@counterfoil/features/access/api-keys/api-keys.resource.ts'
import { webhookEndpoints } from '@counterfoil/features/messaging/webhooks/webhook-endpoints.resource.ts'
import { jobs as declareJobs } from '@counterfoil/features/messaging/webhooks/webhooks.jobs.ts'
import type { EncryptionKey } from '@counterfoil/features/tenants/encryption-keys/encryption-keys.contract.ts'
import {
  jobs as keyJobs,
  schedules as keySchedules,
} from '@counterfoil/features/tenants/encryption-keys/encryption-keys.jobs.ts'
import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import { openDatabase } from '@counterfoil/kit/database/database.ts'
import { openText } from '@counterfoil/kit/database/vault.ts'
import { openKeyWrapping } from '@counterfoil/providers/key-wrapping/key-wrapping.ts'
import { openOutbound } from '@counterfoil/providers/outbound/outbound.ts'
import { merchantIdOf, tenantIdOf } from '@counterfoil/workloads/demo/store-organisations.ts'
import { pino } from 'pino'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openSettingsFixture } from './testing/settings-fixture.ts'
import type { Actor } from './testing/test-api.ts'

// What is set for merchants' own servers, and how the product behaves to them then.
const { testApi, make, change, turn, pay, call, operator, platform } = await openSettingsFixture({
  reachesPublicAlone: true,
})
const harbour = merchantIdOf('harbour')
const tenantId = tenantIdOf('northwind')
const path = `/api${webhookEndpoints.path}`
const input = {
  url: 'https://192.0.1.1/hook',
  merchantId: harbour,
  mode: '1',
  description: 'Shop',
  eventTypes: ['*'],
}

/** Sealed for the identity provider, with a key of the installation. */
const sealedForIdentity = ['federation.client_secret', 'federation_test.client_secret']

/** Hashes, tokens that stand for a card, and names. */
const noSecrets = [
  ...['account_token.token_hash', 'api_log.idempotency_key'],
  'card_restriction.card_token',
  'data_import.idempotency_key',
  'data_import_row.record_key',
  'federation_test.token_hash',
  'idempotency_key.key',
  'merchant_document.request_key',
  'payment.card_token',
  ...['payment.credential_use', 'payment.customer_email_key'],
  ...['payment_page.token', 'payment_page_directory.token_hash'],
  ...['report_delivery_target.host_key', 'report_delivery_target.public_key'],
  ...['stored_card.customer_email_key', 'support_feed_item.request_key'],
  'support_internal_item.request_key',
  ...['support_invitation.token_hash', 'support_invitation_token.token_hash'],
]

describe('a webhook endpoint', () => {
  const received: { headers: Record<string, string>; body: string }[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      received.push({ headers: request.headers as Record<string, string>, body })
      response.end('noted')
    })
  })
  beforeAll(() => new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready)))
  afterAll(() => new Promise((closed) => server.close(closed)))

  let endpoint: ResourceRow
  beforeEach(async () => {
    const { data } = await call(operator, 'GET', `${path}?isActive=true&pageSize=100`)
    const ids = data.map(({ id }: ResourceRow) => id)
    if (ids.length > 0) await call(operator, 'PUT', `${path}/active`, { ids, isActive: false })
    received.length = 0
    endpoint = await make(webhookEndpoints, input)
    // the server that stands in for the merchant's is on this machine, where no call sets an endpoint
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
    await testApi.test.owner.query('update webhook_endpoint set url = $1 where id = $2', [
      url,
      endpoint.id,
    ])
  })

  const deliveries = async () =>
    (await call(operator, 'GET', `${path}/${endpoint.id}/deliveries`)).data

  /** As the worker does. */
  async function work(name: 'deliver' | 'resend', at = new Date()) {
    const declared = declareJobs({
      outbound: openOutbound({ mayReachPrivate: true }),
      keys: testApi.providers.keys,
    })
    const job = declared.find((one) => one.name === `webhooks.${name}`)
    for (const { id } of await deliveries()) {
      const context = {
        database: testApi.test.database,
        jobs: testApi.test.jobs,
        log: pino({ level: 'silent' }),
        now: () => at,
        signal: new AbortController().signal,
      }
      await job?.run({ tenantId, deliveryId: id }, context)
    }
  }

  test('hands payments to nobody who may not see them', async () => {
    await pay()
    const [{ id: deliveryId }] = await deliveries()
    const own = `${path}/${endpoint.id}`
    const blind = await testApi.actor('operator', ['CRM.Transaction.View'])
    const elsewhere = { ...input, url: 'https://192.0.1.2/hook', version: endpoint.version }
    for (const [method, url, body] of [
      ['POST', path, input],
      ['PUT', own, elsewhere],
      ['POST', `${own}/secret`, { overlapHours: 0 }],
      ['GET', `${own}/deliveries`, undefined],
      ['POST', `${own}/deliveries/${deliveryId}/resend`, undefined],
    ] as const) {
      const refused = call(blind, method, url, body)
      await expect(refused, url).rejects.toThrow('webhook.payments_not_held')
    }
    expect(await call(blind, 'GET', own)).toMatchObject({ url: expect.any(String) })
  })

  test('shows its secret once, and signs with it what it chose', async () => {
    const secret = endpoint.shownOnce ?? ''
    expect(secret).toMatch(/^whsec_/)
    const read = await call(operator, 'GET', `${path}/${endpoint.id}`)
    const trail = await call(operator, 'GET', `/api/crm/audit/webhook-endpoints/${endpoint.id}`)
    const csv = await testApi.app.inject({
      url: `${path}/export`,
      headers: { authorization: `Bearer ${operator.token}` },
    })
    expect(JSON.stringify([read, trail, csv.body])).not.toContain(secret)
    await pay()
    await work('deliver')
    expect(received).toHaveLength(1)
    const [message] = received
    expect(new Webhook(secret).verify(message?.body ?? '', message?.headers ?? {})).toMatchObject({
      type: 'payment.captured',
    })
    await change(webhookEndpoints, read, { eventTypes: ['dispute.*'], url: input.url })
    await pay()
    expect(await deliveries()).toHaveLength(1)
  })

  describe('is sealed under the tenant’s encryption key', () => {
    const keysPath = '/api/crm/tenant-management/encryption-keys'
    const storedOf = async (id: string) =>
      (await testApi.test.owner.query('select secret from webhook_endpoint where id = $1', [id]))
        .rows[0].secret as string
    const keys = async () =>
      (await call(platform, 'GET', `${keysPath}?pageSize=100`)).data.filter(
        (one: EncryptionKey) => one.tenantId === tenantId,
      ) as EncryptionKey[]
    const context = {
      database: testApi.test.database,
      jobs: testApi.test.jobs,
      log: pino({ level: 'silent' }),
      now: () => new Date(),
      signal: new AbortController().signal,
    }

    test('which is replaced without interruption, and retired when nothing is left under it', async () => {
      const secret = endpoint.shownOnce ?? ''
      expect(await storedOf(endpoint.id)).toMatch(/^k1\./)
      await keySchedules({ keys: testApi.providers.keys })[0]?.run(context)
      // also what was stored before there was a key: the demo's endpoints, and the keys of card tokens
      const open = `select count(*)::int as open from
        (select secret from webhook_endpoint where tenant_id = $1 union all select key from tenant_key where tenant_id = $1) s
        where secret not like 'k1.%'`
      expect((await testApi.test.owner.query(open, [tenantId])).rows).toEqual([{ open: 0 }])
      const [before] = await keys()
      expect(before).toMatchObject({ state: 'active' })
      const id = before?.keyId
      await expect(call(platform, 'POST', `${keysPath}/${tenantId}`)).rejects.toThrow('.exists')
      await expect(call(platform, 'POST', `${keysPath}/${tenantId}/${id}/retire`)).rejects.toThrow(
        'encryption_key.active',
      )
      const { toReseal } = await call(platform, 'POST', `${keysPath}/${tenantId}/rotate`)
      expect(toReseal).toBe(before?.sealed)
      await expect(call(platform, 'POST', `${keysPath}/${tenantId}/${id}/retire`)).rejects.toThrow(
        'encryption_key.in_use',
      )
      // both open meanwhile
      await pay()
      await work('deliver')
      const [message] = received
      expect(new Webhook(secret).verify(message?.body ?? '', message?.headers ?? {})).toMatchObject(
        { type: 'payment.captured' },
      )

      await keyJobs({ keys: testApi.providers.keys })[0]?.run({ tenantId }, context)
      const [after, old] = await keys()
      expect(after).toMatchObject({ state: 'active', sealed: toReseal })
      expect(old).toMatchObject({ keyId: id, state: 'retiring', sealed: 0, toReseal })
      expect(old?.lastUsedAt).not.toBeNull()
      await call(platform, 'POST', `${keysPath}/${tenantId}/${id}/retire`)
      const left = await testApi.test.owner.query(
        'select wrapped from encryption_key where id = $1',
        [id],
      )
      expect(left.rows).toEqual([{ wrapped: null }])
      expect(await storedOf(endpoint.id)).toContain(after?.keyId)
      received.length = 0
      await pay()
      await work('deliver')
      const later = received.at(-1)
      expect(new Webhook(secret).verify(later?.body ?? '', later?.headers ?? {})).toBeTruthy()
      await expect(call(operator, 'GET', keysPath)).rejects.toThrow('forbidden')
    })

    test('another master key opens nothing, nor does another tenant or table', async () => {
      const { database } = testApi.test
      const stored = await storedOf(endpoint.id)
      const place = { keys: testApi.providers.keys, tenantId, now: new Date() }
      const other = openKeyWrapping(Buffer.alloc(32, 7))
      const afresh = openDatabase({
        appUrl: testApi.test.urls.app,
        platformUrl: testApi.test.urls.app,
      })
      const opened = (more: object, table = 'webhook_endpoint') =>
        openText({ ...place, database: afresh, ...more }, table, stored)
      await expect(opened({ keys: other })).rejects.toThrow('SECRETS_KEY')
      await expect(opened({ tenantId: tenantIdOf('bosphorus') })).rejects.toThrow('no encryption')
      await expect(opened({ database }, 'tenant_key')).rejects.toThrow()
      expect(await opened({})).toBe(endpoint.shownOnce)
      await afresh.close()
    })

    test('every column that could hold a secret is sealed, or said to hold none', async () => {
      const { rows } = await testApi.test.owner.query<{ place: string; is_sealed: boolean }>(`
        select relname || '.' || attname as place, coalesce(col_description(c.oid, attnum) like '@sealed%', false) as is_sealed
        from pg_attribute as a join pg_class as c on c.oid = attrelid
        where relnamespace = 'app'::regnamespace and relkind in ('r', 'p') and not relispartition
          and atttypid in ('text'::regtype, 'bytea'::regtype, 'jsonb'::regtype) and attnum > 0
          and (col_description(c.oid, attnum) like '@sealed%' or
            attname ~ '(secret|password|token|credential|private|sealed_card|verifier|authentication_value|(^|_)key$)')
        order by 1`)
      const sealed = rows.filter((row) => row.is_sealed).map(({ place }) => place)
      expect(sealed.length).toBeGreaterThan(10)
      const others = rows.map(({ place }) => place).filter((place) => !sealed.includes(place))
      expect(others).toEqual([...sealedForIdentity, ...noSecrets].toSorted())
    })
  })

  test('gets nothing while it is switched off [setting webhook-endpoints]', async () => {
    await turn(webhookEndpoints, endpoint.id, false)
    await pay()
    expect(await deliveries()).toEqual([])
    await expect(call(operator, 'POST', `${path}/${endpoint.id}/test`)).rejects.toThrow(
      'webhook.endpoint_off',
    )
    await turn(webhookEndpoints, endpoint.id, true)
    await pay()
    expect(await deliveries()).toHaveLength(1)
  })

  test('signs with each secret while one is being rotated, then with the new one alone', async () => {
    const first = endpoint.shownOnce ?? ''
    // a second secret is made because the answer was lost: the receiver still checks with the first
    const lost = await call(operator, 'POST', `${path}/${endpoint.id}/secret`)
    const rotated = await call(operator, 'POST', `${path}/${endpoint.id}/secret`)
    await call(operator, 'POST', `${path}/${endpoint.id}/test`)
    await work('deliver')
    const [both] = received
    for (const secret of [first, lost.secret, rotated.secret]) {
      expect(new Webhook(secret).verify(both?.body ?? '', both?.headers ?? {})).toMatchObject({
        type: 'webhook.test',
      })
    }
    await call(operator, 'POST', `${path}/${endpoint.id}/secret`, { overlapHours: 0 })
    await work('resend')
    const later = received[1]
    expect(later?.headers['webhook-signature']?.split(' ')).toHaveLength(1)
    expect(() =>
      new Webhook(rotated.secret).verify(later?.body ?? '', later?.headers ?? {}),
    ).toThrow()
  })

  test('lists what it was sent with every attempt, and sends it again', async () => {
    await call(operator, 'POST', `${path}/${endpoint.id}/test`)
    await work('deliver')
    const [sent] = await deliveries()
    expect(sent).toMatchObject({ state: 'delivered', attempts: [{ responseStatus: 200 }] })
    const again = `${path}/${endpoint.id}/deliveries/${sent.id}/resend`
    expect(await call(operator, 'POST', again)).toEqual({ queued: 1 })
    await work('resend')
    expect((await deliveries())[0].attempts).toMatchObject([
      { isManual: true },
      { isManual: false },
    ])
    // another endpoint's message is none of this one's
    const other = await make(webhookEndpoints, input)
    const foreign = `${path}/${other.id}/deliveries/${sent.id}/resend`
    await expect(call(operator, 'POST', foreign)).rejects.toThrow('not_found')
  })

  test.each([
    'http://127.0.0.1/hook',
    'http://localhost:5432/',
    'http://10.1.2.3/hook',
    'http://[::1]/hook',
    'http://169.254.169.254/latest/meta-data/',
  ])('%s is refused at the field', async (url) => {
    await expect(make(webhookEndpoints, { ...input, url })).rejects.toThrow(
      /webhook.address.*"path":"url"/,
    )
    await expect(change(webhookEndpoints, endpoint, { url })).rejects.toThrow('webhook.address')
  })

  test('is a merchant’s own: those of others are not there', async () => {
    const merchant = await testApi.actor('merchant')
    const list = await call(merchant, 'GET', path)
    const whose = list.data.map((one: ResourceRow) => one.merchantId)
    expect(new Set(whose)).toEqual(new Set(merchant.merchantIds))
    const own = { ...input, merchantId: merchant.merchantIds?.[0] }
    expect(await make(webhookEndpoints, own, merchant)).toMatchObject({ mode: '1' })
    const others = { ...input, merchantId: merchantIdOf('quayside') }
    await expect(make(webhookEndpoints, others, merchant)).rejects.toThrow('not_found')
  })
})

/** Card payments through Alpha alone: whoever sees these hands on no others. */
describe('who is limited to some methods and providers', () => {
  test('sees of an endpoint’s messages those of such payments, and changes no endpoint', async () => {
    const narrow = await testApi.actor('narrow')
    const endpoint = await make(webhookEndpoints, input)
    const seen = await pay()
    const unseen = await pay({ method: { type: 'bank_transfer' } })
    const messages = `${path}/${endpoint.id}/deliveries`
    const paymentsOf = async (actor: Actor) => {
      const { data, count } = await call(actor, 'GET', messages)
      const ids = data.map((one: { payload: string }) => JSON.parse(one.payload).data.id)
      expect(count).toBe(ids.length)
      return ids.toSorted()
    }
    expect(await paymentsOf(narrow)).toEqual([seen.id])
    expect(await paymentsOf(operator)).toEqual([seen.id, unseen.id].toSorted())
    const { version } = endpoint
    const whole = `${path}/${endpoint.id}`
    for (const refused of [
      () => make(webhookEndpoints, input, narrow),
      () => call(narrow, 'PUT', whole, { ...input, url: 'https://192.0.1.2', version }),
      () => turn(webhookEndpoints, endpoint.id, false, narrow),
      () => call(narrow, 'DELETE', whole),
      () => call(narrow, 'POST', `${whole}/secret`, { overlapHours: 0 }),
      () => call(narrow, 'POST', `${whole}/test`),
    ]) {
      await expect(refused()).rejects.toThrow('resource.limited_payments')
    }
  })

  test('makes no API key, and has none made anew', async () => {
    const narrow = await testApi.actor('narrow')
    const wanted = { name: 'Till', merchantId: harbour, mode: '1', scopes: ['payments:read'] }
    const keysPath = `/api${apiKeys.path}`
    const row = await make(apiKeys, wanted)
    const limits = 'resource.limited_payments'
    await expect(make(apiKeys, wanted, narrow)).rejects.toThrow(limits)
    await expect(turn(apiKeys, row.id, false, narrow)).rejects.toThrow(limits)
    const anew = call(narrow, 'POST', `${keysPath}/${row.id}/key`, { overlapHours: 0 })
    await expect(anew).rejects.toThrow(limits)
  })
})

describe('an API key', () => {
  const keysPath = `/api${apiKeys.path}`
  const wanted = {
    name: 'Till',
    merchantId: harbour,
    mode: '1',
    scopes: ['payments:read', 'payments:write'],
    expiresAt: null,
  }
  const order = {
    amount: 700,
    currency: 'GBP',
    capture: true,
    method: { type: 'card', number: '4242424242424242', expiryMonth: 12, expiryYear: 2090 },
  }

  /** What a server that has the key is answered. */
  async function use(
    key = '',
    headers: object = {},
    url = '/v1/payments',
    payload: object = order,
  ) {
    const answer = await testApi.app.inject({
      method: 'POST',
      url,
      headers: { authorization: `Bearer ${key}`, 'idempotency-key': randomUUID(), ...headers },
      payload,
    })
    return { status: answer.statusCode, ...answer.json() }
  }
  /** Keys are kept in memory for seconds. */
  const forgotten = (check: () => Promise<unknown>) => expect.poll(check, { timeout: 8_000 })

  test('opens what its scopes allow, is shown once, and says when it was last used [setting api-keys]', async () => {
    const row = await make(apiKeys, wanted)
    const key = row.shownOnce
    expect(key).toMatch(/^cf_test_/)
    const paid = await use(key)
    expect(paid).toMatchObject({ status: 'captured' })
    const refund = await use(key, {}, `/v1/payments/${paid.id}/refunds`, {})
    expect(refund).toMatchObject({ code: 'api_key.scope_missing' })
    const read = () => call(operator, 'GET', `${keysPath}/${row.id}`)
    await expect.poll(async () => (await read()).lastUsedAt).not.toBeNull()
    expect(JSON.stringify(await read())).not.toContain(key)
    expect((await read()).prefix).toBe(`${key?.slice(0, 12)}…`)
    const refused = call(operator, 'DELETE', `${keysPath}/${row.id}`)
    await expect(refused).rejects.toThrow('api_key.used')
  })

  test('is handed no right that its maker lacks, nor its secret to whoever lacks one', async () => {
    const clerk = await testApi.actor('operator', ['CRM.Transaction.Actions.Refund'])
    const asked = (scopes: string[]) => ({ ...wanted, scopes })
    const created = (scopes: string[]) => call(clerk, 'POST', keysPath, asked(scopes))
    await expect(created(['payments:read', 'refunds:write'])).rejects.toThrow('resource.not_held')
    const blind = await testApi.actor('operator', ['CRM.Transaction.View'])
    const reading = call(blind, 'POST', keysPath, asked(['payments:read']))
    await expect(reading).rejects.toThrow('resource.not_held')
    const row = await make(apiKeys, asked(['payments:read', 'refunds:write']))
    const rotate = call(clerk, 'POST', `${keysPath}/${row.id}/key`, { overlapHours: 0 })
    await expect(rotate).rejects.toThrow('403')
    // what was handed on by somebody else may stay
    const { version } = row
    const renamed = { ...asked(['payments:read', 'refunds:write']), name: 'Renamed', version }
    expect(await call(clerk, 'PUT', `${keysPath}/${row.id}`, renamed)).toMatchObject({
      name: 'Renamed',
    })
  })

  test('leaves an entry in the audit trail for what it did', async () => {
    const row = await make(apiKeys, wanted)
    const idempotency = { 'idempotency-key': randomUUID() }
    // a new payment is told by its own events
    const paid = await use(row.shownOnce, {}, '/v1/payments', { ...order, capture: false })
    const captures = `/v1/payments/${paid.id}/captures`
    await use(row.shownOnce, idempotency, captures, {})
    // the same intent again did nothing
    await use(row.shownOnce, idempotency, captures, {})
    const trail = await call(operator, 'GET', `/api/crm/audit/payment/${paid.id}`)
    expect(trail.data).toMatchObject([
      { actorId: row.id, actorName: 'API key: Till', after: { status: 'captured', amount: 700 } },
    ])
    expect(JSON.stringify(trail)).not.toContain('4242424242424242')
  })

  test('is replaced by another one, and both work meanwhile', async () => {
    const row = await make(apiKeys, wanted)
    const rotate = (overlapHours: number) =>
      call(operator, 'POST', `${keysPath}/${row.id}/key`, { overlapHours })
    const { key } = await rotate(24)
    expect((await use(row.shownOnce)).status).toBe('captured')
    expect((await use(key)).status).toBe('captured')
    const next = await rotate(0)
    await forgotten(async () => (await use(row.shownOnce)).code).toBe('api_key.invalid')
    await forgotten(async () => (await use(key)).code).toBe('api_key.invalid')
    expect((await use(next.key)).status).toBe('captured')
  })

  test('of the tenant itself works for the merchant that a call names', async () => {
    const row = await make(apiKeys, { ...wanted, merchantId: null })
    const as = (merchantId: string) => use(row.shownOnce, { 'merchant-id': merchantId })
    expect((await use(row.shownOnce)).code).toBe('api_key.merchant_missing')
    const paid = await as(harbour)
    const details = await call(operator, 'GET', `/api/crm/transactions/${paid.id}`)
    expect(JSON.stringify(details)).toContain(harbour)
    expect((await as(merchantIdOf('quayside'))).status).toBe('captured')
    for (const stranger of [merchantIdOf('galata'), randomUUID(), 'nobody']) {
      expect((await as(stranger)).code).toBe('not_found')
    }
    // a merchant's own key works for nobody else
    const own = await make(apiKeys, wanted)
    const other = { 'merchant-id': merchantIdOf('quayside') }
    expect((await use(own.shownOnce, other)).code).toBe('not_found')
  })

  test('expires, is switched off, and is refused an end in the past', async () => {
    const row = await make(apiKeys, wanted)
    await turn(apiKeys, row.id, false)
    expect((await use(row.shownOnce)).code).toBe('api_key.invalid')
    const past = { ...wanted, expiresAt: '2026-01-01T00:00:00.000Z' }
    await expect(make(apiKeys, past)).rejects.toThrow(/api_key.expired.*"path":"expiresAt"/)
    const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()
    const short = await make(apiKeys, { ...wanted, expiresAt: inMs(60_000) })
    expect((await use(short.shownOnce)).status).toBe('captured')
    await change(apiKeys, short, { expiresAt: inMs(1_000) })
    await forgotten(async () => (await use(short.shownOnce)).code).toBe('api_key.invalid')
  })
})
