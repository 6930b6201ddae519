import { schedules } from '@counterfoil/features/access/audit/account-events.jobs.ts'
import { callerFinder } from '@counterfoil/features/access/sign-in-context/callers.public.ts'
import { recordAccountEvent } from '@counterfoil/identity/account-events.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { makeTenant, makeUser } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { testServer } from '@counterfoil/kit/testing/test-server.ts'
import { unzip } from '@counterfoil/kit/testing/unzip.ts'
import pg from 'pg'
import pino from 'pino'
import { v7 } from 'uuid'
import { afterAll, expect, test } from 'vitest'
import type { Login } from './login-history.contract.ts'
import { routes } from './login-history.routes.ts'

const db = await testDatabase()
const [platform, tenant, other] = [
  await makeTenant(db, { is_platform: true }),
  await makeTenant(db),
  await makeTenant(db),
]
const { call } = await testServer(db, routes, callerFinder(db.database))
const reader = await makeUser(db, {
  tenant_id: platform.id,
  user_type: 'platform',
  permissions: ['Platform.Reports.LoginHistory'],
})
const ada = await makeUser(db, {
  tenant_id: tenant.id,
  user_type: 'tenant',
  email: 'ada@quay.example',
})
const bo = await makeUser(db, { tenant_id: other.id, user_type: 'tenant' })

const provider = new pg.Pool({ connectionString: db.urls.identity })
afterAll(() => provider.end())
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0'
const from = { ip: '203.0.113.7', requestId: v7(), userAgent: firefox }
const of = (user: typeof ada) => ({ userId: user.id, tenantId: user.tenant_id })
await recordAccountEvent(provider, of(ada), from, {
  kind: 'sign_in_refused',
  reason: 'wrong_password',
})
await recordAccountEvent(
  provider,
  of(ada),
  { ...from, userAgent: undefined },
  { kind: 'signed_in' },
)
await recordAccountEvent(provider, of(bo), from, {
  kind: 'signed_in_elsewhere',
  provider: 'Quay SSO',
})
await recordAccountEvent(provider, of(bo), from, {
  kind: 'password_reset_requested',
  language: 'en',
})
const [takeOver] = schedules({ identityUrl: 'http://localhost:4001' })
await takeOver?.run({
  database: db.database,
  jobs: db.jobs,
  log: pino({ level: 'silent' }),
  now: () => new Date(),
  signal: new AbortController().signal,
})

const path = '/api/reporting/crm/reports/login-history'
async function logins(query: Record<string, string> = {}) {
  const answer = await call(reader, `GET ${path}?${new URLSearchParams(query)}`)
  return answer.json<{ data: Login[] }>().data
}

test('sign-ins and refusals of all tenants, newest first, with address, device and provider', async () => {
  const rows = await logins()
  expect(
    rows.map(({ userId, outcome, reason, ip, device, identityProvider, tenantName }) => [
      ...[userId, outcome, reason, ip, device, identityProvider, tenantName],
    ]),
  ).toEqual([
    [bo.id, 'signed-in', null, from.ip, 'Firefox, Linux', 'Quay SSO', other.name],
    [ada.id, 'signed-in', null, from.ip, null, null, tenant.name],
    [ada.id, 'sign-in-refused', 'wrong_password', from.ip, 'Firefox, Linux', null, tenant.name],
  ])
})

test('are found by outcome, tenant, address and e-mail', async () => {
  const found = async (query: Record<string, string>) => (await logins(query)).length
  expect(await found({ outcome: 'sign-in-refused,locked' })).toBe(1)
  expect(await found({ tenantId: tenant.id })).toBe(2)
  expect(await found({ searchKey: 'ADA@quay' })).toBe(2)
  expect(await found({ searchKey: from.ip })).toBe(3)
  expect(await found({ searchKey: '203.0.113' })).toBe(0)
  expect(await found({ dateTo: '2026-01-01' })).toBe(0)
})

test('a column that is hidden in the report is not searched either', async () => {
  const setting = [platform.id, 'crm-reports-login-history']
  const hide = (columns: string) =>
    db.owner.query(
      `insert into report_setting (tenant_id, report, hidden_columns, updated_at) values ($1, $2, $3, now())
       on conflict (tenant_id, report) do update set hidden_columns = excluded.hidden_columns`,
      [...setting, columns],
    )
  const found = async (searchKey: string) => (await logins({ searchKey })).length
  await hide('{email}')
  expect([await found('ada@'), await found(from.ip)]).toEqual([0, 3])
  await hide('{ip}')
  expect([await found('ada@'), await found(from.ip)]).toEqual([2, 0])
  await db.owner.query('delete from report_setting where (tenant_id, report) = ($1, $2)', setting)
})

test('the export has the same rows', async () => {
  const answer = await call(reader, `GET ${path}/export?outcome=signed-in`)
  expect(answer.body.slice(0, 2), answer.body).toBe('PK')
  const csv = unzip(answer.rawPayload).text
  expect(csv.trim().split('\n')).toHaveLength(3)
  expect(csv).toContain('Quay SSO')
})

test('days are those of the reader’s time zone', async () => {
  const abroad = await makeTenant(db, { is_platform: true, time_zone: 'Asia/Tokyo' })
  const there = await makeUser(db, {
    ...{ tenant_id: abroad.id, user_type: 'platform' },
    permissions: ['Platform.Reports.LoginHistory'],
  })
  // in Tokyo it is the morning of the fifth
  const at = new Date('2026-03-04T23:59:00Z')
  await db.loader
    .insertInto('audit_entry')
    .values({
      ...{ tenant_id: tenant.id, id: newId(at), actor_id: ada.id, actor_name: 'Ada' },
      ...{ action: 'account.signed-in', record_type: 'user', request_id: v7(), created_at: at },
    })
    .execute()
  const found = async (day: string) =>
    (await call(there, `GET ${path}?dateFrom=${day}&dateTo=${day}`)).json().data
  expect(await found('2026-03-04')).toEqual([])
  expect(await found('2026-03-05')).toMatchObject([{ userId: ada.id }])
})
