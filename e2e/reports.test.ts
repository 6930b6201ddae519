import { verifyExport } from '@counterfoil/tools/verify-export.ts'
import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { openPortal, type Portal, signIn, waitForWords } from './portal.ts'

let portal: Portal
afterEach(() => portal.close())

/** What is evaluated each minute, on a busy machine. */
const soon = { timeout: 150_000 }
const operator = 'operator@northwind.example'

const choose = async (page: Page, label: string, choice: string) => {
  const field = page.getByRole('combobox', { name: new RegExp(`^${label}`) })
  if ((await field.evaluate((element) => element.tagName)) === 'SELECT') {
    await field.selectOption({ label: choice })
    return
  }
  await field.click()
  await page.getByRole('option', { name: choice, exact: true }).click()
}

test('an alert fires, is silenced with its rule, and is resolved', async () => {
  portal = await openPortal()
  const { page } = portal
  await signIn(page, operator, '/crm/reports/alerts')
  // without a filter the empty list does not speak of filters
  await waitForWords(page, 'Alert rules say which figures raise them.')
  const name = `Any payment ${Date.now()}`
  await page.locator('main').getByRole('link', { name: 'Alert rules' }).click()
  await page.getByRole('button', { name: 'New', exact: true }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel('Name').fill(name)
  await choose(page, 'Figure', 'Payments')
  await choose(page, 'Mode', 'Live')
  await choose(page, 'Time', 'Yesterday')
  await choose(page, 'Compared with', 'A number')
  await choose(page, 'Alert when', 'It is above')
  await drawer.getByLabel('Number').fill('0')
  await choose(page, 'Severity', 'Warning')
  await drawer.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText(name).first().waitFor()

  await page.goto('/crm/reports/alerts')
  const row = page.getByRole('row').filter({ hasText: name })
  await row.waitFor(soon)
  await row.locator('[data-row-link]').click()
  await page.getByRole('link', { name: 'Open the rule' }).click()
  await page.getByLabel('Reason').fill('Known, being mended')
  await page.getByRole('button', { name: 'Silence the rule' }).click()
  await page.getByText(/^Silent until .*Known, being mended/).waitFor()

  await page.goto('/crm/reports/alerts')
  await row.locator('[data-row-link]').click()
  await page.getByRole('button', { name: 'Resolve' }).click()
  await page.getByText('The alert is resolved').first().waitFor()
  await page.goto('/crm/reports/alerts?state=resolved')
  await row.waitFor()
})

test('a report is scheduled, run by the clock, received, and is what its manifest says', async () => {
  portal = await openPortal()
  const { page } = portal
  await signIn(page, operator, '/crm/reports/transactions-summary')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: /^Schedule/ }).click()
  const name = `Sales ${Date.now()}`
  await page.getByLabel('Name').fill(name)
  await choose(page, 'Format', 'CSV')
  await choose(page, 'Days', 'This month so far')
  await choose(page, 'Time zone', 'UTC')
  // the next whole minute but one, so that it is not over before it is saved
  const at = new Date(Date.now() + 90_000).toISOString().slice(11, 16)
  await page.getByRole('textbox', { name: /^At/ }).fill(at)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText(name).first().waitFor()

  await page.goto('/exports')
  const made = page.locator('main').getByRole('button', { name: /^Download / })
  const before = await made.count()
  await expect.poll(() => made.count(), { timeout: 240_000, interval: 3_000 }).toBe(before + 1)
  const saved = page.waitForEvent('download')
  await made.first().click()
  const { manifest, differences } = await verifyExport(await (await saved).path())
  expect(differences).toEqual([])
  expect(manifest).toMatchObject({ report: { id: 'summary-reports.v2' } })
  expect(manifest?.rows).toBeGreaterThan(0)
})

test('a report that is switched off is neither in the menu nor opened', async () => {
  portal = await openPortal()
  const { page } = portal
  const path = '/crm/reports/transactions-daily-v1'
  await signIn(
    page,
    operator,
    '/crm/settings/reports/overview?report=crm-reports-transactions-daily-v1',
  )
  await page.getByLabel('The report is on').uncheck()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('The settings are saved. They hold within seconds.').waitFor()
  const entry = page.locator(`aside nav a[href="${path}"]`)
  await expect
    .poll(
      async () => {
        await page.goto('/crm/reports/transactions-daily')
        await page.locator('aside nav').first().waitFor()
        return entry.count()
      },
      { timeout: 60_000, interval: 2_000 },
    )
    .toBe(0)
  await page.goto(path)
  await waitForWords(page, '401')
  await page.goto('/crm/settings/reports/overview?report=crm-reports-transactions-daily-v1')
  await page.getByLabel('The report is on').check()
  await page.getByLabel('Own name').fill('Sales by day')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('The settings are saved. They hold within seconds.').waitFor()
  await expect
    .poll(
      async () => {
        await page.goto('/crm/reports/transactions-daily')
        await page.locator('aside nav').first().waitFor()
        return entry.allTextContents()
      },
      { timeout: 60_000, interval: 2_000 },
    )
    .toEqual(['Sales by day'])
})
