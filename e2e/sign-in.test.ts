import { isFullRun } from '@counterfoil/tools/testing/full-run.ts'
import type { Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { accounts } from './accounts.ts'
import { expectAccessible, openPortal, type Portal, pathOf, signIn, signOut } from './portal.ts'

let portal: Portal

afterEach(() => portal.close())

// accounts that differ in all that is looked at: brand, colours, language, home and mode
const different = ['platform', 'operator@bosphorus', 'merchant@harbour', 'merchant@quayside']
const signingIn = accounts.filter(
  ({ email }) => isFullRun || different.some((one) => email.startsWith(one)),
)

describe.each(signingIn)('$email', (account) => {
  // The pages around sign-in are the same for everybody.
  const isFirst = account === accounts[0]

  test('signs in, lands at home in its own colours, and signs out [auth.logged-out.success]', async () => {
    portal = await openPortal()
    const { page } = portal
    await page.goto('/')
    await page.locator('input[name=email]').waitFor()
    if (isFirst) await expectAccessible(page, 'sign-in page')

    await signIn(page, account.email)
    await page.waitForURL(`**${account.home}`)
    const brand = page.locator('aside a').first()
    await expect.poll(() => brand.textContent()).toContain(account.brand)
    const avatar = page.locator('header button[aria-haspopup=menu]').last()
    await expect.poll(() => avatar.textContent()).toBe(account.initials)
    // the user's colours are applied a moment after the page is there
    await page.locator(`html[lang=${account.language}]`).waitFor()
    await expect.poll(() => menuColour(page)).toBe(account.sidebar)
    const modeSwitch = page.locator('header button[role=switch]')
    expect(await modeSwitch.count()).toBe(account.mode === 'none' ? 0 : 1)
    if (account.mode === 'test-only') await modeSwitch.and(page.locator(':disabled')).waitFor()
    await page.locator('h1').waitFor()

    await signOut(page)
    const said = account.language === 'tr' ? 'başarıyla kapatıldı' : 'You successfully logged out!'
    // Before the user is loaded the browser's language counts; the user's own is not stored.
    const text = new RegExp(`${said}|You successfully logged out!`)
    await page.locator('main').filter({ hasText: text }).waitFor()
    if (isFirst) await expectAccessible(page, 'signed out')
    expect(portal.complaints).toEqual([])

    // Signed out means signed out: the next visit asks for the password again.
    await page.goto('/')
    await page.locator('input[name=password]').waitFor()
  })
})

/** The colour of the menu's ground, as `#rrggbb`. */
async function menuColour(page: Page): Promise<string> {
  const colour = await page.evaluate<string>(
    "getComputedStyle(document.querySelector('aside')).backgroundColor",
  )
  const parts = colour.match(/\d+/g)?.slice(0, 3) ?? []
  return `#${parts.map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`
}

test('a reload keeps the session, and no token is stored in the browser', async () => {
  portal = await openPortal()
  const { page } = portal
  await signIn(page, 'merchant@harbour.example')
  await page.waitForURL('**/dashboard')
  await page.reload()
  await page.locator('#content').waitFor()
  expect(pathOf(page)).toBe('/dashboard')
  const stored = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
  )
  expect(stored).not.toMatch(/eyJ|access_token|refresh_token/)
  expect(portal.complaints).toEqual([])
})
