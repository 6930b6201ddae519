import { hash, randomUUID } from 'node:crypto'
import { openTestApi } from '@counterfoil/api/testing/test-api.ts'
import { expect, test } from 'vitest'

const testApi = await openTestApi()

test('the page of the customer’s bank is allowed its own style, a form to itself and no more', async () => {
  const paid = await testApi.app.inject({
    method: 'POST',
    url: '/v1/payments',
    headers: { authorization: 'Bearer cf_test_demo_harbour', 'idempotency-key': randomUUID() },
    payload: {
      amount: 1000,
      currency: 'GBP',
      method: { type: 'card', number: '4000000000003220', expiryMonth: 12, expiryYear: 2090 },
    },
  })
  const { pathname } = new URL(paid.json().nextAction.url)
  const asked = await testApi.app.inject({ url: pathname })
  expect(asked.body).toMatch(/Until \d+ [A-Z][a-z]+ at \d\d:\d\d UTC\. No money moves/)
  const action = /<form method="post"[^>]* action="([^"]+\/confirm)"/.exec(asked.body)?.[1] ?? ''
  const answered = await testApi.app.inject({
    method: 'POST',
    url: action,
    headers: { 'content-type': 'text/plain' },
    payload: '',
  })
  expect(answered.body).toContain('captured')
  for (const { headers, body } of [asked, answered]) {
    const [, style = ''] = /<style>(.*)<\/style>/s.exec(body) ?? []
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    )
    expect(body).not.toMatch(/ style="|<script|onclick/)
  }
})
