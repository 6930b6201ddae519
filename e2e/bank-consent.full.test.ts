import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { expectAccessible, expectFits, openPortal, type Portal, signIn } from './portal.ts'

// A merchant connects a bank, renews the consent while it still stands, and revokes it.

const path = '/merchant/payments/open-banking-connections'
let portal: Portal

afterEach(() => portal.close())

const drawerOf = (page: Page) => page.getByRole('dialog', { name: 'Sandbox Bank' })
const factOf = (page: Page, name: string) =>
  drawerOf(page)
    .locator('dt', { hasText: new RegExp(`^${name}$`) })
    .locator('+ dd')
const expectFact = (page: Page, name: string, value: string) =>
  expect.poll(() => factOf(page, name).textContent(), { timeout: 30_000 }).toBe(value)
const connectionId = (page: Page) => new URL(page.url()).searchParams.get('connection') ?? ''

/** The bank’s own page, and back from it. */
async function approveAtBank(page: Page): Promise<void> {
  await page.waitForURL(/\/sandbox\/banks\//)
  await page.getByRole('button', { name: 'Share all of them' }).click()
  await page.waitForURL((url) => url.pathname === path && url.searchParams.has('connection'))
  await drawerOf(page).waitFor()
  // neither the code nor the state of the bank stays in the address
  expect([...new URL(page.url()).searchParams.keys()]).toEqual(['connection'])
}

/** The connection is in use; answers the balance that it reads. */
async function expectReading(page: Page): Promise<string> {
  await expectFact(page, 'State', 'Authorised')
  expect(await factOf(page, 'Access until').textContent()).toMatch(/\((89|90) days left\)/)
  const account = drawerOf(page).getByRole('listitem').filter({ hasText: 'Business current' })
  const balance = account.getByText(/[\d,]+\.\d\d GBP/).first()
  await balance.waitFor()
  return (await balance.textContent()) ?? ''
}

test('a consent is renewed at the bank before it ends, the old one ends, balances are still read, and it is revoked', async () => {
  portal = await openPortal()
  const { page } = portal
  await signIn(page, 'merchant@harbour.example', path)
  await page.getByRole('button', { name: 'Connect a bank' }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect a bank' })
  await dialog.getByRole('combobox', { name: 'Bank' }).click()
  await page.getByRole('option', { name: /^Sandbox Bank/ }).click()
  await dialog.getByRole('button', { name: 'Go to the bank' }).click()
  await approveAtBank(page)
  const balance = await expectReading(page)
  await expectAccessible(page, 'a connection')
  const first = connectionId(page)

  await drawerOf(page).getByRole('button', { name: 'Renew' }).click()
  const asked = page.getByRole('dialog', { name: 'Renew this connection?' })
  await asked.getByRole('button', { name: 'Go to the bank' }).click()
  await page.waitForURL(/\/sandbox\/banks\//)
  // until the new one is approved, the old one is in use
  const other = await portal.openTab()
  await other.goto(`${path}?connection=${first}`)
  expect(await expectReading(other)).toBe(balance)
  await other.close()
  await approveAtBank(page)
  const second = connectionId(page)
  expect(second).not.toBe(first)
  expect(await expectReading(page)).toBe(balance)
  expect(await factOf(page, 'Bank status').textContent()).toBe('AUTH')

  await drawerOf(page).getByRole('link', { name: 'An earlier connection' }).click()
  await expectFact(page, 'State', 'Revoked')
  await expectFact(page, 'Bank status', 'CANC')
  expect(await factOf(page, 'Access until').textContent()).toBe('Over')
  expect(await drawerOf(page).getByRole('button', { name: 'Renew' }).count()).toBe(0)

  await page.setViewportSize({ width: 390, height: 844 })
  await drawerOf(page).getByRole('link', { name: 'A newer connection' }).click()
  await expectReading(page)
  await expectFits(page, 'a connection on a phone')
  await drawerOf(page).getByRole('button', { name: 'Revoke' }).click()
  const revoking = page.getByRole('dialog', { name: 'Revoke this connection?' })
  await revoking.getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('Connection revoked').first().waitFor()
  await expectFact(page, 'State', 'Revoked')
  await expectFact(page, 'Bank status', 'CANC')
  // what was read is kept
  expect(await drawerOf(page).getByText(balance).count()).toBeGreaterThan(0)
  expect(portal.complaints).toEqual([])
}, 240_000)
