// The stage with the built portal on it, and a browser in which anybody is signed in at once.
import { personCookie } from '@counterfoil/kit/testing/browser-sign-in.ts'
import { buildWeb } from '@counterfoil/tools/serve/build-web.ts'
import { launchBrowser, openProfile } from '@counterfoil/tools/testing/browser.ts'
import { ensureChromium } from '@counterfoil/tools/testing/chromium.ts'
import { freePort } from '@counterfoil/tools/testing/stack.ts'
import type { Page } from 'playwright-core'
import { afterAll } from 'vitest'
import { type Actor, openStage, type Stage } from './stage.ts'

export interface Visitor {
  readonly page: Page
  /** Everything that went wrong on the page since it was last asked. */
  complaints(): string[]
  /** Opens an address as this person, with a page loaded anew. */
  open(actor: Actor, path: string): Promise<void>
}

export interface PortalStage extends Stage {
  /** A browser profile with one page. */
  visitor(): Promise<Visitor>
}

const quietly = () => {}

export async function openPortalStage(): Promise<PortalStage> {
  await buildWeb(quietly)
  const port = await freePort()
  const portalUrl = `http://127.0.0.1:${port}`
  const stage = await openStage({ portalUrl })
  await stage.app.listen({ port, host: '127.0.0.1' })
  const browser = await launchBrowser(ensureChromium(quietly))
  afterAll(() => browser.close())
  return {
    ...stage,
    async visitor() {
      const complaints: string[] = []
      const context = await openProfile(browser, complaints, { baseURL: portalUrl })
      const page = await context.newPage()
      return {
        page,
        complaints: () => complaints.splice(0),
        async open(actor, path) {
          const { issuer } = stage.issuer
          await context.addCookies([{ name: personCookie, value: actor.subject, url: issuer }])
          await page.goto(path)
        },
      }
    },
  }
}
