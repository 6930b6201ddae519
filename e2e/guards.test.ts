import { afterEach, describe, expect, test } from 'vitest'
import {
  enterPassword,
  identityUrl,
  openPortal,
  type Portal,
  pathOf,
  portalUrl,
  signIn,
  waitForWords,
} from './portal.ts'

const operator = 'operator@northwind.example'
const merchant = 'merchant@harbour.example'
let portal: Portal

afterEach(() => portal.close())

test('a user who is not signed in returns to the requested page after signing in [permissions.guard.auth]', async () => {
  portal = await openPortal()
  const { page } = portal
  await signIn(page, operator, '/crm/dashboard?from=link#below')
  await page.waitForURL('**/crm/dashboard?from=link#below')
})

test('an unknown path says so and leads on, and the start leads to the dashboard [routes.unknown-path]', async () => {
  portal = await openPortal()
  const { page } = portal
  await signIn(page, operator, '/no/such/page')
  await page.getByRole('heading', { name: 'There is no page at this address' }).waitFor()
  expect(pathOf(page)).toBe('/no/such/page')
  await page.getByRole('searchbox', { name: 'Search the pages' }).fill('fee')
  await page.locator('#content').getByRole('link', { name: 'Fees' }).click()
  await page.waitForURL('**/crm/settings/fees')
  await page.goto('/')
  await page.waitForURL('**/crm/dashboard')
})

test('a screen of another audience is refused with the fixed text [auth.unauthorized.line1] [auth.unauthorized.line2]', async () => {
  portal = await openPortal()
  const { page } = portal
  await signIn(page, merchant)
  await page.goto('/crm/dashboard')
  await page.waitForURL('**/authentication/unauthorized')
  await waitForWords(page, "401: You don't have enough permissions to get access to the resource")
  await waitForWords(page, 'Please, try to Logout/Login using other credentials')
  await waitForWords(page, '/crm/dashboard')
})

test('a part of the portal that the user may not enter is refused, built or not [permissions.guard.unauthorized] [errors.route-permission]', async () => {
  portal = await openPortal()
  const { page } = portal
  await signIn(page, 'cashier@harbour.example')
  for (const path of ['/merchant/payment-settings/websites', '/smart-routing-visualization']) {
    await page.goto(path)
    await page.waitForURL('**/authentication/unauthorized')
  }
  await page.goto('/merchant/users')
  await page.waitForURL(/\/dashboard$|\/merchant\/users/)
})

describe('a return URL elsewhere leads nowhere else [auth.return-url.same-origin]', () => {
  test.each([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    '///evil.example',
    'javascript:alert(document.domain)',
    'https://localhost@evil.example/',
    // an address of ours, at which there is no page
    '/%09/evil.example',
  ])('%s', async (returnUrl) => {
    portal = await openPortal()
    const { page } = portal
    const visited: string[] = []
    page.on('framenavigated', (frame) => visited.push(frame.url()))
    const query = new URLSearchParams({ returnUrl })
    await signIn(page, operator, `/authentication/login?${query}`)
    await page.locator('#content').waitFor()
    const noPage = page.getByRole('heading', { name: 'There is no page at this address' })
    await (returnUrl.startsWith('/%09') ? noPage.waitFor() : page.waitForURL('**/crm/dashboard'))
    const own = [new URL(portalUrl).origin, new URL(identityUrl).origin]
    const foreign = visited.filter(
      (url) => url.startsWith('http') && !own.includes(new URL(url).origin),
    )
    expect(foreign).toEqual([])
  })
})

describe('callbacks that were not asked for', () => {
  test.each([
    '/login-callback?code=forged&state=forged',
    '/login-callback',
    '/authentication/login-callback?error=access_denied&error_description=%3Cb%3Eno%3C%2Fb%3E&state=x',
  ])('%s ends on a page that says so [errors.sign-in-failure]', async (path) => {
    portal = await openPortal()
    const { page } = portal
    await page.goto(path)
    await page.waitForURL('**/authentication/login-failed?*')
    await waitForWords(page, 'There was an error signing in. Error: ')
    expect(await page.locator('main b').count()).toBe(0)
  })

  test('a sign-in that took longer than an hour is begun anew, on a page that says so', async () => {
    portal = await openPortal()
    const { page } = portal
    await page.goto('/')
    await page.locator('input[name=email]').waitFor()
    await portal.context.clock.setSystemTime(Date.now() + 3_601_000)
    await enterPassword(page, operator)
    await page.waitForURL('**/authentication/login-failed?*')
    await waitForWords(page, 'There was an error signing in.')
    expect(await page.locator('#content').count()).toBe(0)
  })

  test('a code cannot be used twice', async () => {
    portal = await openPortal()
    const { page } = portal
    const callback = page.waitForRequest((request) => request.url().includes('/login-callback?'))
    await page.goto('/')
    await enterPassword(page, operator)
    const { origin, pathname, search } = new URL((await callback).url())
    await page.locator('#content').waitFor()
    await page.goto(`${origin}${pathname}${search}`)
    await page.waitForURL('**/authentication/login-failed?*')
  })
})

test('the failure page shows the message as text [auth.login-failed.message]', async () => {
  portal = await openPortal()
  const { page } = portal
  const message = '<img src=x onerror=alert(1)> no luck'
  await page.goto(`/authentication/login-failed?${new URLSearchParams({ message })}`)
  expect(await page.locator('main p').textContent()).toBe(message)
  expect(await page.locator('main img').count()).toBe(0)
})

test('a sign-out from elsewhere signs nobody out [auth.logged-out.not-initiated]', async () => {
  portal = await openPortal()
  const { page } = portal
  await signIn(page, operator)
  await page.goto('/authentication/logout')
  await page.waitForURL('**/authentication/logged-out')
  await waitForWords(page, 'The logout was not initiated from within the page.')
  await page.goto('/crm/dashboard')
  await page.locator('#content').waitFor()
  expect(pathOf(page)).toBe('/crm/dashboard')
})

test('an administrator views the portal as a user in every tab, changes nothing, and comes back', async () => {
  portal = await openPortal()
  const { page } = portal
  await signIn(page, operator, '/crm/users/merchant?searchKey=cashier')
  await page.getByText('cashier@harbour.example').click()
  await page.getByRole('button', { name: 'View as user' }).waitFor()
  const userPage = pathOf(page)
  const other = await portal.openTab()
  await other.goto('/crm/settings/fees')
  await other.getByRole('heading', { name: 'Fees', level: 1 }).waitFor()
  await page.getByRole('button', { name: 'View as user' }).click()
  await page.getByLabel('Reason').fill('Ticket 1042')
  await page.getByRole('button', { name: /^View as Callum/ }).click()
  for (const tab of [page, other]) {
    await tab.getByRole('region', { name: 'View as user' }).waitFor()
    await tab.waitForURL('**/dashboard')
  }
  await page.goto('/merchant/profile-settings')
  await waitForWords(page, 'A user’s own account is not shown to others')
  await page.getByRole('button', { name: 'End the view' }).click()
  await page.waitForURL(`**${userPage}`)
  await page.getByRole('button', { name: 'View as user' }).waitFor()
  await other.waitForURL('**/crm/dashboard')
})
