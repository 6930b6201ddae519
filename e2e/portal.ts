// One browser with one or more pages of the portal, and the errors that occurred in them.
import { launchBrowser, openProfile } from '@counterfoil/tools/testing/browser.ts'
import type { Product } from '@counterfoil/tools/testing/journey-set-up.ts'
import axe, { type Result } from 'axe-core'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, expect, inject } from 'vitest'
import { password } from './accounts.ts'

export { followEntry, openGroups, settle } from '@counterfoil/tools/testing/browser.ts'

export interface PortalOptions {
  readonly width?: number
  readonly height?: number
  readonly scheme?: 'light' | 'dark'
  readonly locale?: string
  /** A finger instead of a mouse. */
  readonly isPhone?: boolean
  /** Another portal than the one that all journeys share. */
  readonly baseUrl?: string
}

export interface Portal {
  readonly page: Page
  readonly context: BrowserContext
  /** Console errors, failed requests and refused answers so far, on all pages. */
  readonly complaints: string[]
  /** Another tab of the same browser. */
  openTab(): Promise<Page>
  close(): Promise<void>
}

async function askFor<T>(name: string): Promise<T> {
  const ask = () => fetch(`${inject('products')}/${name}`)
  let answer = await ask()
  // on a busy machine a product takes minutes to start
  while (answer.status === 202) answer = await ask()
  if (!answer.ok) throw new Error(await answer.text())
  return (await answer.json()) as T
}

/** The running product of this test worker. */
export const { portalUrl, identityUrl } = await askFor<Product>(`${process.env.VITEST_POOL_ID}`)

/** The data folder of a product with the demo, to start others on copies of it. */
export const seededFolder = async (): Promise<string> =>
  (await askFor<{ readonly dataDir: string }>('seeded')).dataDir

// one for each file of journeys: a profile of its own shares nothing with another
const browser = await launchBrowser(inject('chromium'))
afterAll(() => browser.close())

/** Opens a fresh browser profile; nothing is signed in. */
export async function openPortal(options: PortalOptions = {}): Promise<Portal> {
  const complaints: string[] = []
  const context = await openProfile(browser, complaints, {
    baseURL: options.baseUrl ?? portalUrl,
    viewport: { width: options.width ?? 1440, height: options.height ?? 900 },
    colorScheme: options.scheme ?? 'light',
    locale: options.locale ?? 'en-GB',
    ...(options.isPhone === true ? { hasTouch: true, isMobile: true } : {}),
  })
  return {
    page: await context.newPage(),
    context,
    complaints,
    openTab: () => context.newPage(),
    close: () => context.close(),
  }
}

/** Signs in at the identity provider's page and waits for the portal. Begins at `path`. */
export async function signIn(page: Page, email: string, path = '/'): Promise<void> {
  await page.goto(path)
  await enterPassword(page, email)
  await page.locator('#content').waitFor()
}

/** Fills in the identity provider's form. */
export async function enterPassword(page: Page, email: string, own = password): Promise<void> {
  await page.locator('input[name=email]').fill(email)
  await page.locator('input[name=password]').fill(own)
  await page.locator('button[type=submit]').first().click()
}

/** Loads the page again, and answers with what its calls to the API are authorised by. */
export async function reloadForToken(page: Page): Promise<string> {
  const asked = page.waitForRequest((request) => request.headers().authorization !== undefined)
  await page.reload()
  return (await asked).headers().authorization ?? ''
}

/** The link in the newest mail to an address, which the demo shows instead of sending it. */
export async function findMailedLink(page: Page, to: string): Promise<string> {
  const linkIn = (mails: string) =>
    new RegExp(`To ${RegExp.escape(to)}[\\s\\S]*?(https?:[^\\s"<]+)`).exec(mails)?.[1]
  let link: string | undefined
  await expect
    .poll(async () => {
      link = linkIn(await (await page.request.get('/sandbox/mail')).text())
      return link
    })
    .toBeDefined()
  return link ?? ''
}

/** Uses the portal's own Logout. */
export async function signOut(page: Page): Promise<void> {
  await page.locator('header button[aria-haspopup=menu]').last().click()
  await page.locator('a[href="/authentication/logout"]').click()
  await page.waitForURL('**/authentication/logged-out')
}

/**
 * Expects no serious or critical finding of axe-core on the current page. Only violations are reported in full: reporting
 * passes takes five times as long. `but`: a selector of parts that were checked before and are the same.
 */
export async function expectAccessible(page: Page, what: string, but = ''): Promise<void> {
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axe.source)
  const violations = await page.evaluate<Result[]>(
    `axe.run({ exclude: ${JSON.stringify(but === '' ? [] : [[but]])} }, { resultTypes: ['violations'], iframes: false })
      .then(({ violations }) => violations)`,
  )
  const grave = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${what}: ${id}: ${html.slice(0, 200)}`))
  expect(grave).toEqual([])
}

/** Expects that the page does not overflow horizontally. */
export async function expectFits(page: Page, what: string): Promise<void> {
  const overflow = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  expect(overflow, `${what} sticks out`).toBeLessThanOrEqual(0)
}

/** Waits until the page shows the text: the address changes before the page does. */
export const waitForWords = (page: Page, words: string): Promise<void> =>
  page.locator('main').filter({ hasText: words }).waitFor()

export const pathOf = (page: Page): string => new URL(page.url()).pathname
