import { launchBrowser } from '@counterfoil/tools/testing/browser.ts'
import { findChromium } from '@counterfoil/tools/testing/chromium.ts'
import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import type { Bench } from '../bench.ts'

const password = 'Counterfoil-demo-1'
const landings = [
  { who: 'operator', email: 'operator@northwind.example', path: '/crm/dashboard' },
  { who: 'merchant', email: 'merchant@harbour.example', path: '/dashboard' },
] as const
/** A quarter of the processor's speed, as of an old office machine. */
export const slowdown = 4
const visits = 9

export interface Visit {
  readonly requests: number
  readonly bytes: number
  readonly usableMs: number
}

/** The portal's first page as a browser without any of its files loads it, until its figures stand. */
export async function measureFirstPage({ url }: Pick<Bench, 'url'>): Promise<string[]> {
  const chromium = findChromium()
  if (chromium === undefined) throw new Error('There is no Chromium: set CHROMIUM_PATH')
  const browser = await launchBrowser(chromium)
  try {
    const lines = [
      'First page at a quarter of the speed   requests   KB in all   usable after ms (best, median)',
    ]
    for (const { who, email, path } of landings) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
      const page = await signIn(context, url, email)
      const session = await context.newCDPSession(page)
      await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
      const seen: Visit[] = []
      for (let at = 0; at < visits; at++) seen.push(await visit(page, session, url + path))
      const times = seen.map(({ usableMs }) => usableMs).sort((one, other) => one - other)
      const [{ requests, bytes }] = seen as [Visit, ...Visit[]]
      lines.push(
        `${who.padEnd(38)} ${String(requests).padStart(8)} ${(bytes / 1024).toFixed(0).padStart(11)} ` +
          `${(times[0] ?? 0).toFixed(0).padStart(10)} ${(times[visits >> 1] ?? 0).toFixed(0).padStart(8)}`,
      )
      await context.close()
    }
    return lines
  } finally {
    await browser.close()
  }
}

async function signIn(context: BrowserContext, url: string, email: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(url)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.locator('main h1').waitFor()
  await page.addInitScript({ content: noteWhenUsable })
  return page
}

/** Loads an address without any file kept, until the page says in `usableMs` that it can be used; `largestMs` is noted too. */
export async function visit(
  page: Page,
  session: CDPSession,
  address: string,
  noteLargest?: (ms: number) => void,
): Promise<Visit> {
  await session.send('Network.enable')
  await session.send('Network.clearBrowserCache')
  let [requests, bytes] = [0, 0]
  const count = ({ request }: { request: { url: string } }) => {
    if (!request.url.startsWith('data:')) requests += 1
  }
  const discount = () => {
    requests -= 1
  }
  const weigh = (event: { encodedDataLength: number }) => {
    bytes += event.encodedDataLength
  }
  session.on('Network.requestWillBeSent', count)
  session.on('Network.requestServedFromCache', discount)
  session.on('Network.loadingFinished', weigh)
  await page.goto(address)
  const usable = await page.waitForFunction(() => (globalThis as { usableMs?: number }).usableMs)
  session.off('Network.requestWillBeSent', count)
  session.off('Network.requestServedFromCache', discount)
  session.off('Network.loadingFinished', weigh)
  const usableMs = Number(await usable.jsonValue())
  if (noteLargest !== undefined) {
    noteLargest(await page.evaluate(() => Number((globalThis as { largestMs?: number }).largestMs)))
  }
  await page.goto('about:blank')
  return { requests, bytes, usableMs }
}

/** In the page: the moment at which its heading stands, with the figures below it and nothing that still loads. */
const noteWhenUsable = `
  requestAnimationFrame(function look() {
    const main = document.querySelector('main')
    const stands = main?.querySelector('h1') && main.querySelector('section')
    if (stands && !main.querySelector('[role=status]')) window.usableMs = performance.now()
    else requestAnimationFrame(look)
  })
`
