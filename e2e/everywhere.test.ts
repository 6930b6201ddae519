import { join } from 'node:path'
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
  allLooks,
  chooseEntry,
  coveringLooks,
  menuEntries,
  nameOf,
  usualLook,
  wear,
} from './workspace.ts'

// Every account through every entry of its menu. Usually in two looks each, which together have every pair of layout,
// scheme, language and width, in the second through a third of the entries. With LOOKS=each every one of the 48 looks is
// worn once, by one account or another, through all entries; with LOOKS=all by every account. With SCREENSHOTS=folder a
// picture of each page is left there.
const { LOOKS: asked, SCREENSHOTS: pictures } = process.env
const isWhole = asked === 'all' || asked === 'each'
const looksEach = 2
const covering = coveringLooks(accounts.length * looksEach)

let portal: Portal
afterEach(() => portal.close())

function looksOf(account: number) {
  if (asked === 'all') return allLooks
  // shifted each time round, so that every account has every width
  const wearerOf = (look: number) => (look + Math.floor(look / accounts.length)) % accounts.length
  if (asked === 'each') return allLooks.filter((_, look) => wearerOf(look) === account)
  return covering.slice(account * looksEach, (account + 1) * looksEach)
}

test.each(accounts.map((account, at) => [account.email, account, at] as const))(
  '%s: signs in, walks the whole menu in different looks, signs out [shell.workspace.branding]',
  async (email, account, at) => {
    portal = await openPortal()
    const { page } = portal
    await signIn(page, email)
    await page.waitForURL(`**${account.home}`)
    const looks = looksOf(at)
    for (const [place, look] of looks.entries()) {
      await wear(page, look)
      await page.locator(`html[lang=${look.language}]`).waitFor()
      if (look.width >= 1100) {
        const brand = page.locator('aside > a, header > a').first()
        expect(await brand.textContent()).toContain(account.brand)
        expect(await brand.locator('img, [aria-hidden]').count()).toBe(1)
      }
      const entries = await menuEntries(page, look)
      expect(entries).toContain(account.home)
      const isSample = !isWhole && place > 0
      const chosen = entries.filter((_, entry) => !isSample || entry % 3 === at % 3)
      for (const href of chosen) {
        await chooseEntry(page, look, href)
        await settle(page)
        const what = `${email} ${nameOf(look)} ${href}`
        if (pictures !== undefined) {
          await page.screenshot({ path: join(pictures, `${what.replace(/[^\w]+/g, '-')}.png`) })
        }
        await expectFits(page, what)
        // the menu is looked at once in each look: its many entries took longer than the pages themselves
        await expectAccessible(page, what, href === chosen[0] ? '' : 'aside')
      }
    }
    await wear(page, usualLook(account.language))
    await signOut(page)
    expect(pathOf(page)).toBe('/authentication/logged-out')
    expect(portal.complaints).toEqual([])
  },
  isWhole ? 1_800_000 : 480_000,
)
