import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { callerFinder } from '@counterfoil/features/access/sign-in-context/callers.public.ts'
import type { PaymentList } from '@counterfoil/features/payments/lookup/lookup.contract.ts'
import { routes as lookupRoutes } from '@counterfoil/features/payments/lookup/lookup.routes.ts'
import { withLiterals } from '@counterfoil/kit/database/copy.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { makeMerchant, makePayment, makeTenant, makeUser } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { testServer } from '@counterfoil/kit/testing/test-server.ts'
import { unzip } from '@counterfoil/kit/testing/unzip.ts'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { routes } from './export.routes.ts'

const db = await testDatabase()
const finder = callerFinder(db.database)
const { app, call } = await testServer(db, [...routes, ...lookupRoutes], finder)

const tenant = await makeTenant(db)
const foreign = await makeTenant(db)
const merchant = await makeMerchant(db, {
  tenant_id: tenant.id,
  legal_business_name: '=HYPERLINK("http://x","y"), "Ltd"',
})
const other = await makeMerchant(db, { tenant_id: tenant.id })
const stranger = await makeMerchant(db, { tenant_id: foreign.id })
const view = { permissions: ['CRM.Transaction.View'] }
const operator = await makeUser(db, { tenant_id: tenant.id, user_type: 'tenant', ...view })
const agent = await makeUser(db, {
  tenant_id: tenant.id,
  user_type: 'tenant',
  limited_to: [other.id],
  ...view,
})
const merchantUser = await makeUser(db, {
  tenant_id: tenant.id,
  user_type: 'merchant',
  merchant_id: merchant.id,
  permissions: ['Merchant.Transaction.View'],
})
const platform = await makeUser(db, {
  tenant_id: (await makeTenant(db, { is_platform: true })).id,
  user_type: 'platform',
  permissions: ['Platform.Transaction.Lookup'],
})

const texts = [
  '=1+1',
  '+90 555',
  '-12',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  'a "b", c',
  'two\nlines',
  '',
  'ğüş',
  "o'neil\\",
]
const currencies = ['GBP', 'JPY', 'KWD']
const at = new Date('2026-03-29T00:30:15.250Z')
for (const [n, text] of texts.entries()) {
  await makePayment(db, {
    tenant_id: tenant.id,
    merchant_id: n % 3 ? merchant.id : other.id,
    external_id: text,
    description: text,
    customer_email: `${text.replace(/\W/g, '')}@example.com`,
    currency: currencies[n % 3] ?? 'GBP',
    status: n % 2 ? 'captured' : 'declined',
    amount_minor: BigInt(1200 + n * 7),
    card_brand: 'visa',
    card_first6: '424242',
    card_last4: '4242',
  })
}
await makePayment(db, { tenant_id: foreign.id, merchant_id: stranger.id, external_id: 'foreign' })

type Who = { readonly id: string }
const base = '/api/crm/transactions/csv/'

async function exported(who: Who, query: string, path = base) {
  const response = await call(who, `GET ${path}?${query}`)
  expect(response.statusCode).toBe(200)
  expect(response.headers['content-type']).toBe('application/zip')
  expect(response.headers['content-disposition']).toBe('attachment; filename="filename.zip"')
  const { name, text } = unzip(response.rawPayload)
  expect(name).toBe('filename.csv')
  // spreadsheets know by it that Turkish letters are UTF-8
  expect(text.startsWith('\uFEFF')).toBe(true)
  return text.slice(1)
}
const cells = async (who: Who, query: string, path = base): Promise<Record<string, string>[]> =>
  parse(await exported(who, query, path), { columns: true })

describe('an export', () => {
  test('holds exactly the rows of the list, in its order, for whoever asks [transactions.csv-name]', async () => {
    const cases = fc.record({
      who: fc.constantFrom(operator, agent, merchantUser, platform),
      sort: fc.constantFrom('created', 'amount'),
      order: fc.constantFrom('asc', 'desc'),
      filter: fc.constantFrom(
        '',
        'status=captured',
        'currency=JPY,KWD',
        'amountFrom=1220',
        'searchKey=a%20%22b%22,%20c',
        'searchKey=4242',
        'email=SUMA1@example.com',
        `merchantId=${merchant.id}`,
        'dateTo=2020-01-01',
        'mode=Test',
      ),
    })
    await fc.assert(
      fc.asyncProperty(cases, async ({ who, sort, order, filter }) => {
        const path = who === merchantUser ? '/api/transactions' : '/api/crm/transactions'
        const query = `sort=${sort}&order=${order}&${filter}`
        const list: PaymentList = (await call(who, `GET ${path}?pageSize=1000&${query}`)).json()
        const rows = await cells(who, `columns=id,amount,currency&${query}`, `${path}/csv/`)
        expect(rows.map((row) => row['Payment id'])).toEqual(list.data.map((one) => one.id))
        const decimalPlaces: Record<string, number> = { GBP: 2, JPY: 0, KWD: 3 }
        expect(rows.map((row) => row.Amount)).toEqual(
          list.data.map(({ amount, currency }) => {
            const decimals = decimalPlaces[currency] ?? 2
            return (amount / 10 ** decimals).toFixed(decimals)
          }),
        )
      }),
      { numRuns: 60 },
    )
  })

  test('makes formulas harmless, and leaves every other text as it is', async () => {
    const rows = await cells(operator, 'columns=externalId,merchantName,amount&order=asc')
    const harmless = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)
    expect(rows.map((row) => row['External id'])).toEqual(texts.map(harmless))
    expect(rows[1]?.Merchant).toBe('\'=HYPERLINK("http://x","y"), "Ltd"')
    expect(rows[0]?.Amount).toBe('12.00')
  })

  test('has the asked columns in their order, headed in the user’s language', async () => {
    const [header] = (await exported(operator, 'columns=status,id,card&language=tr-TR')).split('\n')
    expect(header).toBe('Durum,Ödeme no,Kart')
    const [all] = (await exported(operator, '')).split('\n')
    expect(all).toMatch(/^Created \(UTC\),Payment id,External id,Merchant,Website,Status/)
    expect((await exported(platform, '')).split('\n')[0]).toContain(',Tenant,')
  })

  test('has times in the user’s zone, which the heading names: by its name over a clock change, else by the offset', async () => {
    const later = new Date(at.getTime() + 3_600_000)
    await makePayment(db, {
      tenant_id: foreign.id,
      merchant_id: stranger.id,
      id: newId(at),
      created_at: at,
      external_id: 'before',
    })
    await makePayment(db, {
      tenant_id: foreign.id,
      merchant_id: stranger.id,
      id: newId(later),
      created_at: later,
      external_id: 'after',
    })
    const times = async (zone: string, heading: string) =>
      (await cells(platform, `searchKey=before&columns=createdAt&${zone}`))
        .concat(await cells(platform, `searchKey=after&columns=createdAt&${zone}`))
        .map((row) => row[`Created (${heading})`])
    // clocks go forward at 01:00 UTC that night
    expect(await times('timeZone=Europe/London', 'Europe/London')).toEqual([
      '2026-03-29 00:30:15',
      '2026-03-29 02:30:15',
    ])
    expect(await times('timezoneOffset=-180', 'UTC+03:00')).toEqual([
      '2026-03-29 03:30:15',
      '2026-03-29 04:30:15',
    ])
    expect(await times('', 'UTC')).toEqual(['2026-03-29 00:30:15', '2026-03-29 01:30:15'])
  })

  test('is written into the audit with its filter', async () => {
    await exported(operator, 'status=captured&columns=id')
    const { rows } = await db.owner.query(
      `select actor_id, action, after from audit_entry where action = 'payments.export' order by id desc limit 1`,
    )
    expect(rows[0]).toMatchObject({
      actor_id: operator.id,
      after: { status: ['captured'], columns: ['id'], mode: 'Live' },
    })
  })

  test('that cannot be made says why, as a problem', async () => {
    const codeOf = async (query: string) => {
      const response = await call(operator, `GET ${base}?${query}`)
      return [response.statusCode, response.json().code]
    }
    expect(await codeOf('columns=id,secret')).toEqual([400, 'export.unknown_column'])
    expect(await codeOf('timeZone=Mars/Base')).toEqual([400, 'time_zone.unknown'])
    expect(await codeOf('timezoneOffset=x')).toEqual([400, 'request.invalid'])
  })
})

describe('values written into the statement', () => {
  const hostile = [
    "' or true --",
    "'; drop table payment; --",
    "\\' or 1=1 --",
    '\\',
    '$1',
    "'$2'",
    "') to program 'id' --",
    "E'\\x27",
    "''",
  ]

  test('cannot leave their quotes', async () => {
    for (const text of hostile) {
      for (const field of ['externalId', 'email', 'searchKey', 'provider']) {
        const query = `columns=id&${field}=${encodeURIComponent(text)}`
        const lines = (await exported(operator, query)).trim().split('\n')
        expect(lines).toEqual(['Payment id'])
      }
    }
    expect((await cells(operator, 'columns=id')).length).toBe(texts.length)
  })

  test('are read back by the database as they were', async () => {
    const { rows: settings } = await db.owner.query('show standard_conforming_strings')
    expect(settings[0].standard_conforming_strings).toBe('on')
    const unit = fc.constantFrom(...`'"\\$1;-,{} \n\tğ€x`)
    const value = fc.string({ unit })
    // many at once: one statement is one round trip
    const values = fc.sample(fc.tuple(value, fc.array(value)), 60)
    const parts = values.map(
      (_, at) => `select ${at} as at, $${at * 2 + 1}::text as one, $${at * 2 + 2}::text[] as list`,
    )
    const statement = withLiterals(`${parts.join(' union all ')} order by at`, values.flat())
    const { rows } = await db.owner.query(statement)
    expect(rows.map((row) => [row.one, row.list])).toEqual(values)
  })
})

test('who goes away takes the query along', async () => {
  await db.owner.query(
    `insert into payment (tenant_id, id, merchant_id, mode, status, method, currency, amount_minor, auto_capture, channel,
      business_day, created_at, updated_at, description)
     select $1, ('0190a000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, $2, 2, 'created', 'card', 'GBP', 1, true,
      'api', '2024-07-11', to_timestamp(x.ms / 1000.0), now(), (select string_agg(md5((n * 100 + m)::text), '') from generate_series(1, 80) as m)
     from generate_series(1, 5000) as n, (select ('x0190a0000000')::bit(48)::bigint as ms) as x`,
    [foreign.id, stranger.id],
  )
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  expect(address).toContain(String(port))
  const copies = async () => {
    const { rows } = await db.owner.query(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and query like 'copy (%'`,
    )
    return rows[0].n
  }
  await new Promise<void>((resolve, reject) => {
    const headers = { authorization: `Bearer ${platform.id}` }
    const asked = request({
      port,
      host: '127.0.0.1',
      path: `${base}?columns=id,description`,
      headers,
    })
    asked.on('response', (response) => {
      response.once('data', () => {
        asked.destroy()
        resolve()
      })
      response.on('error', () => undefined)
    })
    asked.on('error', reject)
    asked.end()
  })
  await vi.waitFor(async () => expect(await copies()).toBe(0), { timeout: 5000 })
})

test('a report is the list with its filters and columns, named by what it is and when [reports.csv-name]', async () => {
  const body = {
    reportId: 'transactions',
    filters: { status: ['captured'], amountFrom: 1200, sort: 'amount', order: 'asc' },
    columns: ['amount', 'externalId'],
  }
  const ask = (user: { id: string }, payload: object) =>
    call(user, 'POST /api/reporting/report-v2/reports-tenant-export-v3', { payload })
  const answer = await ask(operator, body)
  expect(answer.statusCode).toBe(200)
  const name = /^attachment; filename="(transactions-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ)\.zip"$/.exec(
    String(answer.headers['content-disposition']),
  )?.[1]
  const file = unzip(answer.rawPayload)
  expect(file.name).toBe(`${name}.csv`)
  const rows: string[][] = parse(file.text, { bom: true })
  const listed = (
    await call(operator, 'GET /api/crm/transactions?status=captured&sort=amount&order=asc')
  ).json<PaymentList>().data
  expect(rows[0]).toEqual(['Amount', 'External id'])
  expect(rows.length - 1).toBe(listed.length)
  expect((await ask(merchantUser, body)).statusCode).toBe(403)
  for (const wrong of [
    { ...body, reportId: 'moods' },
    { ...body, columns: ['shoe'] },
    { ...body, filters: { status: ['sold'] } },
  ]) {
    expect((await ask(operator, wrong)).statusCode).toBe(400)
  }
})
