import { launchBrowser } from '@counterfoil/tools/testing/browser.ts'
import { findChromium } from '@counterfoil/tools/testing/chromium.ts'
import { workOf } from '@counterfoil/tools/testing/payers.ts'
import { v7 } from 'uuid'
import type { Bench } from '../bench.ts'
import { slowdown, type Visit, visit } from './first-page.ts'

const key = 'cf_test_demo_harbour'
const payers = 200
const visits = 9

/** The payment page: how soon it stands on a slow phone, and many payers who open it and pay at the same moment. */
export async function measurePayers({ url }: Pick<Bench, 'url'>): Promise<string[]> {
  const addresses = await Promise.all(Array.from({ length: payers }, () => openSession(url)))
  const [seen, largestMs] = await look(url, addresses[0] as string)
  const pages = await atOnce(addresses, (address, at) => open(url, address, at))
  const works = pages.values.map((page) => ({ page, ...workFor(page) }))
  const paid = await atOnce(works, (one, at) => pay(url, one, at))
  const outcomes = paid.values.filter(({ outcome }) => outcome === 'paid').length
  return [
    'Payment page at a quarter of the speed   requests   KB in all   usable after ms (best, median)   largest part after ms (median)',
    `${'390 × 844'.padEnd(40)} ${String(seen[0]?.requests).padStart(8)} ${((seen[0]?.bytes ?? 0) / 1024).toFixed(0).padStart(11)} ` +
      `${quantile(seen, 0).toFixed(0).padStart(10)} ${quantile(seen, 0.5).toFixed(0).padStart(8)} ${median(largestMs).toFixed(0).padStart(32)}`,
    '',
    `${payers} payers at once                  median ms   95 % within ms   all within ms`,
    lineOf('open the page with its files', pages.times),
    lineOf('enter a card and pay', paid.times),
    `${outcomes} of ${payers} have paid`,
  ]
}

async function openSession(url: string): Promise<string> {
  const answer = await fetch(`${url}/v1/checkout-sessions`, {
    method: 'POST',
    headers: {
      ...{ authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      'idempotency-key': v7(),
    },
    body: JSON.stringify({
      ...{ amount: 1250, currency: 'GBP', externalId: `B-${v7()}` },
      returnUrl: 'https://shop.example/thanks',
    }),
  })
  const made = (await answer.json()) as { url: string }
  if (answer.status !== 201) throw new Error(`No session: ${JSON.stringify(made)}`)
  return new URL(made.url).pathname
}

/** As a browser without any of its files loads it. */
async function look(url: string, address: string): Promise<[Visit[], number[]]> {
  const chromium = findChromium()
  if (chromium === undefined) throw new Error('There is no Chromium: set CHROMIUM_PATH')
  const browser = await launchBrowser(chromium)
  try {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
    const page = await context.newPage()
    await page.addInitScript({ content: noteLargest })
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    const [seen, largest]: [Visit[], number[]] = [[], []]
    for (let at = 0; at < visits; at++) {
      seen.push(await visit(page, session, url + address, (ms) => largest.push(ms)))
    }
    return [seen, largest]
  } finally {
    await browser.close()
  }
}

/** In the page: when its largest part stood, and when its button could be pressed. */
const noteLargest = `
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.largestMs = entry.startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  requestAnimationFrame(function look() {
    const button = document.querySelector('button[type=submit]')
    if (button && document.querySelector('#cc-number')) window.usableMs = performance.now()
    else requestAnimationFrame(look)
  })
`

interface OpenPage {
  readonly token: string
  readonly work: { readonly challenge: string; readonly bits: number }
}

const headersAt = (at: number) => ({ 'x-forwarded-for': `198.51.${100 + (at >> 8)}.${at & 255}` })

/** The page, its scripts and styles, and what it shows. */
async function open(url: string, address: string, at: number): Promise<OpenPage> {
  const headers = headersAt(at)
  const page = await textOf(await fetch(url + address, { headers }))
  const files = [...page.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css))"/g)].map(([, file]) => file)
  await Promise.all(files.map(async (file) => textOf(await fetch(`${url}${file}`, { headers }))))
  const token = address.split('/').pop() ?? ''
  const shown = await textOf(await fetch(`${url}/api/pay/${token}`, { headers }))
  return { ...(JSON.parse(shown) as OpenPage), token }
}

async function textOf(answer: Response): Promise<string> {
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status} ${text}`)
  return text
}

interface Work {
  readonly key: string
  readonly work: { readonly challenge: string; readonly number: number }
}

/** What a payer's own machine does between opening the page and paying; not measured. */
function workFor({ work }: OpenPage): Work {
  const key = v7()
  return { key, work: workOf(work, key) }
}

async function pay(
  url: string,
  { page, work, key: own }: Work & { readonly page: OpenPage },
  at: number,
): Promise<{ outcome: string }> {
  const send = async (path: string, idempotencyKey: string, body: object) => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': idempotencyKey }
    const answer = await fetch(`${url}/api/pay/${page.token}${path}`, {
      ...{ method: 'POST', body: JSON.stringify(body) },
      headers: { ...headers, ...headersAt(at) },
    })
    return JSON.parse(await textOf(answer))
  }
  const card = { expiryMonth: 12, expiryYear: 2090, securityCode: '123' }
  const { id: token } = await send('/card-tokens', v7(), { number: '4242424242424242', ...card })
  const method = { type: 'token', token }
  return send('/payments', own, { method, email: `payer${at}@people.example`, work })
}

/** Does all of them at the same moment; answers the milliseconds that each took too. */
async function atOnce<One, Answer>(
  of: readonly One[],
  work: (one: One, at: number) => Promise<Answer>,
): Promise<{ values: Answer[]; times: number[] }> {
  const times: number[] = []
  const startedAt = performance.now()
  const values = await Promise.all(
    of.map(async (one, at) => {
      const answer = await work(one, at)
      times.push(performance.now() - startedAt)
      return answer
    }),
  )
  return { values, times }
}

const at = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
const sorted = (values: readonly number[]) => values.toSorted((one, other) => one - other)
const median = (values: readonly number[]) => at(sorted(values), 0.5)
const quantile = (seen: readonly Visit[], share: number) =>
  at(sorted(seen.map(({ usableMs }) => usableMs)), share)

function lineOf(what: string, times: readonly number[]): string {
  const all = sorted(times)
  const figure = (share: number, width: number) => at(all, share).toFixed(0).padStart(width)
  return `${what.padEnd(34)} ${figure(0.5, 9)} ${figure(0.95, 16)} ${figure(1, 15)}`
}
