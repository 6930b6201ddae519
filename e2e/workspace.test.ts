import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  expectAccessible,
  openPortal,
  type Portal,
  pathOf,
  settle,
  signIn,
  signOut,
} from './portal.ts'
import { layouts, resetAppearance, setAppearance } from './workspace.ts'

const merchant = 'merchant@harbour.example'
const appearance = { scheme: 'light', language: 'en', width: 1440 } as const
let portal: Portal

beforeAll(async () => {
  portal = await openPortal()
  await signIn(portal.page, merchant)
})
afterAll(() => portal.close())

describe.each(layouts)('layout %s', (layout) => {
  test('has navbar, toolbar, footer, quick panel and alert area [shell.layout.parts] [shell.navbar.orientation]', async () => {
    const { page } = portal
    await setAppearance(page, { ...appearance, layout })
    const navigation = page.locator('aside:has(nav)')
    const box = await navigation.boundingBox()
    const isHorizontal = layout === 'Entreprise'
    expect((box?.width ?? 0) > (box?.height ?? 0)).toBe(isHorizontal)
    const named = page.locator('aside > a, header > a').first()
    expect(await named.textContent()).toContain('Harbour Books')
    expect(await named.locator('img').count()).toBe(1)
    for (const part of ['header', 'footer', 'main [aria-live=polite]']) {
      expect([part, await page.locator(part).first().count()]).toEqual([part, 1])
    }
    await page.getByRole('button', { name: 'Quick panel' }).click()
    await page.getByRole('dialog').getByRole('tab').first().waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  })
})

test('the toolbar has its parts; the menu button is for small screens [toolbar.items] [toolbar.menu-button] [toolbar.avatar] [mode.switch.merchants]', async () => {
  const { page } = portal
  await resetAppearance(page)
  const toolbar = page.locator('header')
  const menuButton = toolbar.getByRole('button', { name: 'Open the menu' })
  expect(await menuButton.isVisible()).toBe(false)
  await toolbar.getByRole('navigation', { name: 'Breadcrumbs' }).waitFor()
  await toolbar.getByRole('switch').waitFor()
  await toolbar.getByRole('button', { name: /Notifications/ }).waitFor()
  const avatar = toolbar.locator('button[aria-haspopup=menu]').last()
  expect(await avatar.textContent()).toBe('HP')
  await page.setViewportSize({ width: 1024, height: 900 })
  await menuButton.click()
  await page.locator('[role=dialog] nav a').first().waitFor()
  await page.keyboard.press('Escape')
  await page.locator('[role=dialog] nav').waitFor({ state: 'hidden' })
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('the quick panel has four tabs; a note is kept and found in another browser [shell.quick-panel.tabs]', async () => {
  const { page } = portal
  await page.getByRole('button', { name: 'Quick panel' }).click()
  const panel = page.getByRole('dialog')
  await panel.getByRole('tab').first().waitFor()
  expect(await panel.getByRole('tab').allTextContents()).toEqual([
    'Today',
    'Events',
    'Notes',
    'Quick Settings',
  ])
  for (const tab of ['Today', 'Events', 'Quick Settings', 'Notes']) {
    await panel.getByRole('tab', { name: tab }).click()
    await settle(page)
    await expectAccessible(page, `quick panel ${tab}`)
  }
  const text = `Ask the bank ${Date.now()}`
  await panel.getByRole('button', { name: 'New note' }).click()
  await page.keyboard.type(text)
  await panel.getByText('Saved', { exact: true }).first().waitFor()
  await page.keyboard.press('Escape')

  const other = await openPortal()
  await signIn(other.page, merchant)
  await other.page.getByRole('button', { name: 'Quick panel' }).click()
  await other.page.getByRole('tab', { name: 'Notes' }).click()
  const note = other.page.getByRole('textbox', { name: 'Note' }).first()
  await note.waitFor()
  expect(await note.inputValue()).toBe(text)
  expect(other.complaints).toEqual([])
  await other.close()
})

test('the palette goes to a screen by its name and to a payment by its external id, without the mouse', async () => {
  const { page } = portal
  await page.goto('/merchant/transaction-management/transaction-lookup')
  const row = page.locator('table tbody tr').first()
  await row.waitFor()
  const heading = page.locator('h1')
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Search or go to' })
  await field.fill('dashb')
  await expectAccessible(page, 'palette')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard')
  await heading.waitFor()

  let data: { id: string; externalId: string | null }[] = []
  // answers to a page that was left have no body any more
  const answer = page.waitForResponse(async (response) => {
    if (!response.url().includes('/api/transactions?')) return false
    data = await response.json().then(
      (body) => body.data,
      () => [],
    )
    return data.length > 0
  })
  await page.goto('/merchant/transaction-management/transaction-lookup')
  await answer
  const payment = data.find(({ externalId }) => externalId !== null && externalId.length > 3)
  await row.waitFor()
  await page.keyboard.press('Control+k')
  await field.fill(payment?.externalId ?? '')
  await page
    .locator('[role=option]', { hasText: payment?.externalId ?? '' })
    .first()
    .waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/transaction-lookup/*')
})

test('the profile menu has Logout; a visitor who is not signed in has an Account menu with Login [toolbar.profile-menu.logout] [toolbar.account-menu]', async () => {
  const { page } = portal
  await page.locator('header button[aria-haspopup=menu]').last().click()
  await page.getByRole('menuitem', { name: 'Logout' }).waitFor()
  await page.keyboard.press('Escape')
  await signOut(page)
  expect(pathOf(page)).toBe('/authentication/logged-out')
  await page.getByRole('button', { name: 'Account' }).click()
  const login = page.getByRole('menuitem', { name: 'Login' })
  expect(await login.getAttribute('href')).toBe('/authentication/login')
  expect(portal.complaints).toEqual([])
})
