import { randomUUID } from 'node:crypto'
import { blacklist } from '@counterfoil/features/routing/antifraud/blacklist.resource.ts'
import { whitelist } from '@counterfoil/features/routing/antifraud/whitelist.resource.ts'
import type { Resource } from '@counterfoil/kit/contract/resource.ts'
import { multipartForm } from '@counterfoil/tools/testing/sample-files.ts'
import pg from 'pg'
import { expect, test } from 'vitest'
import { takeRows } from './testing/imports.ts'
import { openSettingsFixture } from './testing/settings-fixture.ts'

// An import beside other work: it undoes nobody's, and answers for no other.
const { testApi, make, call, operator } = await openSettingsFixture()

function send(of: Resource, content: string, key = randomUUID()) {
  const form = multipartForm([{ name: 'list.csv', type: 'text/csv', bytes: Buffer.from(content) }])
  return testApi.app.inject({
    method: 'POST',
    url: `/api${of.path}/import`,
    payload: form.payload,
    headers: {
      ...form.headers,
      authorization: `Bearer ${operator.token}`,
      'idempotency-key': key,
    },
  })
}

test('the same file and key for another kind of record is another import, and refused', async () => {
  const key = randomUUID()
  const file = 'value,kind,reason,expiresAt\nother@kind.test,email,Known,\n'
  expect((await send(whitelist, file, key)).statusCode).toBe(202)
  const other = await send(blacklist, file, key)
  expect([other.statusCode, other.json().code]).toEqual([409, 'idempotency.key_reused'])
})

test('what somebody changes at the same time stays, in a column that the file has not', async () => {
  const entry = { value: 'same@time.test', kind: 'email', reason: 'Known', expiresAt: null }
  const { id } = await make(whitelist, entry)
  const editor = new pg.Client({ connectionString: testApi.test.ownerUrl })
  await editor.connect()
  try {
    await editor.query('begin')
    await editor.query(
      `update app.whitelist_entry set expires_at = '2031-01-01T00:00:00Z', version = version + 1
       where tenant_id = $1 and id = $2`,
      [operator.tenantId, id],
    )
    const file = 'value,kind,reason\nsame@time.test,email,Known better\n'
    const taking = takeRows(testApi, operator.tenantId, (await send(whitelist, file)).json().id)
    // until the import has come to the record, and waits for the change of it, on a cluster at the tenant's machine
    const { isCluster, owner } = testApi.test
    const waits = isCluster ? 'citus_lock_waits' : 'pg_locks where not granted'
    await expect
      .poll(async () => (await owner.query(`select 1 from ${waits}`)).rows.length)
      .toBeGreaterThan(0)
    await editor.query('commit')
    await taking
  } finally {
    await editor.end()
  }
  expect(await call(operator, 'GET', `/api${whitelist.path}/${id}`)).toMatchObject({
    reason: 'Known better',
    expiresAt: '2031-01-01T00:00:00.000Z',
  })
})
