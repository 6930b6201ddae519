import { afterEach, expect, test } from 'vitest'
import { openPortal, type Portal, pathOf, signIn } from './portal.ts'

let portal: Portal

afterEach(() => portal.close())

const strip = 'Test mode: no money moves'

test('a merchant switches to Test and back, and every request says which [mode.toggle.switch] [mode.change.alert] [mode.change.redirect] [mode.header]', async () => {
  portal = await openPortal()
  const { page } = portal
  await signIn(page, 'merchant@harbour.example')
  const toggle = page.locator('header button[role=switch]')
  expect(await toggle.getAttribute('aria-checked')).toBe('true')
  expect(await page.getByText(strip).count()).toBe(0)

  // What the page asked for before the switch is answered first.
  await page.waitForLoadState('networkidle')
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) asked.push(`${request.headers().mode} ${pathname}`)
  })
  await toggle.click()
  await page.getByText('You are now in Test mode').waitFor()
  await page.getByText(strip).waitFor()
  expect(pathOf(page)).toBe('/dashboard')
  expect(await page.evaluate(() => localStorage.getItem('SystemMode'))).toBe('Test')
  await page.waitForLoadState('networkidle')
  expect(asked).not.toEqual([])
  expect(asked.filter((each) => !each.startsWith('Test '))).toEqual([])

  await page.reload()
  await page.getByText(strip).waitFor()
  await toggle.click()
  await page.getByText('You are now in Live mode').waitFor()
  expect(await page.getByText(strip).count()).toBe(0)
  expect(portal.complaints).toEqual([])
})

test('another tab follows the switch', async () => {
  portal = await openPortal()
  await signIn(portal.page, 'merchant@harbour.example')
  const other = await portal.openTab()
  await other.goto('/dashboard')
  await other.locator('#content').waitFor()
  await portal.page.locator('header button[role=switch]').click()
  await other.getByText(strip).waitFor()
})

test('a merchant with the sandbox alone stays in Test [mode.toggle.sandbox]', async () => {
  portal = await openPortal()
  const { page } = portal
  await page.addInitScript(() => localStorage.setItem('SystemMode', 'Live'))
  await signIn(page, 'merchant@quayside.example')
  await page.getByText(strip).waitFor()
  expect(await page.locator('header button[role=switch]').isDisabled()).toBe(true)
})
