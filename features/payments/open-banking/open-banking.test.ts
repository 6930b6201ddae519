import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Actor, openTestApi } from '@counterfoil/api/testing/test-api.ts'
import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { makeUser } from '@counterfoil/kit/testing/makers.ts'
import type { Bank } from '@counterfoil/providers/banks/bank.ts'
import { merchantIdOf, tenantIdOf } from '@counterfoil/workloads/demo/store-organisations.ts'
import pino from 'pino'
import { beforeAll, expect, test, vi } from 'vitest'
import { followConnections } from './connections.jobs.ts'
import { type ConnectionRow, findConnection, updateConnection } from './connections.queries.ts'
import { inTenant } from './connections.ts'
import { readAgain } from './read-accounts.ts'

const testApi = await openTestApi()
const { app, test: db } = testApi
const base = '/api/merchant/open-banking'
let merchant: Actor

beforeAll(async () => {
  merchant = await testApi.actor('merchant')
})

const call = async (
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  payload?: object,
  token = merchant.token,
  mode = 'Test',
) => {
  const answer = await app.inject({
    ...{ method, url: base + path, headers: { authorization: `Bearer ${token}`, mode } },
    ...(payload === undefined ? {} : { payload }),
  })
  return { status: answer.statusCode, body: answer.json() }
}

const pathOf = (address: string) => {
  const { pathname, search } = new URL(address)
  return pathname + search
}

/** The customer at the bank: answers what the bank sends it back with. */
async function decide(url: string, button: RegExp) {
  const page = await app.inject({ url: pathOf(url) })
  const forms = [...page.body.matchAll(/action="([^"]+)"><button[^>]*>([^<]+)</g)]
  const form = forms.find(([, , label]) => button.test(label ?? ''))
  expect(form, page.body).toBeDefined()
  const headers = { 'content-type': 'text/plain' }
  const done = await app.inject({ method: 'POST', url: form?.[1] ?? '', headers, payload: '' })
  const [, back = ''] = /url=([^"]+)"/.exec(done.body) ?? []
  const { searchParams } = new URL(back.replaceAll('&amp;', '&'))
  return Object.fromEntries(
    ['state', 'code', 'error'].flatMap((name) => {
      const value = searchParams.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )
}

async function connect(bank = 'sandbox_bank', button = /Share all/) {
  const begun = await call('POST', '/connections', { bank })
  expect(begun.status, JSON.stringify(begun.body)).toBe(201)
  const back = await decide(begun.body.url, button)
  return { id: begun.body.id as string, url: begun.body.url as string, back }
}

const connected = async (bank?: string) => {
  const { id, back } = await connect(bank)
  const done = await call('POST', '/authorisations', back)
  expect(done.body).toMatchObject({ id, state: 'Authorised' })
  return id
}

const follow = (ahead = 0) =>
  followConnections(testApi.providers, {
    ...{ database: db.database, jobs: db.jobs, log: pino({ level: 'silent' }) },
    now: () => new Date(Date.now() + ahead),
    signal: new AbortController().signal,
  })

test('a bank is connected by redirect, and its accounts and transactions are read', async () => {
  const { id, back } = await connect()
  expect((await call('GET', `/connections/${id}`)).body).toMatchObject({
    ...{ state: 'AwaitingAuthorisation', bankStatus: 'AWAU', isSandbox: true, mode: 'Test' },
  })
  const done = await call('POST', '/authorisations', back)
  expect(done.body).toMatchObject({ state: 'Authorised', bankStatus: 'AUTH', readError: null })
  const { accounts } = (await call('GET', `/connections/${id}`)).body
  expect(accounts.map(({ name }: { name: string }) => name)).toEqual([
    ...['Business current account', 'Business savings account', 'Euro account'],
  ])
  const sum = 500_000 - 120_000 + 84_250 - 6_375 + 12_990 - 23_100 + 45_000 + 1_999
  expect(accounts[0]).toMatchObject({ balance: sum, currency: 'GBP' })
  const entries = await call('GET', `/entries?connectionId=${id}&searchKey=invoice&direction=in`)
  expect(entries.body.data).toHaveLength(6)
  const first = (await call('GET', `/entries?connectionId=${id}&pageSize=10`)).body
  const second = (
    await call('GET', `/entries?connectionId=${id}&pageSize=100&cursor=${first.nextCursor}`)
  ).body
  expect(new Set([...first.data, ...second.data].map((one) => one.id)).size).toBe(21)
  // what is read again is stored once
  await call('POST', `/connections/${id}/readings`)
  expect((await call('GET', `/entries?connectionId=${id}&pageSize=100`)).body.data).toHaveLength(21)
})

test('what a bank sends back counts once, and for the user who went there', async () => {
  const { back } = await connect()
  const colleague = await makeUser(db, {
    ...{ user_type: 'merchant', tenant_id: tenantIdOf('northwind') },
    merchant_id: merchantIdOf('harbour'),
    permissions: ['Merchant.Payments.View', 'Merchant.Payments.Edit'],
  })
  const other = await testApi.issuer.token(colleague.id)
  const refused = { status: 409, body: { code: 'open_banking.state' } }
  expect(await call('POST', '/authorisations', back, other)).toMatchObject(refused)
  const forged = { ...back, state: back.state?.replace(/.$/, (one) => (one === 'A' ? 'B' : 'A')) }
  expect(await call('POST', '/authorisations', forged)).toMatchObject(refused)
  expect((await call('POST', '/authorisations', back)).body.state).toBe('Authorised')
  expect(await call('POST', '/authorisations', back)).toMatchObject(refused)
})

test('a connection that its customer rejects at the bank is rejected', async () => {
  const { id, back } = await connect('sandbox_heritage', /Reject/)
  expect(back).toMatchObject({ error: 'access_denied' })
  expect((await call('POST', '/authorisations', back)).body).toMatchObject({
    // in the words of 3.1
    ...{ id, state: 'Rejected', bankStatus: 'Rejected' },
  })
})

test('tokens and verifiers are stored sealed', async () => {
  await connect()
  await connected()
  const { rows } = await db.owner.query<{ text: string }>(
    'select coalesce(tokens, verifier) as text from app.bank_connection where coalesce(tokens, verifier) is not null',
  )
  expect(rows.length).toBeGreaterThan(1)
  for (const { text } of rows) expect(text).toMatch(/^k1\./)
})

test('a renewal takes the place of the old connection when it is authorised, and keeps what was read', async () => {
  const id = await connected()
  const renewed = await call('POST', `/connections/${id}/renew`)
  expect(renewed.status).toBe(201)
  expect((await call('GET', `/connections/${id}`)).body).toMatchObject({ state: 'Authorised' })
  const before = (await call('GET', `/entries?connectionId=${id}&pageSize=100`)).body.data
  const back = await decide(renewed.body.url, /Share all/)
  expect((await call('GET', `/connections/${id}`)).body).toMatchObject({ state: 'Authorised' })
  await call('POST', '/authorisations', back)
  const newId = renewed.body.id
  expect((await call('GET', `/connections/${id}`)).body).toMatchObject({
    ...{ state: 'Revoked', renewedById: newId, isBankToBeNotified: false, mayRenew: false },
  })
  expect((await call('GET', `/connections/${newId}`)).body).toMatchObject({
    ...{ state: 'Authorised', renewsId: id },
  })
  const after = (await call('GET', `/entries?connectionId=${newId}&pageSize=100`)).body.data
  expect(after).toEqual(before)
  const again = { status: 409, body: { code: 'open_banking.not_renewable' } }
  expect(await call('POST', `/connections/${id}/renew`)).toMatchObject(again)
})

test.each([
  ['one after the other', false],
  ['at once', true],
])('of two renewals that come back from the bank %s, one stays in force', async (_name, atOnce) => {
  const id = await connected()
  const [one, other] = [
    await call('POST', `/connections/${id}/renew`),
    await call('POST', `/connections/${id}/renew`),
  ]
  const backs = [await decide(one.body.url, /Share all/), await decide(other.body.url, /Share all/)]
  const complete = (back: object) => call('POST', '/authorisations', back)
  if (atOnce) await Promise.all(backs.map(complete))
  else for (const back of backs) await complete(back)
  const { rows } = await db.owner.query<{ id: string; state: string; status: string }>(
    `select c.id, c.state, s.status from app.bank_connection as c
     join sandbox.bank_consent as s on s.id::text = c.consent_id where c.id = any($1)`,
    [[id, one.body.id, other.body.id]],
  )
  const inForce = rows.filter(({ state }) => state === 'Authorised')
  expect(inForce).toHaveLength(1)
  expect(rows.filter(({ status }) => status === 'AUTH')).toEqual(inForce)
  if (!atOnce) expect(inForce[0]?.id).toBe(other.body.id)
  // what was read is shown with it, once
  const entries = await call('GET', `/entries?connectionId=${inForce[0]?.id}&pageSize=100`)
  expect(entries.body.data).toHaveLength(21)
})

test('a refresh token is used once, by however many readings at once', async () => {
  const id = await connected()
  const bank = testApi.providers.banks.get('sandbox_bank') as Bank
  const used: string[] = []
  const refreshTokens = async (refreshToken: string) => {
    used.push(refreshToken)
    await sleep(300)
    return bank.refreshTokens(refreshToken)
  }
  const banks = new Map(testApi.providers.banks).set(bank.id, { ...bank, refreshTokens })
  const work = {
    ...{ database: db.database, tenantId: tenantIdOf('northwind'), now: () => new Date() },
    ...{ providers: { ...testApi.providers, banks }, log: pino({ level: 'silent' }) },
  }
  await db.owner.query(
    `update app.bank_connection set tokens_expire_at = now() - interval '1 minute', read_at = null
     where tenant_id = $1 and id = $2`,
    [work.tenantId, id],
  )
  const row = (await inTenant(work, (inside) => findConnection(inside, id))) as ConnectionRow
  const readings = await Promise.all([readAgain(work, row), readAgain(work, row)])
  expect(readings.map(({ readAt, readError }) => [readAt !== null, readError])).toEqual([
    [true, null],
    [true, null],
  ])
  // with the row as it was before they were refreshed
  await readAgain(work, row)
  expect(used).toHaveLength(1)
})

test('a connection that ends while it is continued is not continued', async () => {
  const { body } = await call('POST', '/connections', { bank: 'sandbox_bank' })
  const scope = tenantScope(tenantIdOf('northwind'))
  const { continued } = await db.database.transaction(scope, async (ending) => {
    await updateConnection(ending, body.id, { state: 'Expired', ended_at: new Date() })
    const answer = call('POST', `/connections/${body.id}/continue`)
    await vi.waitFor(async () => {
      const { rowCount } = await db.owner.query(
        `select from pg_stat_activity where datname = current_database() and state = 'active'
           and query like 'update "bank_connection"%'`,
      )
      expect(rowCount).toBe(1)
    })
    // not awaited here: it waits for this transaction to end
    return { continued: answer }
  })
  expect(await continued).toMatchObject({
    ...{ status: 409, body: { code: 'open_banking.not_waiting' } },
  })
})

test('a bank that is down is notified of a revocation until it answers', async () => {
  const id = await connected('sandbox_flaky')
  const revoked = await call('DELETE', `/connections/${id}`)
  expect(revoked.body).toMatchObject({ state: 'Revoked', isBankToBeNotified: true })
  const atBank = async () => {
    const { rows } = await db.owner.query<{ status: string }>(
      'select status from sandbox.bank_consent where id::text = (select consent_id from app.bank_connection where id = $1)',
      [id],
    )
    return rows[0]?.status
  }
  expect(await atBank()).toBe('AUTH')
  await follow(60_000)
  expect(await atBank()).toBe('AUTH')
  await follow(600_000)
  expect(await atBank()).toBe('CANC')
  expect((await call('GET', `/connections/${id}`)).body).toMatchObject({
    ...{ state: 'Revoked', isBankToBeNotified: false, bankStatus: 'CANC' },
  })
  const ended = { status: 409, body: { code: 'open_banking.ended' } }
  expect(await call('DELETE', `/connections/${id}`)).toMatchObject(ended)
})

test('a closed bank cannot be connected, and says so', async () => {
  const answer = await call('POST', '/connections', { bank: 'sandbox_closed' })
  expect(answer).toMatchObject({ status: 503, body: { code: 'open_banking.unavailable' } })
})

test('a connection ends by time, and its merchant is notified before', async () => {
  const id = await connected()
  const days = dayMs
  await follow(84 * days)
  const { rows } = await db.owner.query(
    'select 1 from app.bank_connection where id = $1 and notified_at is not null',
    [id],
  )
  expect(rows).toHaveLength(1)
  await follow(91 * days)
  expect((await call('GET', `/connections/${id}`)).body).toMatchObject({
    ...{ state: 'Expired', mayRenew: true },
  })
})

test('a consent whose customer never comes back from the bank ends there too', async () => {
  const { id } = await connect()
  await follow(2 * 3_600_000)
  expect((await call('GET', `/connections/${id}`)).body).toMatchObject({ state: 'Expired' })
  await follow(2 * 3_600_000)
  const { rows } = await db.owner.query(
    `select status from sandbox.bank_consent where id::text = (select consent_id from app.bank_connection where id = $1)`,
    [id],
  )
  expect(rows).toEqual([{ status: 'CANC' }])
})

test('a customer who ends a consent at the bank ends the connection here', async () => {
  const id = await connected()
  await db.owner.query(
    `update sandbox.bank_consent set status = 'CANC' where id::text = (select consent_id from app.bank_connection where id = $1)`,
    [id],
  )
  const read = await call('POST', `/connections/${id}/readings`)
  expect(read.body).toMatchObject({ state: 'Revoked', bankStatus: 'CANC' })
})

test('Test and Live stand apart, and so do merchants', async () => {
  const id = await connected()
  const live = await call('GET', '/connections', undefined, merchant.token, 'Live')
  expect(live.body.data).toEqual([])
  const stranger = await makeUser(db, {
    ...{ user_type: 'merchant', tenant_id: tenantIdOf('northwind') },
    merchant_id: merchantIdOf('quayside'),
    permissions: ['Merchant.Payments.View', 'Merchant.Payments.Edit'],
  })
  const token = await testApi.issuer.token(stranger.id)
  for (const [method, path] of [
    ['GET', `/connections/${id}`],
    ['DELETE', `/connections/${id}`],
    ['POST', `/connections/${id}/renew`],
    ['POST', `/connections/${id}/readings`],
  ] as const) {
    expect((await call(method, path, undefined, token)).status).toBe(404)
  }
  expect((await call('GET', '/entries', undefined, token)).body.data).toEqual([])
})

test('an incoming transfer that quotes a payment’s reference is shown with that payment', async () => {
  const id = await connected()
  const taken = await app.inject({
    ...{ method: 'POST', url: '/v1/payments' },
    headers: { authorization: 'Bearer cf_test_demo_harbour', 'idempotency-key': randomUUID() },
    payload: { amount: 1006, currency: 'GBP', method: { type: 'bank_transfer' } },
  })
  const { id: paymentId, accountReference: reference } = taken.json()
  const { rows } = await db.owner.query<{ account_id: string }>(
    `select account_id from app.bank_account where connection_id = $1 and currency = 'GBP' order by name`,
    [id],
  )
  const account = rows[0]?.account_id
  const paidIn = await app.inject({
    ...{ method: 'POST', url: `/sandbox/banks/sandbox_bank/accounts/${account}/entries` },
    payload: { amount: 1006, currency: 'GBP', reference: `FOR ${reference}` },
  })
  expect(paidIn.statusCode, paidIn.body).toBe(201)
  await call('POST', `/connections/${id}/readings`)
  const { data } = (await call('GET', `/entries?searchKey=${reference}`)).body
  expect(data).toMatchObject([{ amount: 1006, paymentId }])
})

test('the bank takes no request that was changed or is not ours', async () => {
  const { url } = await connect()
  const address = new URL(url)
  const request = address.searchParams.get('request') ?? ''
  address.searchParams.set('request', `${request.slice(0, -6)}AAAAAA`)
  const page = await app.inject({ url: pathOf(address.href) })
  expect(page.body).toContain('There is nothing to approve')
  const resource = '/sandbox/banks/sandbox_bank/open-banking/v4.0/aisp/accounts'
  const answer = await app.inject({ url: resource, headers: { authorization: 'Bearer x' } })
  expect(answer.statusCode).toBe(401)
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const token = await app.inject({
    ...{ method: 'POST', url: '/sandbox/banks/sandbox_bank/token', headers: form },
    payload: 'grant_type=client_credentials&client_assertion=none',
  })
  expect(token.json()).toEqual({ error: 'invalid_client' })
})

test('each step of a connection leaves an audit entry of that connection [audit open-banking.continueConnection] [audit open-banking.renewConnection] [audit open-banking.revokeConnection] [audit open-banking.completeConnection]', async () => {
  const { url } = await connect()
  const begun = await call('POST', '/connections', { bank: 'sandbox_bank' })
  const again = await call('POST', `/connections/${begun.body.id}/continue`)
  expect(again.body.url).not.toBe(url)
  const back = await decide(again.body.url, /Share all/)
  await call('POST', '/authorisations', back)
  await call('POST', `/connections/${begun.body.id}/renew`)
  await call('DELETE', `/connections/${begun.body.id}`)
  const { rows } = await db.owner.query<{ action: string }>(
    'select action from app.audit_entry where record_id = $1 order by id',
    [begun.body.id],
  )
  expect(rows.map(({ action }) => action)).toEqual([
    ...['open-banking.connectBank', 'open-banking.continueConnection'],
    ...['open-banking.completeConnection', 'open-banking.revokeConnection'],
  ])
  const renewed = await db.owner.query(
    `select 1 from app.audit_entry where action = 'open-banking.renewConnection'`,
  )
  expect(renewed.rows.length).toBeGreaterThan(0)
  const kept = await db.owner.query(
    'select 1 from app.audit_entry where after::text like $1 or after::text like $2',
    [`%${back.code}%`, `%${back.state}%`],
  )
  expect(kept.rows).toEqual([])
})
