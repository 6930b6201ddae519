import { afterEach, describe, expect, test } from 'vitest'
import {
  expectAccessible,
  expectFits,
  identityUrl,
  openPortal,
  type Portal,
  portalUrl,
  signIn,
  waitForWords,
} from './portal.ts'

let portal: Portal

afterEach(() => portal.close())

describe('the authentication routes', () => {
  test.each([
    ['login', /\/Identity\/Account\/Login\//],
    ['login-callback', /login-failed\?message=/],
    ['login-failed', /login-failed$/],
    ['register', /\/Identity\/Account\/Register$/],
    ['profile', /\/Identity\/Account\/Login\//],
    ['logout', /logged-out$/],
    ['logout-callback', /logged-out$/],
    ['logged-out', /logged-out$/],
    ['unauthorized', /unauthorized$/],
  ])('authentication/%s answers whoever is not signed in [auth.routes]', async (route, ends) => {
    portal = await openPortal()
    const { page } = portal
    await page.goto(`/authentication/${route}`)
    await page.waitForURL(ends)
    await page.locator('h1').waitFor()
    await expectAccessible(page, route)
    const own = [portalUrl, identityUrl].map((url) => new URL(url).origin)
    expect(own).toContain(new URL(page.url()).origin)
  })

  test('take the query parameters returnUrl and message [auth.query-parameters] [auth.after-login.return-url]', async () => {
    portal = await openPortal()
    const { page } = portal
    await page.goto('/authentication/login-failed?message=Out+of+luck')
    await waitForWords(page, 'Out of luck')
    const wanted = '/transaction-management/transaction-lookup?status=captured'
    await signIn(
      page,
      'operator@northwind.example',
      `/authentication/login?${new URLSearchParams({ returnUrl: wanted })}`,
    )
    expect(new URL(page.url()).pathname).toBe('/transaction-management/transaction-lookup')
  })

  test.each([
    ['operator@northwind.example', '/crm/dashboard', '[auth.after-login.default.crm]'],
    ['merchant@harbour.example', '/dashboard', '[auth.after-login.default.other]'],
  ])('without a return URL %s lands on %s %s', async (email, home) => {
    portal = await openPortal()
    const { page } = portal
    await signIn(page, email, '/authentication/login')
    expect(new URL(page.url()).pathname).toBe(home)
  })

  test('begin the profile with a sign-in and come back to it [auth.identity-pages]', async () => {
    portal = await openPortal({ width: 390 })
    const { page } = portal
    await page.goto('/authentication/profile')
    await page.locator('input[name=email]').fill('cashier@harbour.example')
    await page.locator('input[name=password]').fill('Counterfoil-demo-1')
    await page.locator('button[type=submit]').first().click()
    await page.waitForURL(`${identityUrl}/Identity/Account/Manage`)
    for (const part of ['', '/Password', '/Authenticator', '/Sessions']) {
      await page.goto(`${identityUrl}/Identity/Account/Manage${part}`)
      await page.locator('h1').waitFor()
      await expectAccessible(page, `Manage${part}`)
      await expectFits(page, `Manage${part}`)
    }
    expect(portal.complaints).toEqual([])
  })
})

test('a forgotten password is replaced by the link in the outbox', async () => {
  portal = await openPortal()
  const { page } = portal
  await page.goto('/authentication/login?tenant=northwind')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.locator('input[name=email]').fill('merchant@piernine.example')
  await page.locator('button[type=submit]').click()
  await page.getByRole('link', { name: 'Open the outbox' }).click()
  const link = page
    .locator('article', { hasText: 'merchant@piernine.example' })
    // other journeys have mails written to them as well
    .locator('a[href*="/ResetPassword"]')
    .first()
  await expect
    .poll(
      async () => {
        await page.reload()
        return link.count()
      },
      { timeout: 20_000 },
    )
    .toBeGreaterThan(0)
  await expectAccessible(page, 'outbox')
  await link.click()
  await page.locator('input[name=password]').fill('Counterfoil-demo-1')
  await page.locator('input[name=repeat]').fill('Counterfoil-demo-1')
  await page.locator('button[type=submit]').click()
  await page.getByText('Your password is changed').waitFor()
  await signIn(page, 'merchant@piernine.example')
  expect(portal.complaints).toEqual([])
})
