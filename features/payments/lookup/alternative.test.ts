import { randomUUID } from 'node:crypto'
import { openTestApi } from '@counterfoil/api/testing/test-api.ts'
import { beforeAll, expect, test } from 'vitest'
import type { PaymentRow } from './lookup.contract.ts'

const testApi = await openTestApi()
const operator = await testApi.actor('operator')
const ids: Record<string, string> = {}

beforeAll(async () => {
  for (const [externalId, method] of [
    ['A-1', { type: 'alternative' }],
    ['A-2', { type: 'alternative' }],
    ['B-1', { type: 'bank_transfer' }],
  ] as const) {
    const answer = await testApi.app.inject({
      method: 'POST',
      url: '/v1/payments',
      headers: { authorization: 'Bearer cf_test_demo_harbour', 'idempotency-key': randomUUID() },
      payload: { amount: 1000, currency: 'GBP', externalId, method },
    })
    ids[externalId] = answer.json().id
  }
})

const get = (path: string) =>
  testApi.app.inject({
    url: `/api/crm/transactions/apm-transactions${path}`,
    headers: { authorization: `Bearer ${operator.token}`, mode: 'Test' },
  })

async function listed(query: string): Promise<(string | null)[]> {
  const answer = await get(query)
  expect(answer.statusCode).toBe(200)
  return answer.json<{ data: PaymentRow[] }>().data.map((row) => row.externalId)
}

test('alternative payments alone are listed, and searched in the field that is named', async () => {
  expect(await listed('?PageSize=5&PageIndex=0')).toEqual(['A-2', 'A-1'])
  expect(await listed('?method=bank_transfer')).toEqual(['A-2', 'A-1'])
  expect(await listed('?searchKey=A-1')).toEqual(['A-1'])
  expect(await listed('?SearchParam=externalId&SearchKey=A-2')).toEqual(['A-2'])
  expect(await listed(`?SearchParam=id&SearchKey=${ids['A-1']}`)).toEqual(['A-1'])
  expect(await listed('?SearchParam=email&SearchKey=A-2')).toEqual([])
  expect((await get('?SearchParam=shoe&SearchKey=42')).statusCode).toBe(400)
})

test('the requests that were sent for them are listed, filtered by what became of them, and walked', async () => {
  interface Request {
    readonly requestId: string
    readonly externalId: string
    readonly requestState: string
    readonly operation: string
  }
  const ask = async (query: string) => {
    const answer = await testApi.app.inject({
      url: `/api/crm/transactions/apm-requests?${query}`,
      headers: { authorization: `Bearer ${operator.token}`, mode: 'Test' },
    })
    expect([answer.statusCode, answer.body]).toEqual([200, answer.body])
    return answer.json<{ data: Request[]; nextCursor: string | null; count: number | null }>()
  }
  const { rows: sent } = await testApi.test.owner.query<{ id: string; state: string }>(
    `select a.id, a.state from payment_attempt a where a.payment_id = any ($1::uuid[])
     order by a.payment_id desc, a.id desc`,
    [[ids['A-1'], ids['A-2']]],
  )
  expect(sent.length).toBeGreaterThan(1)
  const all = await ask('pageSize=50')
  expect(all.data.map(({ requestId }) => requestId)).toEqual(sent.map(({ id }) => id))
  expect(all.data.map(({ requestState }) => requestState)).toEqual(sent.map(({ state }) => state))
  expect(new Set(all.data.map(({ externalId }) => externalId))).toEqual(new Set(['A-1', 'A-2']))
  const [state = ''] = sent.map((one) => one.state)
  expect((await ask(`requestState=${state}`)).data.map(({ requestId }) => requestId)).toEqual(
    sent.filter((one) => one.state === state).map(({ id }) => id),
  )
  for (const sort of ['created', 'amount']) {
    const walked: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: Awaited<ReturnType<typeof ask>> = await ask(
        `pageSize=1&sort=${sort}&cursor=${cursor}`,
      )
      walked.push(...page.data.map(({ requestId }) => requestId))
      cursor = page.nextCursor
    }
    expect([sort, walked]).toEqual([sort, sent.map(({ id }) => id)])
  }
  expect(
    (await ask(`searchParam=externalId&searchKey=A-1`)).data.every(
      (one) => one.externalId === 'A-1',
    ),
  ).toBe(true)
})

test('one by one they are read, and others are not', async () => {
  expect((await get(`/${ids['A-1']}`)).json()).toMatchObject({ externalId: 'A-1' })
  expect((await get(`/${ids['B-1']}`)).statusCode).toBe(404)
})

test('the export holds them alone', async () => {
  const answer = await get('/csv?timezoneOffset=0')
  expect(answer.headers['content-type']).toBe('application/zip')
  expect((await get('/csv?columns=shoe')).statusCode).toBe(400)
})
