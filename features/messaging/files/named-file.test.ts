import { openTestApi } from '@counterfoil/api/testing/test-api.ts'
import { multipartForm } from '@counterfoil/tools/testing/sample-files.ts'
import { expect, test } from 'vitest'

const testApi = await openTestApi()
const [merchant, operator, limited] = await Promise.all([
  testApi.actor('merchant'),
  testApi.actor('operator'),
  testApi.actor('limited'),
])
type Who = typeof merchant

const store = ({ token }: Who, name: string, text: string, type = 'text/plain') => {
  const form = multipartForm([{ name, bytes: Buffer.from(text), type }])
  return testApi.app.inject({
    method: 'POST',
    url: '/api/fs/file',
    ...form,
    headers: { ...form.headers, authorization: `Bearer ${token}` },
  })
}
const named = ({ token }: Who, query: string) =>
  testApi.app.inject({
    url: `/api/crm/files/${query}`,
    headers: { authorization: `Bearer ${token}` },
  })

test('a file is found by its name: the newest that the caller may read', async () => {
  const name = 'statement, März.txt'
  const query = `?fileName=${encodeURIComponent(name)}`
  for (const [who, text] of [
    [merchant, 'older'],
    [merchant, 'newer'],
    [operator, 'the operator’s own'],
  ] as const) {
    expect((await store(who, name, text)).statusCode).toBe(201)
  }
  const found = await named(merchant, query)
  expect(found.headers['content-disposition']).toMatch(/^attachment/)
  expect(found.body).toBe('newer')
  expect((await named(operator, query)).body).toBe('the operator’s own')
  expect((await named(limited, query)).statusCode).toBe(404)
  expect((await named(merchant, '?fileName=statement')).statusCode).toBe(404)
  expect((await named(merchant, '')).statusCode).toBe(400)
})

const daily = ({ token }: Who, name: string) =>
  testApi.app.inject({
    url: `/api/fs/transaction-daily-report-csv/file/${name}`,
    headers: { authorization: `Bearer ${token}` },
  })

test('a CSV report has a path of its own, for whoever may read it and by its whole name', async () => {
  const name = 'transactions daily, März 100%.csv'
  for (const [who, text] of [
    [merchant, 'id,amount\n1,2\n'],
    [operator, 'id,amount\n3,4\n'],
  ] as const) {
    expect((await store(who, name, text, 'text/csv')).statusCode).toBe(201)
  }
  const found = await daily(merchant, encodeURIComponent(name))
  expect(found.headers['content-disposition']).toMatch(/^attachment/)
  expect(found.body).toBe('id,amount\n1,2\n')
  expect((await daily(operator, encodeURIComponent(name))).body).toBe('id,amount\n3,4\n')
  expect((await daily(limited, encodeURIComponent(name))).statusCode).toBe(404)
  // no report
  expect((await store(merchant, 'note.txt', 'note')).statusCode).toBe(201)
  expect((await daily(merchant, 'note.txt')).statusCode).toBe(404)
  const hostile = ['../../etc/passwd', '..', '%', "' or 1=1 --", 'transactions%', 'a\r\nb.csv']
  for (const each of hostile) {
    expect([400, 404]).toContain((await daily(merchant, encodeURIComponent(each))).statusCode)
  }
  // NUL, broken escapes, and more than a name may have
  for (const each of ['%00.csv', '%E0%A4%A', 'a'.repeat(256)]) {
    expect([400, 404, 414]).toContain((await daily(merchant, each)).statusCode)
  }
})
