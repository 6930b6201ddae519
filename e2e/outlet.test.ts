import { afterEach, expect, test } from 'vitest'
import {
  enterPassword,
  expectAccessible,
  expectFits,
  openPortal,
  type Portal,
  pathOf,
  signIn,
  signOut,
} from './portal.ts'

let portal: Portal

afterEach(() => portal.close())

const list = '/transaction-management/transaction-lookup'

test('the changes of a payment open beside its page by address, and go by keyboard, button and back', async () => {
  portal = await openPortal()
  const { page } = portal
  await signIn(page, 'operator@northwind.example', list)
  await page.locator(`a[href^="${list}/"]`).first().click()
  await page.getByRole('link', { name: 'Changes' }).click()
  const panel = page.getByRole('complementary', { name: 'Changes' })
  await panel.waitFor()
  // the page stays in use beside it
  await page.getByRole('tab', { name: 'Routing log' }).click()
  expect(await panel.isVisible()).toBe(true)
  const [beside, content] = await Promise.all([
    panel.boundingBox(),
    page.locator('#content').boundingBox(),
  ])
  expect((content?.x ?? 0) + (content?.width ?? 0)).toBeLessThanOrEqual(beside?.x ?? 0)
  const address = page.url()
  expect(new URL(address).searchParams.get('audit')).toMatch(/^payment:/)
  await expectAccessible(page, 'the audit outlet')
  await page.goBack()
  await panel.waitFor({ state: 'detached' })
  await page.goForward()
  await panel.waitFor()
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(address)
  // over the page where there is no room for both
  const drawer = page.getByRole('dialog', { name: 'Changes' })
  await drawer.waitFor()
  await expectFits(page, 'the audit outlet')
  const box = await drawer.boundingBox()
  expect(box?.width).toBeLessThanOrEqual(390)
  await drawer.getByRole('button', { name: 'Close' }).click()
  await drawer.waitFor({ state: 'detached' })
  expect(page.url()).not.toContain('audit')

  // a pending document is opened and rejected, and its changes show the rejection
  await page.goto('/crm/organizations')
  await page.getByRole('link', { name: 'Quayside Crafts' }).click()
  const waiting = page.getByRole('listitem').filter({ hasText: 'Waiting for review' })
  const opening = page.waitForEvent('download')
  await waiting.getByRole('button', { name: 'Bank statement.pdf' }).click()
  expect((await opening).suggestedFilename()).toBe('Bank statement.pdf')
  await waiting.getByRole('button', { name: 'Reject' }).click()
  const asking = page.getByRole('dialog', { name: 'Reject' })
  await asking.getByRole('textbox', { name: 'Reject Reason' }).fill('The first page is missing')
  await asking.getByRole('button', { name: 'Save' }).click()
  const rejected = page.getByRole('listitem').filter({ hasText: 'The first page is missing' })
  await rejected.getByText('Rejected', { exact: true }).waitFor()
  await expectFits(page, 'the documents of a customer')
  await rejected.getByRole('link', { name: 'Changes' }).click()
  await drawer.getByText('The first page is missing').waitFor()
  expect(portal.complaints).toEqual([])
})

test('a tenant’s colours are worn while they are chosen, and by the sign-in page as soon as they are saved [shell.workspace.branding]', async () => {
  portal = await openPortal()
  const { page } = portal
  await signIn(page, 'operator@bosphorus.example', '/crm/settings/theme')
  const sidebarColour = () =>
    page.evaluate<string>(
      "getComputedStyle(document.documentElement).getPropertyValue('--cf-sidebar')",
    )
  const field = page.getByLabel('Kenar çubuğu')
  await field.waitFor()
  const before = await field.inputValue()
  expect(await sidebarColour()).toBe(before)

  async function saveColour(colour: string) {
    await field.fill(colour)
    await page.waitForFunction(
      `getComputedStyle(document.documentElement).getPropertyValue('--cf-sidebar') === '${colour}'`,
    )
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Kaydet', exact: true }).click()
    await page.getByText('Kaydedildi. Artık herkes görüyor.').waitFor()
  }
  await expectAccessible(page, 'tenant settings')
  try {
    await saveColour('#123b2a')
    const other = await portal.openTab()
    await other.goto('/crm/dashboard')
    await other.locator('#content').waitFor()
    expect(
      await other.evaluate<string>(
        "getComputedStyle(document.documentElement).getPropertyValue('--cf-sidebar')",
      ),
    ).toBe('#123b2a')
    await signOut(other)
    await other.goto('/')
    await other.locator('input[name=email]').waitFor()
    expect(await other.content()).toContain('#123b2a')
    await enterPassword(other, 'operator@bosphorus.example')
    await other.locator('#content').waitFor()
    await other.close()
    await page.goto('/crm/settings/theme')
  } finally {
    await field.waitFor()
    await saveColour(before)
  }
  expect(pathOf(page)).toBe('/crm/settings/theme')
})
