import { v7 } from 'uuid'
import type { Bench } from '../bench.ts'
import { measure } from './load.ts'

const key = 'cf_live_demo_harbour'

/** Payments through `/v1` against the same rows written by the bare server. */
export async function measurePayments(bench: Bench): Promise<string[]> {
  const next = () => ({ body: bodyOf(v7()), headers: { 'idempotency-key': v7() } })
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const load = {
    url: `${bench.url}/v1/payments`,
    headers,
    method: 'POST' as const,
    next,
    pid: bench.productPid,
  }
  const product = await measure(load, bench.seconds)
  const bareLoad = {
    url: `${bench.bareUrl}/payment`,
    method: 'POST' as const,
    next,
    pid: bench.barePid,
  }
  await takeBare(bareLoad.url)
  const bare = await measure(bareLoad, bench.seconds)
  if (product.failed + bare.failed > 0)
    throw new Error(`${product.failed} and ${bare.failed} requests failed`)
  const ratio = product.perSecond / bare.perSecond
  return [
    'Payments               product/s   bare Node/s   of bare Node   cpu ms   bare cpu ms   p99 ms',
    `authorise and capture ${product.perSecond.toFixed(0).padStart(10)} ${bare.perSecond.toFixed(0).padStart(13)} ${ratio.toFixed(2).padStart(14)} ${(product.cpuMs ?? Number.NaN).toFixed(2).padStart(8)} ${(bare.cpuMs ?? Number.NaN).toFixed(2).padStart(13)} ${product.p99Ms.toFixed(0).padStart(8)}`,
  ]
}

/** One payment of the bare server before it is measured: its refusal is a fault of the benchmark and says which. */
async function takeBare(url: string): Promise<void> {
  const response = await fetch(url, { method: 'POST', body: '{}' })
  if (!response.ok) throw new Error(`The bare server wrote no payment: ${await response.text()}`)
}

/** Takes one payment and answers its id. */
export async function takePayment(url: string): Promise<string> {
  const response = await fetch(`${url}/v1/payments`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': v7(),
    },
    body: bodyOf(v7()),
  })
  const payment = (await response.json()) as { id: string; status: string }
  if (payment.status !== 'captured')
    throw new Error(`A payment was not taken: ${JSON.stringify(payment)}`)
  return payment.id
}

const cardNumbers = ['4242424242424242']

function bodyOf(externalId: string): string {
  return JSON.stringify({
    amount: 1000 + Math.floor(Math.random() * 9000),
    currency: 'GBP',
    externalId,
    capture: true,
    method: {
      type: 'card',
      number: cardNumbers[0],
      expiryMonth: 12,
      expiryYear: 2030,
      securityCode: '123',
    },
    customer: { email: `${externalId}@example.com`, country: 'GB' },
  })
}
