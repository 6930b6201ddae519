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
  resetAppearance,
  setAppearance,
} from './workspace.ts'

// The menu walked entry by entry, each screen examined for accessibility by the account that comes to it first. Usually by one
// account of each audience, with a half of the entries that no account before had in each of two appearances. A full run walks as every account, in all
// 48 appearances, each for one account or another, and examines every page; APPEARANCES=all shows all of them to every
// account. With SCREENSHOTS=folder a picture of each page is left there.
const { APPEARANCES: wanted, SCREENSHOTS: pictures } = process.env
const isWhole = isFullRun || wanted === 'all'
const audiences = [
  'operator@bosphorus.example',
  'merchant@harbour.example',
  'platform@counterfoil.example',
]
const ofAudiences = audiences.flatMap((one) => accounts.filter(({ email }) => email === one))
const walkers = isWhole ? accounts : ofAudiences
const covering = coveringAppearances(2 * audiences.length)
const examined = new Set<string>()

let portal: Portal
afterEach(async ({ task }) => {
  // another journey of the same account expects its own language
  if (task.result?.state === 'fail') await resetAppearance(portal.page)
  await portal.close()
})

function appearancesOf(account: number) {
  if (wanted === 'all') return allAppearances
  if (!isFullRun) return covering.slice(2 * account, 2 * account + 2)
  // shifted each time round, so that every account has every width
  const accountOf = (one: number) => (one + Math.floor(one / accounts.length)) % accounts.length
  return allAppearances.filter((_, one) => accountOf(one) === account)
}

/** The part of the entries that is walked in one of several appearances. */
const share = (entries: readonly string[], turn: number, turns: number) =>
  entries.filter((_, at) => Math.floor((at * turns) / entries.length) === turn)

test.each(walkers.map((account, at) => [account.email, account, at] as const))(
  '%s: signs in, walks the whole menu, signs out [shell.workspace.branding]',
  async (email, account, at) => {
    portal = await openPortal()
    const { page } = portal
    await signIn(page, email)
    await page.waitForURL(`**${account.home}`)
    const appearances = appearancesOf(at)
    let walked: readonly string[] | undefined
    for (const [turn, appearance] of appearances.entries()) {
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
      walked ??= isWhole ? entries : entries.filter((href) => !examined.has(href))
      for (const href of isWhole ? entries : share(walked, turn, appearances.length)) {
        await chooseEntry(page, appearance, href)
        await settle(page)
        const what = `${email} ${nameOf(appearance)} ${href}`
        if (pictures !== undefined) {
          await page.screenshot({ path: join(pictures, `${what.replace(/[^\w]+/g, '-')}.png`) })
        }
        await expectFits(page, what)
        examined.add(href)
        // the menu is examined once in each appearance: its many entries took longer than the pages themselves
        await expectAccessible(page, what, isMenuExamined ? 'aside' : '')
        isMenuExamined = true
      }
    }
    await resetAppearance(page)
    await signOut(page)
    expect(pathOf(page)).toBe('/authentication/logged-out')
    expect(portal.complaints).toEqual([])
  },
  isWhole ? 1_800_000 : 480_000,
)
