import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible, expectFits, openPortal, type Portal, signIn } from './portal.ts'

const widths = [1440, 1024, 390]
/** Each language and each scheme, once: colours and texts do not depend on one another. */
const combinations = [
  ['en', 'light'],
  ['tr', 'dark'],
] as const

describe.each([
  'platform@counterfoil.example',
  'operator@northwind.example',
  'merchant@harbour.example',
  'merchant@galata.example',
])('%s', (email) => {
  let portal: Portal

  beforeAll(async () => {
    portal = await openPortal()
    await signIn(portal.page, email)
  })
  afterAll(() => portal.close())

  test.each(combinations)(
    'each page of the menu in %s, %s, at every width',
    async (language, scheme) => {
      const { page } = portal
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.emulateMedia({ colorScheme: scheme })
      await page.evaluate((chosen) => localStorage.setItem('Language', chosen), language)
      await page.reload()
      await page.locator('#content').waitFor()
      expect(await page.locator('html').getAttribute('lang')).toBe(language)

      const links = await page
        .locator('aside nav a')
        .evaluateAll((entries) => entries.map((entry) => entry.getAttribute('href') ?? ''))
      expect(links).not.toEqual([])
      for (const link of links) {
        await page.setViewportSize({ width: 1440, height: 900 })
        await page.locator(`aside nav a[href="${link}"]`).click()
        await page.waitForURL(`**${link}`)
        await page.locator('h1').waitFor()
        await page.waitForLoadState('networkidle')
        for (const width of widths) {
          await page.setViewportSize({ width, height: 900 })
          const what = `${link} ${language} ${scheme} ${width}`
          await expectFits(page, what)
          if (width !== 1024) await expectAccessible(page, what)
        }
      }
      expect(portal.complaints).toEqual([])
    },
  )

  test('the menu of small screens opens and closes', async () => {
    const { page } = portal
    await page.setViewportSize({ width: 390, height: 800 })
    await page.locator('header button').first().click()
    const menu = page.locator('[role=dialog] nav')
    await menu.waitFor()
    await expectAccessible(page, 'side navigation')
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'hidden' })
  })
})
