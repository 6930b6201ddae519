import { callerFinder } from '@counterfoil/features/access/sign-in-context/callers.public.ts'
import { makeMerchant, makePayment, makeTenant, makeUser } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { testServer } from '@counterfoil/kit/testing/test-server.ts'
import { v7 } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { routes } from './lookup.routes.ts'

const db = await testDatabase()
const { call } = await testServer(db, routes, callerFinder(db.database))
const tenant = await makeTenant(db)
const merchant = await makeMerchant(db, { tenant_id: tenant.id })
const operator = await makeUser(db, {
  tenant_id: tenant.id,
  user_type: 'tenant',
  permissions: ['CRM.Transaction.View'],
})
for (let n = 0; n < 5; n++)
  await makePayment(db, { tenant_id: tenant.id, merchant_id: merchant.id })

const list = async (query: string) =>
  (await call(operator, `GET /api/crm/transactions?${query}`)).json()

describe('bad questions', () => {
  test.each([
    ['status=eaten', 'status'],
    ['amountFrom=-1', 'amountFrom'],
    ['amountTo=12.5', 'amountTo'],
    ['amountFrom=99999999999999999999', 'amountFrom'],
    ['dateFrom=2026-02-30', 'dateFrom'],
    ['dateTo=yesterday', 'dateTo'],
    ['dateFrom=0000-01-01', 'dateFrom'],
    ['currency=pounds', 'currency'],
    ['last4=42', 'last4'],
    ['merchantId=1', 'merchantId'],
    ['sort=name', 'sort'],
    ['pageSize=0', 'pageSize'],
    ['pageSize=1001', 'pageSize'],
    ['pageIndex=-1', 'pageIndex'],
    [`searchKey=${'x'.repeat(256)}`, 'searchKey'],
  ])('%s is a 400 that names the field', async (query, path) => {
    const response = await call(operator, `GET /api/crm/transactions?${query}`)
    expect(response.statusCode).toBe(400)
    expect(response.json().errors[0].path).toContain(path)
  })

  test('a page too deep, a broken cursor and a cursor of another order are refused', async () => {
    const codeOf = async (query: string) => {
      const response = await call(operator, `GET /api/crm/transactions?${query}`)
      return [response.statusCode, response.json().code]
    }
    expect(await codeOf('pageIndex=600&pageSize=20')).toEqual([400, 'paging.too_deep'])
    expect(await codeOf('cursor=abc')).toEqual([400, 'cursor.invalid'])
    const { nextCursor } = await list('pageSize=3')
    expect(await codeOf(`cursor=${nextCursor}&sort=amount`)).toEqual([400, 'cursor.other_order'])
  })

  test('an empty field and a hostile text find what they say: everything, nothing', async () => {
    expect((await list('externalId=&email=&status=')).data).toHaveLength(5)
    for (const searchKey of ["' or 1=1 --", '%', "\\'; drop table payment; --", '\u0000']) {
      const response = await call(
        operator,
        `GET /api/crm/transactions?searchKey=${encodeURIComponent(searchKey)}`,
      )
      expect(response.statusCode).toBeLessThan(500)
      expect(response.json().data ?? []).toEqual([])
    }
  })
})

describe('what people have at hand on the telephone', () => {
  let order: { readonly id: string }
  beforeAll(async () => {
    order = await makePayment(db, {
      ...{ tenant_id: tenant.id, merchant_id: merchant.id, external_id: 'HB-11673' },
      ...{
        customer_email: 'Jack.Holloway@bookworms.example',
        amount_minor: 6450n,
        currency: 'GBP',
      },
    })
  })
  test.each([
    'hb-116',
    'HB-11673',
    'jack.h',
    'Holloway',
    'jack.holloway@bookworms.example',
    'bookworms',
    '@Bookworms.ex',
    '64.50',
    '64,5',
  ])('%s finds the payment', async (searchKey) => {
    const { data } = await list(`searchKey=${encodeURIComponent(searchKey)}`)
    expect(data.map((one: { id: string }) => one.id)).toContain(order.id)
  })

  test('what the acquirer calls a dispute finds its payment', async () => {
    await db.owner.query(
      `insert into dispute (tenant_id, id, payment_id, merchant_id, provider, acquirer_reference, amount_minor, currency,
         reason_code, reason, state, opened_at)
       values ($1, $2, $3, $4, 'sandbox_alpha', 'CB-2026-0815', 6450, 'GBP', 'fraud', 'Not me', 'opened', now())`,
      [tenant.id, v7(), order.id, merchant.id],
    )
    expect((await list('searchKey=CB-2026-0815')).data.map(({ id }: { id: string }) => id)).toEqual(
      [order.id],
    )
  })

  test('SearchParam=external_id searches order numbers alone, at the reporting address too', async () => {
    const idsOf = async (key: string) => {
      const path = '/api/reporting/crm/reports/transactions-lookup-v2/searchKey'
      const answer = await call(
        operator,
        `GET ${path}?SearchParam=external_id&SearchKey=${encodeURIComponent(key)}&PageSize=10`,
      )
      return answer.json().data.map((one: { id: string }) => one.id)
    }
    expect(await idsOf('hb-1')).toEqual([order.id])
    expect(await idsOf('holloway')).toEqual([])
  })
})
