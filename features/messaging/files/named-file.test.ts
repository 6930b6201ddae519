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

const store = ({ token }: Who, name: string, text: string) => {
  const form = multipartForm([{ name, bytes: Buffer.from(text), type: 'text/plain' }])
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
