import { callerFinder } from '@counterfoil/features/access/sign-in-context/callers.public.ts'
import { modeOf } from '@counterfoil/kit/contract/fields.ts'
import { makeMerchant, makePayment, makeTenant, makeUser } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { testServer } from '@counterfoil/kit/testing/test-server.ts'
import { describe, expect, test } from 'vitest'
import { faceLists, faceTotals, listPayments, readPaymentTotals } from './lookup.contract.ts'
import { routes } from './lookup.routes.ts'

const db = await testDatabase()
const { call } = await testServer(db, routes, callerFinder(db.database))
const tenant = await makeTenant(db)
const merchant = await makeMerchant(db, { tenant_id: tenant.id })
const other = await makeMerchant(db, { tenant_id: tenant.id })
const own = { tenant_id: tenant.id, user_type: 'tenant' as const }
const permissions = ['CRM.Transaction.View']
const operator = await makeUser(db, { ...own, permissions })
const agent = await makeUser(db, { ...own, permissions, limited_to: [merchant.id] })
const cards = await makeUser(db, { ...own, permissions, limited_to_methods: ['card'] })
const ofTransfers = { ...own, limited_to_methods: ['bank_transfer'] }
const transfers = await makeUser(db, { ...ofTransfers, permissions })
const wallets = await makeUser(db, { ...own, permissions, limited_to_methods: ['alternative'] })

const methods = ['card', 'bank_transfer', 'alternative'] as const
for (let n = 0; n < 24; n++) {
  await makePayment(db, {
    ...{ tenant_id: tenant.id, merchant_id: n % 4 === 0 ? other.id : merchant.id },
    ...{
      method: methods[n % 3] ?? 'card',
      status: n % 5 === 0 ? 'partially_refunded' : 'captured',
    },
    ...{ amount_minor: BigInt(100 + n), currency: 'EUR', external_id: `Order-${n}` },
  })
}

const alternative = '/api/crm/transactions/apm-transactions'
type Who = typeof operator
async function idsAt(who: Who, path: string, query = ''): Promise<string[]> {
  const answer = await call(who, `GET ${path}?mode=Live&${query}`)
  expect([path, answer.statusCode, answer.body.slice(0, 200)]).toEqual([
    path,
    200,
    expect.anything(),
  ])
  return answer.json().data.map(({ id }: { id: string }) => id)
}

const operatorFaces = [faceLists.operatorColumns, faceLists.reporting, faceLists.bdt]
const filters = [
  '',
  'status=captured&sort=amount&order=asc',
  'status=PartiallyRefunded',
  'method=card,alternative',
  `merchantId=${merchant.id}`,
  'searchKey=oRd&SearchParam=external_id',
  'amountFrom=105&amountTo=115',
]

describe.each([
  ['operator', operator],
  ['agent of one merchant', agent],
  ['operator of cards', cards],
  ['operator of transfers', transfers],
] as const)('%s', (_name, who) => {
  test.each(filters)('finds the same payments in every face: %s', async (filter) => {
    const expected = await idsAt(who, listPayments.path, filter)
    // transfers are neither of the methods
    const isNone = who === transfers && filter.startsWith('method=')
    expect(expected.length > 0).toBe(!isNone)
    for (const { path } of operatorFaces) {
      expect([path, await idsAt(who, path, filter)]).toEqual([path, expected])
    }
  })

  test('counts the same in every face', async () => {
    const countAt = async (path: string) => (await call(who, `GET ${path}?amountFrom=1`)).json()
    const { asOf: _, ...expected } = await countAt(readPaymentTotals.path)
    for (const one of [faceTotals.operatorColumns, faceTotals.reporting, faceTotals.bdt]) {
      expect(await countAt(one.path)).toMatchObject(expected)
    }
  })
})

test('the face of alternative methods shows what the filter by method shows, whatever method is asked for', async () => {
  const expected = await idsAt(operator, listPayments.path, 'method=alternative')
  expect(expected).toHaveLength(8)
  expect(await idsAt(operator, alternative)).toEqual(expected)
  expect(await idsAt(operator, alternative, 'method=card')).toEqual(expected)
  expect(await idsAt(wallets, alternative)).toEqual(expected)
  const totals = await call(
    operator,
    `GET ${alternative}/totals?mode=Live&method=card&amountFrom=1`,
  )
  expect(totals.json().count).toBe(8)
})

test('operators who are limited to other methods see none of it', async () => {
  expect(await idsAt(cards, alternative)).toEqual([])
  expect(await idsAt(transfers, alternative)).toEqual([])
})

test('each face is walked by cursors', async () => {
  for (const path of [alternative, ...operatorFaces.map((one) => one.path)]) {
    const whole = await idsAt(operator, path, 'pageSize=100')
    const walked: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const answer = await call(operator, `GET ${path}?mode=Live&pageSize=3&cursor=${cursor}`)
      const page = answer.json()
      walked.push(...page.data.map(({ id }: { id: string }) => id))
      cursor = page.nextCursor
    }
    expect([path, walked]).toEqual([path, whole])
  }
})

test('a face opens with its own permission, and no other face does', async () => {
  const reader = await makeUser(db, { ...own, permissions: ['CRM.TransactionBDT.View'] })
  expect(await idsAt(reader, faceLists.bdt.path)).toHaveLength(20)
  for (const path of [listPayments.path, alternative, faceLists.reporting.path]) {
    expect((await call(reader, `GET ${path}`)).statusCode).toBe(403)
  }
})

test('merchants have the same list of their own payments alone', async () => {
  const cashier = await makeUser(db, {
    ...{ tenant_id: tenant.id, user_type: 'merchant', merchant_id: other.id },
    permissions: ['Merchant.Transaction.LookupColumns', 'Merchant.Transaction.View'],
  })
  const expected = await idsAt(cashier, '/api/transactions')
  expect(expected).toHaveLength(6)
  expect(await idsAt(cashier, faceLists.merchantColumns.path)).toEqual(expected)
  expect(await idsAt(cashier, faceLists.merchantColumns.path, `merchantId=${merchant.id}`)).toEqual(
    [],
  )
})

/** The cards' payments many times over, each column as it is but for the ids. */
async function copies(table: string): Promise<string> {
  const { rows } = await db.owner.query(
    `select column_name as name from information_schema.columns
     where table_schema = 'app' and table_name = $1 and is_generated = 'NEVER' order by ordinal_position`,
    [table],
  )
  const names: string[] = rows.map(({ name }) => name)
  // an id holds the time at which its payment was created
  const id = '(left(id::text, 14) || right(gen_random_uuid()::text, 22))::uuid'
  const values = names.map((name) => (name === 'id' ? id : name))
  return `(${names.join(', ')}) select ${values.join(', ')} from ${table} cross join generate_series(1, 800)
    where tenant_id = $1 and method = 'card'`
}

test('a few alternative payments among many others are read from their own index', async () => {
  await db.owner.query(`insert into payment ${await copies('payment')}`, [tenant.id])
  await db.owner.query('analyze payment')
  const plan = await db.owner.query(
    `explain select id from payment where tenant_id = $1 and mode = $3 and method = $2::text order by id desc limit 21`,
    [tenant.id, 'alternative', modeOf('Live')],
  )
  const lines = plan.rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(lines).toContain('payment_other_method')
  expect(lines).not.toContain('Sort')
})
