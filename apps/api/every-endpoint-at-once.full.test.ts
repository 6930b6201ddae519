import { randomUUID } from 'node:crypto'
import type { AnyEndpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { expect, test } from 'vitest'
import { openAuditFixture } from './testing/audit-fixture.ts'
import { requestsFor } from './testing/audited.ts'
import { makeHistory } from './testing/history.ts'
import { type RequestParts, send } from './testing/requests.ts'
import { openTestApi } from './testing/test-api.ts'

// Every change, asked for several times at the same moment, each time as an intent of its own: what is refused once it is done
// is done once, and nothing fails on our side.
const testApi = await openTestApi()
await makeHistory(testApi)
const fixture = await openAuditFixture(testApi)
const { app, endpoints } = testApi
const atOnce = 4

const changes = endpoints
  .filter(({ method, path }) => method !== 'GET' && !path.startsWith('/sandbox/'))
  .map((one) => [`${one.method} ${one.path}`, one] as const)

/** What may be done a second time, and is refused after that. */
const severalTimes: Readonly<Record<string, string>> = {
  'payments.capture': 'what is authorised is captured in parts',
  'payments.capture-merchant': 'what is authorised is captured in parts',
  'payments.checkStatus': 'all of them learn the same outcome',
  'payments.checkStatus-merchant': 'all of them learn the same outcome',
}

/** So many may be open, or the record is gone: neither says that the change was made too often. */
const isLimit = (code: string) => code === 'not_found' || code.endsWith('.too_many')

async function ask(endpoint: AnyEndpoint, token: string | undefined, parts: RequestParts) {
  const headers = { ...parts.headers, 'idempotency-key': randomUUID() }
  const { statusCode, body } = await send(app, endpoint, { token, ...parts, headers })
  const code = statusCode < 300 ? '' : (JSON.parse(body) as { code: string }).code
  return { statusCode, code }
}

test.each(changes)('%s', async (_, endpoint) => {
  for await (const { actor, inputs } of requestsFor(fixture, endpoint)) {
    for (const parts of inputs) {
      const once = () => ask(endpoint, actor?.token, parts)
      const answers = await Promise.all(Array.from({ length: atOnce }, once))
      expect(answers.filter(({ statusCode }) => statusCode >= 500)).toEqual([])
      const made = answers.filter(({ statusCode }) => statusCode < 300).length
      if (made === 0) continue
      const { code } = await once()
      if (code !== '' && !isLimit(code) && !(endpoint.id in severalTimes)) {
        expect(`made ${made} times, then ${code}`).toBe(`made 1 times, then ${code}`)
      }
      return
    }
  }
})
