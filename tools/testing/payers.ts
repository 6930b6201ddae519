// Payers at payment pages, for tests: links of Harbour Books, what its pages say, and paying on them.
import { hash, randomUUID } from 'node:crypto'
import type { TestApi } from '@counterfoil/api/testing/test-api.ts'

const goodCard = '4242424242424242'
const usualAddress = '10.0.0.1'

/** The work that a page asks for before it takes anything. */
export function workOf({ challenge, bits }: { challenge: string; bits: number }, key: string) {
  for (let number = 0; ; number += 1) {
    const found = hash('sha256', `${challenge}.${key}.${number}`)
    if (BigInt(`0x${found}`) >> BigInt(256 - bits) === 0n) return { challenge, number }
  }
}

/** The last part of a page's address. */
export const tokenOf = ({ url }: { url: string }): string =>
  new URL(url).pathname.split('/').pop() ?? ''

export function payersOf({ app }: Pick<TestApi, 'app'>) {
  const api = (
    method: 'GET' | 'POST',
    url: string,
    body?: object,
    key = 'cf_test_demo_harbour',
    idempotencyKey = randomUUID() as string,
  ) =>
    app.inject({
      method,
      url: `/v1${url}`,
      headers: { authorization: `Bearer ${key}`, 'idempotency-key': idempotencyKey },
      ...(body === undefined ? {} : { payload: body }),
    })

  async function link(some: object = {}) {
    const fixed = { amount: 1250, currency: 'GBP', description: 'Two books', usage: 'single' }
    const made = await api('POST', '/payment-links', { ...fixed, ...some })
    if (made.statusCode !== 201) throw new Error(`The link was not made: ${made.body}`)
    return made.json()
  }

  const asked = (token: string, path = '', remoteAddress = usualAddress) =>
    app.inject({ url: `/api/pay/${token}${path}`, remoteAddress })

  const sent = (
    token: string,
    path: string,
    payload: object,
    key: string = randomUUID(),
    remoteAddress = usualAddress,
  ) =>
    app.inject({
      ...{ method: 'POST', url: `/api/pay/${token}${path}`, payload, remoteAddress },
      headers: { 'idempotency-key': key },
    })

  /** Opens the page, enters a card and pays; `some` goes into the request. */
  async function pay(
    token: string,
    {
      number = goodCard,
      key = randomUUID() as string,
      ip,
      ...some
    }: { number?: string; key?: string; ip?: string } & Record<string, unknown> = {},
  ) {
    const page = (await asked(token, '', ip)).json()
    const card = { number, expiryMonth: 12, expiryYear: 2090, securityCode: '123' }
    const made = await sent(token, '/card-tokens', card, randomUUID(), ip)
    if (made.statusCode !== 201) return made
    const method = { type: 'token', token: made.json().id }
    const body = { method, email: 'reader@example.com', work: workOf(page.work, key), ...some }
    return sent(token, '/payments', body, key, ip)
  }

  return { api, link, asked, sent, pay }
}
