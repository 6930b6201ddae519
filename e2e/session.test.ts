import { afterEach, expect, test } from 'vitest'
import { enterPassword, openPortal, type Portal, signIn, signOut } from './portal.ts'

let portal: Portal

afterEach(() => portal.close())

test('a sign-out in one tab signs the others out [session.cross-tab.broadcast]', async () => {
  portal = await openPortal()
  await signIn(portal.page, 'operator@northwind.example')
  const other = await portal.openTab()
  await other.goto('/crm/dashboard')
  await other.locator('#content').waitFor()
  await signOut(portal.page)
  // The other tab asks the identity provider, which knows nobody any more.
  await other.locator('input[name=password]').waitFor({ timeout: 20_000 })
})

test('a tab that comes to sight with somebody else signed in does not go on as the first [session.cross-tab.visible]', async () => {
  portal = await openPortal()
  const { page } = portal
  await signIn(page, 'operator@northwind.example')
  await page.evaluate(
    "localStorage.setItem('subject', 'somebody-else'); document.dispatchEvent(new Event('visibilitychange'))",
  )
  await page.waitForURL(/authentication\/login|login-callback|crm\/dashboard/)
  // The session was given up and made anew for whom the identity provider knows.
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('subject')), { timeout: 20_000 })
    .not.toBe('somebody-else')
})

test('another user in the same browser sees nothing of the first', async () => {
  portal = await openPortal()
  const { page } = portal
  await signIn(page, 'operator@northwind.example')
  await signOut(page)
  await page.goto('/')
  await enterPassword(page, 'merchant@galata.example')
  await page.locator('#content').waitFor()
  expect(await page.locator('aside a').first().textContent()).toContain('Galata Coffee')
  expect(await page.content()).not.toContain('Northwind')
})
