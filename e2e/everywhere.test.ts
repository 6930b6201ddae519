import { join } from 'node:path'
import { isFullRun } from '@counterfoil/tools/testing/full-run.ts'
import { afterEach, expect, test } from 'vitest'
import { accounts } from './accounts.ts'
import {
  expectAccessible,
  expectFits,
  openPortal,
  type Portal,
  pathOf,
  settle,
  signIn,
  signOut,
} from './portal.ts'
import {
  allAppearances,
  chooseEntry,
  coveringAppearances,
  menuEntries,
  nameOf,
  setAppearance,
  usualAppearance,
} from './workspace.ts'

// Every account through every entry of its menu, usually in one appearance each; each screen is examined for accessibility
// by the account that comes to it first. A full run shows all 48 appearances, each to one account or another, and examines
// every page; APPEARANCES=all shows all of them to every account. With SCREENSHOTS=folder a picture of each page is left
// there.
const { APPEARANCES: wanted, SCREENSHOTS: pictures } = process.env
const isWhole = isFullRun || wanted === 'all'
const covering = coveringAppearances(accounts.length)
const examined = new Set<string>()

let portal: Portal
afterEach(() => portal.close())

function appearancesOf(account: number) {
  if (wanted === 'all') return allAppearances
  if (!isFullRun) return covering.slice(account, account + 1)
  // shifted each time round, so that every account has every width
  const accountOf = (one: number) => (one + Math.floor(one / accounts.length)) % accounts.length
  return allAppearances.filter((_, one) => accountOf(one) === account)
}

test.each(accounts.map((account, at) => [account.email, account, at] as const))(
  '%s: signs in, walks the whole menu, signs out [shell.workspace.branding]',
  async (email, account, at) => {
    portal = await openPortal()
    const { page } = portal
    await signIn(page, email)
    await page.waitForURL(`**${account.home}`)
    for (const appearance of appearancesOf(at)) {
      await setAppearance(page, appearance)
      await page.locator(`html[lang=${appearance.language}]`).waitFor()
      if (appearance.width >= 1100) {
        const brand = page.locator('aside > a, header > a').first()
        expect(await brand.textContent()).toContain(account.brand)
        expect(await brand.locator('img, [aria-hidden]').count()).toBe(1)
      }
      const entries = await menuEntries(page, appearance)
      expect(entries).toContain(account.home)
      let isMenuExamined = false
      for (const href of entries) {
        await chooseEntry(page, appearance, href)
        await settle(page)
        const what = `${email} ${nameOf(appearance)} ${href}`
        if (pictures !== undefined) {
          await page.screenshot({ path: join(pictures, `${what.replace(/[^\w]+/g, '-')}.png`) })
        }
        await expectFits(page, what)
        if (examined.has(href) && !isWhole) continue
        examined.add(href)
        // the menu is examined once in each appearance: its many entries took longer than the pages themselves
        await expectAccessible(page, what, isMenuExamined ? 'aside' : '')
        isMenuExamined = true
      }
    }
    await setAppearance(page, usualAppearance(account.language))
    await signOut(page)
    expect(pathOf(page)).toBe('/authentication/logged-out')
    expect(portal.complaints).toEqual([])
  },
  isWhole ? 1_800_000 : 480_000,
)
