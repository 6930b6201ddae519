// A browser with pages of the portal, and everything that went wrong in them.
import { setTimeout } from 'node:timers/promises'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Request,
} from 'playwright-core'

/** For a machine on which other tests run too. */
const patienceMs = 60_000

/** What no page of ours needs, and what only costs time. */
export function launchBrowser(executablePath: string): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      // pictures are drawn by the processor anyway: a process of its own for that only takes time
      '--in-process-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}

/** A fresh browser profile; nothing is signed in. What goes wrong on its pages is added to `complaints`. */
export async function openProfile(
  browser: Browser,
  complaints: string[],
  options: BrowserContextOptions,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    // what moves is drawn again and again, which costs a busy machine more than the page itself
    reducedMotion: 'reduce',
    ...options,
  })
  context.setDefaultTimeout(patienceMs)
  context.on('page', (page) => watch(page, complaints))
  await slowDown(context)
  return context
}

/** With SLOW_ANSWERS what was in time by luck alone comes too late. */
async function slowDown(context: BrowserContext): Promise<void> {
  const { SLOW_ANSWERS: upToMs } = process.env
  if (upToMs === undefined) return
  await context.route('**/api/**', async (route) => {
    await setTimeout(Math.random() * Number(upToMs))
    // a page that was left asks for nothing any more
    await route.continue().catch(() => {})
  })
}

const openRequests = new WeakMap<Page, Set<Request>>()
const quietMs = 100

/** Waits until the page has asked for nothing for a moment, and so shows all that it has asked for. */
export async function settle(page: Page): Promise<void> {
  const open = openRequests.get(page) ?? new Set()
  const endsAt = Date.now() + patienceMs
  for (let quietSince = Date.now(); Date.now() - quietSince < quietMs; ) {
    await page.waitForTimeout(20)
    if (open.size > 0) quietSince = Date.now()
    if (Date.now() > endsAt) {
      throw new Error(`Still asking for ${[...open].map((request) => request.url())}`)
    }
  }
  // on a busy machine a list may not have asked yet, and shows the answer of before, dimmed
  await page.locator('[data-older]').first().waitFor({ state: 'detached' })
}

function watch(page: Page, complaints: string[]) {
  const open = new Set<Request>()
  openRequests.set(page, open)
  page.on('request', (request) => open.add(request))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => complaints.push(`page: ${error.message}`))
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    // A page that is left gives up what it was still asking for.
    if (!reason.includes('ERR_ABORTED')) complaints.push(`request: ${request.url()} ${reason}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`answer: ${response.status()} ${response.url()}`)
  })
}

/** Opens the groups of the menu: a long menu begins with closed groups; the browser stores which are open. */
export async function openGroups(page: Page, menu: string): Promise<void> {
  const closed = page.locator(`${menu} button[aria-expanded=false]:not([aria-haspopup])`)
  while ((await closed.count()) > 0) await closed.first().click()
}

/** Follows an entry of the docked menu, in any group. */
export async function followEntry(page: Page, name: string): Promise<void> {
  await page.locator('aside nav').first().waitFor()
  await openGroups(page, 'aside nav')
  await page.getByRole('link', { name, exact: true }).click()
}
