import { buffer } from 'node:stream/consumers'
import { callerFinder } from '@counterfoil/features/access/sign-in-context/callers.public.ts'
import type { PaymentTotals } from '@counterfoil/features/payments/lookup/lookup.contract.ts'
import { routes as lookup } from '@counterfoil/features/payments/lookup/lookup.routes.ts'
import { routes as listReports } from '@counterfoil/features/payments/reports/reports.routes.ts'
import { daysOf } from '@counterfoil/features/reporting/automated-reports/next-run.rules.ts'
import { readerOf } from '@counterfoil/features/reporting/exports/exports.public.ts'
import type { Dimension } from '@counterfoil/features/reporting/figures/dimensions.schema.ts'
import { dimensions } from '@counterfoil/features/reporting/figures/dimensions.schema.ts'
import type { Measure } from '@counterfoil/features/reporting/figures/figures.schema.ts'
import { measures } from '@counterfoil/features/reporting/figures/measures.rules.ts'
import { noneKey } from '@counterfoil/kit/contract/fields.ts'
import { cellsOf, csvRows } from '@counterfoil/kit/server/codecs/csv-rows.ts'
import { workbookOf } from '@counterfoil/kit/server/codecs/xlsx.ts'
import { exportSources } from '@counterfoil/kit/server/exports/export-source.ts'
import { makeMerchant, makeUser } from '@counterfoil/kit/testing/makers.ts'
import { testServer } from '@counterfoil/kit/testing/test-server.ts'
import { paymentFixture } from '@counterfoil/tools/testing/payments.ts'
import {
  firstDay,
  lastDay,
  londonDay,
  makeReportPayments,
  type Payment,
  readAttempts,
} from '@counterfoil/tools/testing/report-payments.ts'
import { eachSheetRow } from '@counterfoil/tools/workbook-rows.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { listFilterOf } from './report-link.rules.ts'
import type { ReportRow, SummaryReport } from './summary-report.schema.ts'
import { routes } from './summary-reports.routes.ts'

const fixture = await paymentFixture({ now: () => new Date('2026-11-02T12:00:00Z') })
const { tenantId, merchantId, database } = fixture
const other = await makeMerchant(fixture, { tenant_id: tenantId })
const { call } = await testServer(
  fixture,
  [...routes, ...lookup, ...listReports],
  callerFinder(fixture.database),
)

const permissions = [
  'CRM.Transaction.View',
  'CRM.Reports.TransactionsSummary',
  'CRM.Reports.DeclineReasons',
]
const user = (values: object) =>
  makeUser(fixture, { tenant_id: tenantId, user_type: 'tenant', permissions, ...values })
const operator = await user({})
const ofOther = await user({ limited_to: [other.id] })
const ofTransfers = await user({ limited_to_methods: ['bank_transfer'] })
const merchantUser = await user({
  user_type: 'merchant',
  merchant_id: merchantId,
  permissions: ['Merchant.Transaction.View', 'Merchant.Reports.TransactionsSummary'],
})

const approved = ['captured', 'refunded', 'voided']
const payments = await makeReportPayments(fixture, other, 240)
const attempts = await readAttempts(fixture)

/** Hours of zones that are not a whole number of hours from UTC begin within those of UTC. */
function startOfHour(at: Date, timeZone = 'Europe/London'): string {
  const minute = Number(at.toLocaleTimeString('en-GB', { timeZone, minute: 'numeric' }))
  const start = Math.floor(at.getTime() / 60_000 - minute) * 60_000
  return `${new Date(start).toISOString().slice(0, 19)}Z`
}

/** The key of a payment, worked out from the payment alone. */
const keyOf: Record<Dimension, (one: Payment) => string | null> = {
  day: (one) => londonDay(one.created_at),
  month: (one) => londonDay(one.created_at).slice(0, 7),
  weekday: (one) => String(new Date(londonDay(one.created_at)).getUTCDay() || 7),
  hour: (one) => startOfHour(one.created_at),
  status: (one) => one.status,
  method: (one) => one.method,
  provider: (one) => one.provider,
  merchant: (one) => one.merchant_id,
  tenant: (one) => one.tenant_id,
  brand: (one) => one.card_brand,
  channel: (one) => one.channel,
  website: (one) => one.website_id,
  country: (one) => one.customer_country,
  issuerCountry: (one) => one.card_issuer_country,
  cardType: (one) => one.card_type,
  mid: (one) => one.mid_id,
  declineReason: (one) => one.decline_reason,
  declineCode: (one) => one.decline_code,
}

/** What one payment adds to each figure, from its amounts and from what its attempts came to. */
function figuresOfOne(one: Payment): number[] {
  const { first, answerMs } = attempts.get(one.id) ?? { first: null, answerMs: null }
  const isRescued = first === 'declined' && approved.includes(one.status)
  return [
    ...[1, Number(one.amount_minor), Number(one.captured_minor)],
    ...[Number(isRescued), isRescued ? Number(one.amount_minor) : 0],
    ...[Number(answerMs !== null), answerMs ?? 0],
    ...[Number(first === 'approved'), Number(first === 'declined')],
  ]
}

/** The same of a report's row or total, in this order. */
const figuresOfRow = (row: Partial<ReportRow>) => [
  ...[row.count, row.volume, row.captured, row.rescued, row.rescuedVolume, row.answered],
  ...[row.answerMs, row.firstTryApproved, row.firstTryDeclined],
]

/** What became of first attempts is neither grouped nor filtered by the acquirer of the last. */
const hidesFirst = (by: readonly Dimension[], filter: object = {}) =>
  ['provider', 'mid'].some((one) => by.includes(one as Dimension)) ||
  ['provider', 'midId'].some((one) => one in filter)

/** The figures of each group and currency, added up payment by payment. */
function addUp(some: readonly Payment[], by: readonly Dimension[], filter = {}, timeZone?: string) {
  const groups = new Map<string, (number | null)[]>()
  for (const one of some) {
    const key = JSON.stringify([
      ...by.map((dimension) =>
        dimension === 'hour' ? startOfHour(one.created_at, timeZone) : keyOf[dimension](one),
      ),
      one.currency,
    ])
    const before = groups.get(key) ?? []
    const sums = figuresOfOne(one).map((value, at) => (before[at] ?? 0) + value)
    groups.set(key, hidesFirst(by, filter) ? [...sums.slice(0, -2), null, null] : sums)
  }
  return Object.fromEntries([...groups].sort())
}

const rowsOf = ({ rows, groupBy }: SummaryReport) =>
  Object.fromEntries(
    rows
      .map(({ keys, currency, ...row }) => {
        const key = JSON.stringify([...groupBy.map((one) => keys[one] ?? null), currency])
        return [key, figuresOfRow(row)] as const
      })
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )

/** Count and volume of each currency, added up payment by payment. */
const sumsOf = (some: readonly Payment[]) =>
  Object.fromEntries(
    Object.entries(addUp(some, [])).map(([key, [count, volume]]) => [
      (JSON.parse(key) as string[])[0],
      [count, volume],
    ]),
  )

/** Columns of an export with the figures of attempts, in the order of `figuresOfOne`. */
const attemptColumns = [
  ...['Approved by a later attempt', 'Volume approved by later attempts'],
  ...['Answered by the acquirer', 'Waited for acquirers (ms)'],
  ...['Approved at the first attempt', 'Declined at the first attempt'],
]

/** The same with what the attempts came to, as exports of reports have it. */
const allSumsOf = (some: readonly Payment[], by: readonly Dimension[], filter: object) =>
  Object.fromEntries(
    Object.entries(addUp(some, [])).map(([key, sums]) => {
      const [count = 0, volume = 0, , ...ofAttempts] = sums
      // a cell of a figure that is not grouped so is empty
      const shown = hidesFirst(by, filter) ? [...ofAttempts.slice(0, -2), 0, 0] : ofAttempts
      return [(JSON.parse(key) as string[])[0], [count, volume, ...shown]]
    }),
  )

const find = callerFinder(fixture.database)
const listColumns = 'id,currency,amount'

/** The same of an export of this reader's, added up from the rows of its CSV and of its workbook. */
async function exported(source: string, who: typeof operator, given: Record<string, string>) {
  const subject = { issuer: 'http://localhost:4001', subject: who.id, email: undefined }
  const now = new Date('2026-11-02T12:00:00Z')
  const reader = readerOf(database, await find(subject), 2, now)
  const known = exportSources().get(source)
  if (known === undefined) throw new Error(`${source} is not declared`)
  const open = await known.open(known.query.parse({ ...given, language: 'en' }), reader)
  const { columns } = open
  const at = (name: string) => columns.findIndex((one) => one.name === name)
  const rows: string[][] = []
  for await (const batch of csvRows(open.csv)) rows.push(...batch.map(cellsOf))
  const ofCsv = rows.slice(1)
  expect(ofCsv).toHaveLength(open.rows)
  async function* inBatches() {
    yield ofCsv
  }
  const book = {
    ...{ columns, rows: inBatches(), name: 'x', at: now },
    about: { name: 'about', lines: [] },
  }
  const ofWorkbook: string[][] = []
  eachSheetRow(await buffer(workbookOf(book).stream), columns[0]?.name ?? '', (cells) =>
    ofWorkbook.push(cells),
  )
  const amountAt = Math.max(at('Volume'), at('Amount'))
  return [ofCsv, ofWorkbook].map((some) => {
    const sums: Record<string, number[]> = {}
    for (const cells of some) {
      const currency = cells[at('Currency')] ?? ''
      const minorOf = (place: number) =>
        Math.round(Number(cells[place]) * (currency === 'JPY' ? 1 : 100))
      const payments = at('Payments') < 0 ? 1 : Number(cells[at('Payments')])
      const ofAttempts = attemptColumns
        .map((name) => ({ name, place: at(name) }))
        .filter(({ place }) => place >= 0)
        .map(({ name, place }) =>
          name.startsWith('Volume') ? minorOf(place) : Number(cells[place]),
        )
      const before = sums[currency] ?? []
      sums[currency] = [payments, minorOf(amountAt), ...ofAttempts].map(
        (value, place) => (before[place] ?? 0) + value,
      )
    }
    return sums
  })
}

/** Those that open the payments that they count. */
const openedMeasures = (Object.keys(measures) as Measure[]).filter(
  (one) => measures[one].unit === 'count',
)

const v1 = '/api/reporting/crm/reports/transaction-summary/transaction-summary-report'
const statusChart = '/api/crm/reports/transaction-summary/charts/grouped-by-status'
const totalsOfList = '/api/crm/transactions/totals'
const ask = (who: typeof operator, path: string, query: Record<string, string>) =>
  call(who, `GET ${path}?${new URLSearchParams(query)}`)

describe('a report', () => {
  const filters: readonly (readonly [Record<string, string>, (one: Payment) => boolean])[] = [
    [{}, () => true],
    [{ method: 'card' }, ({ method }) => method === 'card'],
    [{ status: 'captured,declined' }, ({ status }) => ['captured', 'declined'].includes(status)],
    [{ currency: 'JPY' }, ({ currency }) => currency === 'JPY'],
    [{ merchantId: other.id }, ({ merchant_id }) => merchant_id === other.id],
    [{ channel: 'api' }, ({ channel }) => channel === 'api'],
    [{ provider: 'sandbox_beta' }, ({ provider }) => provider === 'sandbox_beta'],
    [{ midId: noneKey }, ({ mid_id }) => mid_id === null],
    [{ declineCode: '51,-' }, ({ decline_code }) => decline_code === '51' || decline_code === null],
    [{ declineReason: '-' }, ({ decline_reason }) => decline_reason === null],
    [{ amountFrom: '300' }, ({ amount_minor }) => amount_minor >= 300n],
    [
      { declineReason: 'Do not honour, call' },
      ({ decline_reason }) => decline_reason === 'Do not honour, call',
    ],
    [
      { cardBrand: 'visa', customerCountry: 'GB' },
      (one) => one.card_brand === 'visa' && one.customer_country === 'GB',
    ],
  ]
  const readers: readonly (readonly [typeof operator, (one: Payment) => boolean])[] = [
    [operator, () => true],
    [ofOther, ({ merchant_id }) => merchant_id === other.id],
    [ofTransfers, ({ method }) => method === 'bank_transfer'],
  ]
  const spans: readonly (readonly [string, string])[] = [
    [firstDay, lastDay],
    ['2026-10-25', '2026-10-25'],
    ['2026-10-24', '2026-10-30'],
    ['2026-03-29', '2026-03-29'],
    [firstDay, '2026-10-29T09:30:00Z'],
    ['2026-10-24T17:00:00Z', '2026-10-30'],
  ]
  /** On the side of a day that London has, or of an instant. */
  const isSince = ({ created_at }: Payment, from: string) =>
    from.includes('T') ? created_at >= new Date(from) : londonDay(created_at) >= from
  const isUntil = ({ created_at }: Payment, to: string) =>
    to.includes('T') ? created_at <= new Date(to) : londonDay(created_at) <= to
  const zones = ['Europe/London', 'America/New_York', 'Asia/Kathmandu'] as const

  test('is what its payments add up to, by any dimensions, filter, days and reader', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.constantFrom(...dimensions), { maxLength: 3 }),
        fc.constantFrom(...filters),
        fc.constantFrom(...readers),
        fc.constantFrom(...spans),
        fc.constantFrom(...zones),
        async (by, [filter, isSelected], [who, isSeen], [from, to], timeZone) => {
          const isLong = by.includes('hour') && from === firstDay
          const days = isLong
            ? { dateFrom: '2026-10-24', dateTo: '2026-10-28' }
            : { dateFrom: from, dateTo: to }
          const isWithin = (one: Payment) =>
            isSince(one, days.dateFrom) && isUntil(one, days.dateTo) && one.mode === 2
          const expected = payments.filter((one) => isWithin(one) && isSelected(one) && isSeen(one))
          const answer = await ask(who, v1, {
            ...filter,
            ...days,
            ...{ groupBy: by.join(',') || 'status', timeZone },
          })
          const report = answer.json<SummaryReport>()
          expect(rowsOf(report)).toEqual(
            addUp(expected, by.length === 0 ? ['status'] : by, filter, timeZone),
          )
          expect(report.all.count).toBe(expected.length)
          const totals = report.totals.map(({ currency, ...row }) => [
            JSON.stringify([currency]),
            figuresOfRow(row),
          ])
          expect(Object.fromEntries(totals.sort())).toEqual(addUp(expected, [], filter))
          const groupBy = by.join(',') || 'status'
          const reports = await exported('summary-reports.v1', who, { ...filter, ...days, groupBy })
          const lists = await exported('payments', who, {
            ...filter,
            ...days,
            columns: listColumns,
          })
          const direct = sumsOf(expected)
          const all = allSumsOf(expected, by, filter)
          expect([...reports, ...lists]).toEqual([all, all, direct, direct])
          const chart = (await ask(who, statusChart, { ...filter, ...days })).json<SummaryReport>()
          expect(rowsOf(chart)).toEqual(addUp(expected, ['status'], filter))
          const lookedUp = (
            await ask(who, totalsOfList, { ...filter, ...days })
          ).json<PaymentTotals>()
          const amounts = lookedUp.totals?.map(({ currency, count, amount }) => [
            currency,
            [count, amount],
          ])
          expect(Object.fromEntries(amounts ?? [])).toEqual(direct)
        },
      ),
      { numRuns: 60 },
    )
  })

  test('that is sent by itself adds up to its payments of the days that it means', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...filters),
        fc.constantFrom(...readers),
        fc.constantFrom('yesterday' as const, 'last_seven', 'last_week', 'last_month'),
        fc.constantFrom('2026-10-26', '2026-11-02', '2026-03-30'),
        async ([filter, isSelected], [who, isSeen], days, due) => {
          // as a run asks for it
          const { dateFrom, dateTo } = daysOf(days, new Date(`${due}T06:30:00Z`), 'Europe/London')
          const expected = payments.filter((one) => {
            const day = londonDay(one.created_at)
            const isMeant = day >= dateFrom && day <= dateTo && one.mode === 2
            return isMeant && isSelected(one) && isSeen(one)
          })
          const direct = allSumsOf(expected, [], filter)
          const query = { ...filter, groupBy: 'status,method', dateFrom, dateTo }
          expect(await exported('summary-reports.v1', who, query)).toEqual([direct, direct])
        },
      ),
      { numRuns: 20 },
    )
  })

  test('opens exactly its payments: each number is the count of the list behind it', async () => {
    const withNone = new Set<string>()
    for (const by of [
      'month',
      'provider',
      'declineReason',
      'brand',
      'country',
      'mid',
      'website',
      'issuerCountry',
      'hour',
    ] as const) {
      const filter = { method: 'card' }
      const days =
        by === 'hour'
          ? { dateFrom: '2026-10-25', dateTo: '2026-10-25' }
          : { dateFrom: firstDay, dateTo: lastDay }
      const report = (
        await ask(operator, v1, { ...filter, ...days, groupBy: by })
      ).json<SummaryReport>()
      expect(report.rows.length).toBeGreaterThan(0)
      // the biggest groups, and that of payments without any
      const groups = report.rows.filter((row, at) => at < 6 || row.keys[by] === null)
      for (const { keys, currency, ...counted } of groups) {
        const figures: Partial<Record<Measure, number | null>> = counted
        for (const measure of openedMeasures) {
          if (figures[measure] === null) continue
          const link = listFilterOf({
            filter,
            from: report.from,
            to: report.to,
            timeZone: report.timeZone,
            keys,
            currency,
            measure,
          })
          if (link === undefined) continue
          if (Object.values(link).includes(noneKey)) withNone.add(by)
          const totals = await ask(operator, '/api/crm/transactions/totals', link)
          expect(totals.json<PaymentTotals>().count).toBe(figures[measure])
        }
      }
    }
    expect([...withNone]).toEqual(
      expect.arrayContaining(['provider', 'country', 'mid', 'website', 'issuerCountry']),
    )
  })

  test('is the same as CSV, with amounts in the decimals of their currency', async () => {
    const query = {
      groupBy: 'provider',
      dateFrom: firstDay,
      dateTo: lastDay,
      currency: 'JPY,GBP',
    }
    const report = (await ask(operator, v1, query)).json<SummaryReport>()
    const csv = (await ask(operator, `${v1}/export`, { ...query, language: 'tr' })).body
    const [head = '', ...lines] = csv.replace('\uFEFF', '').trim().split('\r\n')
    expect(head.split(',').slice(0, 4)).toEqual([
      'Sağlayıcı',
      'Para birimi',
      'Ödemeler',
      'Onaylanan',
    ])
    expect(lines).toHaveLength(report.rows.length)
    const volumes = report.rows.map(({ volume = 0, currency }) =>
      currency === 'JPY' ? String(volume) : (volume / 100).toFixed(2),
    )
    expect(lines.map((line) => line.split(',')[7]).sort()).toEqual(volumes.sort())
    expect(lines.some((line) => line.startsWith('Yok,'))).toBe(true)
  })

  test('of declines holds declines alone, whatever statuses are asked for', async () => {
    const path = '/api/reporting/crm/reports/decline-reasons-statistics'
    const days = { dateFrom: firstDay, dateTo: lastDay }
    const { all } = (await ask(operator, path, days)).json<SummaryReport>()
    expect([all.count, all.approved]).toEqual([all.declined, 0])
    expect(all.count).toBeGreaterThan(0)
    const none = (await ask(operator, path, { ...days, status: 'captured' })).json<SummaryReport>()
    expect(none.rows).toEqual([])
  })
})

test('a merchant reads its own payments, in its own report and in charts', async () => {
  const days = { dateFrom: firstDay, dateTo: lastDay }
  const own = payments.filter(
    (one) =>
      one.mode === 2 && one.merchant_id === merchantId && londonDay(one.created_at) >= firstDay,
  )
  for (const path of [
    '/api/reports/transaction-summary/report',
    '/api/reports/transaction-summary/charts/grouped-by-status',
  ]) {
    const report = (await ask(merchantUser, path, days)).json<SummaryReport>()
    expect(rowsOf(report)).toEqual(addUp(own, ['status']))
  }
  expect((await ask(merchantUser, v1, days)).statusCode).toBe(403)
})

test('what cannot be reported is refused with its cause', async () => {
  const refusal = async (query: Record<string, string>) => {
    const answer = await ask(operator, v1, query)
    const { code, errors } = answer.json<{ code: string; errors?: { path: string }[] }>()
    return [answer.statusCode, code, errors?.[0]?.path]
  }
  const days = { dateFrom: '2026-01-01', dateTo: '2026-10-01' }
  expect(await refusal({ groupBy: 'colour' })).toEqual([400, 'request.invalid', 'groupBy.0'])
  expect((await refusal({ groupBy: 'day,status,method,provider' }))[0]).toBe(400)
  expect(await refusal({ ...days, groupBy: 'brand' })).toEqual([
    400,
    'report.too_many_days',
    'dateFrom',
  ])
  expect(await refusal({ dateFrom: '2026-03-02', dateTo: '2026-03-01' })).toEqual([
    400,
    'report.days_reversed',
    'dateFrom',
  ])
  expect(await refusal({ timeZone: 'Europe/Londres' })).toEqual([
    400,
    'time_zone.unknown',
    'timeZone',
  ])
  expect(
    (
      await refusal({
        merchantId: Array.from({ length: 101 }, () => crypto.randomUUID()).join(','),
      })
    )[0],
  ).toBe(400)
})
