// The API with the built portal, and a browser in which each actor is signed in at once.
import { personCookie } from '@counterfoil/kit/testing/browser-sign-in.ts'
import { buildWeb } from '@counterfoil/tools/serve/build-web.ts'
import { launchBrowser, openProfile } from '@counterfoil/tools/testing/browser.ts'
import { ensureChromium } from '@counterfoil/tools/testing/chromium.ts'
import { freePort } from '@counterfoil/tools/testing/stack.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll } from 'vitest'
import { type Actor, openTestApi, type TestApi } from './test-api.ts'

export interface Visitor {
  readonly page: Page
  /** Everything that went wrong on the page since it was last asked. */
  complaints(): string[]
  /** Opens an address as this person, with a page loaded anew. */
  open(actor: Actor, path: string): Promise<void>
}

export interface TestPortal extends TestApi {
  /**
   * Somebody with a browser profile of one page. A profile that nobody uses any more goes to the next one: it holds the
   * portal's code, and nobody's session, which lives in a loaded page.
   */
  visit(through: (visitor: Visitor) => Promise<void>): Promise<void>
}

const quietly = () => {}

export async function openTestPortal(): Promise<TestPortal> {
  await buildWeb(quietly)
  const port = await freePort()
  const portalUrl = `http://127.0.0.1:${port}`
  const testApi = await openTestApi({ portalUrl })
  await testApi.app.listen({ port, host: '127.0.0.1' })
  const browser = await launchBrowser(ensureChromium(quietly))
  afterAll(() => browser.close())
  const idle: Visitor[] = []
  return {
    ...testApi,
    async visit(through) {
      const visitor = idle.pop() ?? (await newVisitor(browser, portalUrl, testApi.issuer.issuer))
      // one that failed leaves its page somewhere
      await through(visitor)
      await visitor.page.goto('about:blank')
      visitor.complaints()
      idle.push(visitor)
    },
  }
}

async function newVisitor(browser: Browser, portalUrl: string, issuer: string): Promise<Visitor> {
  const complaints: string[] = []
  const context = await openProfile(browser, complaints, { baseURL: portalUrl })
  const page = await context.newPage()
  return {
    page,
    complaints: () => complaints.splice(0),
    async open(actor, path) {
      await context.addCookies([{ name: personCookie, value: actor.subject, url: issuer }])
      await page.goto(path)
    },
  }
}
