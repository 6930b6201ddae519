import { afterEach, expect, test } from 'vitest'
import {
  enterPassword,
  followEntry,
  identityUrl,
  openPortal,
  type Portal,
  pathOf,
  signIn,
  signOut,
} from './portal.ts'

let portal: Portal

afterEach(() => portal.close())

test('a sign-out in one tab signs the others out [session.cross-tab.broadcast]', async () => {
  portal = await openPortal()
  await signIn(portal.page, 'operator@northwind.example')
  const other = await portal.openTab()
  await other.goto('/crm/dashboard')
  await other.locator('#content').waitFor()
  await signOut(portal.page)
  // The other tab asks the identity provider, which has no session any more.
  await other.locator('input[name=password]').waitFor({ timeout: 20_000 })
})

test('the session is renewed silently before its token ends, and nothing is lost by it [session.renew.window] [session.renew.check]', async () => {
  portal = await openPortal()
  const { page } = portal
  await portal.context.clock.install()
  await signIn(page, 'operator@northwind.example')
  await page.goto('/transaction-management/transaction-lookup')
  await page.locator('[data-row-link]').first().waitFor()
  const renewals: string[] = []
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url())
    if (origin === identityUrl && pathname.endsWith('/token')) renewals.push(pathname)
  })
  // tokens last ten minutes; the user works on in between
  await portal.context.clock.fastForward(8 * 60_000)
  await page.mouse.move(300, 300)
  expect(renewals).toEqual([])
  const loadedAgain = page.waitForResponse((response) => response.url().endsWith('/api/users'))
  await portal.context.clock.runFor(100_000)
  await expect.poll(() => renewals.length).toBeGreaterThan(0)
  // with the new token the user and the permissions are read again
  expect((await loadedAgain).status()).toBe(200)
  expect(pathOf(page)).toBe('/transaction-management/transaction-lookup')
  expect(portal.complaints).toEqual([])
})

test('without a network the page says so, and goes on by itself when it is back', async () => {
  portal = await openPortal()
  const { page } = portal
  await signIn(page, 'operator@northwind.example')
  // running requests would be repeated by the page itself
  await page.waitForLoadState('networkidle')
  await portal.context.setOffline(true)
  await page.getByText('You are offline. Changes cannot be saved.').waitFor()
  await portal.context.setOffline(false)
  await page.getByText('You are offline').waitFor({ state: 'detached' })
  await followEntry(page, 'Transaction lookup')
  await page.locator('[data-row-link]').first().waitFor()
})

test('a page whose code could not be fetched opens by itself when the network is back', async () => {
  portal = await openPortal()
  const { page } = portal
  await signIn(page, 'operator@northwind.example')
  await page.waitForLoadState('networkidle')
  await portal.context.setOffline(true)
  await followEntry(page, 'Transaction lookup')
  await page.getByText('This page could not be fetched').waitFor()
  await portal.context.setOffline(false)
  // the browser remembers the failure: only another document fetches the code again
  await page.locator('[data-row-link]').first().waitFor()
})

test('an unavailable server is shown, and its return is noticed', async () => {
  portal = await openPortal()
  const { page } = portal
  await signIn(page, 'operator@northwind.example')
  await page.route('**/api/**', (route) => route.abort('connectionrefused'))
  await followEntry(page, 'Transaction lookup')
  await page.getByText('No connection to the server. Trying again…').waitFor()
  await page.unroute('**/api/**')
  await page.getByText('No connection to the server').first().waitFor({ state: 'detached' })
  await page.locator('[data-row-link]').first().waitFor()
})

test('a page whose user cannot be loaded yet loads by itself when the server answers [state.load-failure]', async () => {
  portal = await openPortal()
  const { page } = portal
  let isBusy = true
  await page.route('**/api/users', (route) =>
    isBusy ? route.fulfill({ status: 503, body: '{}' }) : route.continue(),
  )
  await page.goto('/')
  await enterPassword(page, 'operator@northwind.example')
  await page.getByRole('alert').waitFor()
  isBusy = false
  await page.locator('#content').waitFor()
})

test('a tab that comes to sight with somebody else signed in does not go on as the first [session.cross-tab.visible]', async () => {
  portal = await openPortal()
  const { page } = portal
  await signIn(page, 'operator@northwind.example')
  await page.evaluate(
    "localStorage.setItem('subject', 'somebody-else'); document.dispatchEvent(new Event('visibilitychange'))",
  )
  await page.waitForURL(/authentication\/login|login-callback|crm\/dashboard/)
  // The session ended, and a new one began for the user whom the identity provider knows.
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
