import { callerFinder } from '@counterfoil/features/access/sign-in-context/callers.public.ts'
import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { makeMerchant, makeTenant, makeUser } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { testServer } from '@counterfoil/kit/testing/test-server.ts'
import { v7 } from 'uuid'
import { beforeAll, expect, test } from 'vitest'
import type { Email } from './emails.contract.ts'
import { routes } from './emails.routes.ts'
import { sendMail } from './mail.public.ts'
import { noMailServer } from './mail.schema.ts'

const db = await testDatabase()
const { call } = await testServer(db, routes, callerFinder(db.database))
const permissions = ['CRM.Email.View']
const tenant = await makeTenant(db)
const foreign = await makeTenant(db)
const platform = await makeTenant(db, { is_platform: true })
const harbour = await makeMerchant(db, { tenant_id: tenant.id, legal_business_name: 'Harbour' })
const quayside = await makeMerchant(db, { tenant_id: tenant.id })
const operator = { tenant_id: tenant.id, user_type: 'tenant', permissions } as const
const users = {
  operator: await makeUser(db, operator),
  agent: await makeUser(db, { ...operator, limited_to: [harbour.id] }),
  narrow: await makeUser(db, { ...operator, limited_to_providers: ['sandbox_beta'] }),
  clerk: await makeUser(db, { ...operator, permissions: ['CRM.Support.Lookup'] }),
  staff: await makeUser(db, { tenant_id: platform.id, user_type: 'platform', permissions }),
}
const thread = v7()

function put(tenantId: string, to: string, some: object = {}) {
  return db.database.transaction(tenantScope(tenantId), (inTenant) =>
    sendMail(inTenant, db.jobs, {
      to,
      merchantId: null,
      language: 'en',
      isSecret: false,
      now: new Date(),
      content: () => ({
        subject: `About ${to}`,
        greeting: 'Hello,',
        paragraphs: [`<script>alert('${to}')</script>`],
        notes: [],
      }),
      ...some,
    }),
  )
}

beforeAll(async () => {
  await put(tenant.id, 'kim@harbour.example', { merchantId: harbour.id, threadId: thread })
  await put(tenant.id, 'ada@quayside.example', { merchantId: quayside.id })
  await put(tenant.id, 'Colleague@Northwind.example', { now: new Date('2026-03-04T23:59:00Z') })
  await put(tenant.id, 'new@northwind.example', { isSecret: true })
  await put(foreign.id, 'them@bosphorus.example')
  await put(platform.id, 'us@platform.example')
  await db.loader
    .updateTable('mail')
    .set({ state: 'sent', sent_at: new Date() })
    .where('recipient', '=', 'ada@quayside.example')
    .execute()
  await db.loader
    .updateTable('mail')
    .set({ failure: 'no such mailbox' })
    .where('recipient', '=', 'Colleague@Northwind.example')
    .execute()
})

async function list(who: keyof typeof users, query = ''): Promise<Email[]> {
  const answer = await call(users[who], `GET /api/crm/emails${query}`)
  expect([answer.statusCode, answer.body]).toEqual([200, answer.body])
  expect(answer.json().count).toBe(answer.json().data.length)
  return answer.json().data
}
const recipients = async (who: keyof typeof users, query = '') =>
  (await list(who, query)).map((one) => one.recipient)
const kim = 'kim@harbour.example'
const ada = 'ada@quayside.example'
const colleague = 'Colleague@Northwind.example'

test('each organisation reads its own outbox: no other tenant, no platform, and nobody without the permission', async () => {
  expect(await recipients('operator')).toEqual(['new@northwind.example', ada, kim, colleague])
  // whoever is limited to some merchants reads theirs
  expect(await recipients('agent')).toEqual([kim])
  expect(await recipients('staff')).toEqual(['us@platform.example'])
  expect((await call(users.clerk, 'GET /api/crm/emails')).statusCode).toBe(403)
  const [own] = await list('operator', '?searchKey=ada')
  for (const who of ['agent', 'staff'] as const) {
    const answer = await call(users[who], `GET /api/crm/emails/${own?.emailId}`)
    expect([who, answer.statusCode]).toEqual([who, 404])
  }
})

test('who sees payments of some providers alone reads what is mailed about tickets: others hold any payment', async () => {
  expect(await recipients('narrow')).toEqual([kim])
  const [ticket, receipt] = [
    await list('operator', `?searchKey=${kim}`),
    await list('operator', `?searchKey=${ada}`),
  ]
  const read = ([mail]: Email[]) => call(users.narrow, `GET /api/crm/emails/${mail?.emailId}`)
  expect((await read(ticket)).statusCode).toBe(200)
  expect((await read(receipt)).statusCode).toBe(404)
})

test('the outbox is searched, and filtered by day, state and conversation', async () => {
  expect(await recipients('operator', '?searchKey=NORTHWIND')).toHaveLength(2)
  expect(await recipients('operator', '?searchKey=about+kim')).toEqual([kim])
  expect(await recipients('operator', '?searchKey=%25')).toEqual([])
  expect(await recipients('operator', `?threadId=${thread}`)).toEqual([kim])
  expect(await recipients('operator', '?dateFrom=2026-03-04&dateTo=2026-03-04')).toEqual([
    colleague,
  ])
  expect(await recipients('operator', '?dateTo=2026-03-03')).toEqual([])
  // in Tokyo it is the morning of the fifth
  const abroad = await makeUser(db, operator)
  await db.loader
    .updateTable('app_user')
    .set({ time_zone: 'Asia/Tokyo' })
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', abroad.id)
    .execute()
  const found = async (day: string) =>
    (await call(abroad, `GET /api/crm/emails?dateFrom=${day}&dateTo=${day}`))
      .json()
      .data.map(({ recipient }: Email) => recipient)
  expect(await found('2026-03-04')).toEqual([])
  expect(await found('2026-03-05')).toEqual([colleague])
  expect(await recipients('operator', '?state=sent')).toEqual([ada])
  expect(await recipients('operator', '?state=failed')).toEqual([colleague])
  // without a mail server nothing waits for one
  expect(await recipients('operator', '?state=kept')).toEqual(['new@northwind.example', kim])
  expect(await recipients('operator', '?state=waiting')).toEqual([])
  const page = await call(users.operator, 'GET /api/crm/emails?pageSize=1&pageIndex=1')
  expect(page.json()).toMatchObject({ count: 4, data: [{ recipient: ada }] })
})

test('a mail says what it says, as text; a link that lets somebody in is for its recipient alone', async () => {
  const [, ofAda, ofKim] = await list('operator')
  const read = async (id?: string) =>
    (await call(users.operator, `GET /api/crm/emails/${id}`)).json()
  expect(await read(ofKim?.emailId)).toMatchObject({
    recipient: kim,
    customerName: 'Harbour',
    text: expect.stringContaining(`<script>alert('${kim}')</script>`),
  })
  expect(await read(ofAda?.emailId)).toMatchObject({ state: 'sent' })
  const [secret] = await list('operator', '?searchKey=new@')
  const shown = await read(secret?.emailId)
  expect(shown.text).toBe(null)
  expect(JSON.stringify(shown)).not.toContain('script')
  expect((await call(users.operator, `GET /api/crm/emails/${v7()}`)).statusCode).toBe(404)
})

test('what was written without a mail server is not said to wait for one that is set later', async () => {
  const settings = { SMTP_URL: 'smtp://localhost:2525' }
  const find = callerFinder(db.database)
  const served = await testServer(db, routes, find, undefined, undefined, settings)
  const states = async (query = '') =>
    (await served.call(users.operator, `GET /api/crm/emails${query}`))
      .json()
      .data.map(({ recipient, state, failure }: Email) => [recipient, state, failure])
  await put(tenant.id, 'unserved@northwind.example')
  // as the job leaves it that finds no server
  await db.loader
    .updateTable('mail')
    .set({ failure: noMailServer })
    .where('recipient', '=', 'unserved@northwind.example')
    .execute()
  // of an earlier version, which did not write that down
  await put(tenant.id, 'old@northwind.example', { now: new Date(Date.now() - 3 * dayMs) })
  const unsent = [
    ['unserved@northwind.example', 'kept', null],
    ['old@northwind.example', 'kept', null],
  ]
  expect(await states('?state=kept')).toEqual(unsent)
  expect(await states('?state=waiting')).toEqual([
    ['new@northwind.example', 'waiting', null],
    [kim, 'waiting', null],
  ])
  expect(await states('?state=failed')).toEqual([[colleague, 'failed', 'no such mailbox']])
})
