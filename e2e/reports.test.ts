import { setTimeout as sleep } from 'node:timers/promises'
import { verifyExport } from '@counterfoil/tools/verify-export.ts'
import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { openPortal, type Portal, signIn, waitForWords } from './portal.ts'

let portal: Portal
afterEach(() => portal.close())

const operator = 'operator@northwind.example'
const platform = 'platform@counterfoil.example'

/** What runs once a minute is run now, by platform staff on their own page. */
async function runNow(job: string): Promise<void> {
  const staff = await openPortal()
  const { page } = staff
  const path = `/crm/settings/scheduler/recurring-jobs?searchKey=${encodeURIComponent(job)}`
  await signIn(page, platform, path)
  await page.getByRole('button', { name: `Run now: ${job}` }).click()
  await page.getByText('It runs now').first().waitFor()
  expect(staff.complaints).toEqual([])
  await staff.close()
}

/** When the scheduled report is due. */
let dueAt: Date

const choose = async (page: Page, label: string, choice: string) => {
  const field = page.getByRole('combobox', { name: new RegExp(`^${label}`) })
  if ((await field.evaluate((element) => element.tagName)) === 'SELECT') {
    await field.selectOption({ label: choice })
    return
  }
  await field.click()
  await page.getByRole('option', { name: choice, exact: true }).click()
}

// its minute comes while the tests after it run
test('a report is scheduled', async () => {
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
  // the next whole minute that is not over before it is saved
  dueAt = new Date(Math.ceil((Date.now() + 20_000) / 60_000) * 60_000)
  await page.getByRole('textbox', { name: /^At/ }).fill(dueAt.toISOString().slice(11, 16))
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText(name).first().waitFor()
})

test('on a phone the entries of the menu of exports stand below each other with their icons', async () => {
  portal = await openPortal({ width: 390, height: 844 })
  const { page } = portal
  await signIn(page, operator, '/transaction-management/transaction-lookup')
  await page.getByRole('button', { name: 'Export' }).click()
  const entries = page.getByRole('menuitem')
  await entries.first().waitFor()
  expect(await entries.count()).toBeGreaterThan(2)
  const places = await entries.evaluateAll((all) =>
    all.map((one) =>
      ['svg', 'span'].map((part) => one.querySelector(part)?.getBoundingClientRect().left),
    ),
  )
  expect(new Set(places.map(String)).size).toBe(1)
  expect(places[0]?.[0]).toBeGreaterThan(0)
})

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

  await runNow('Evaluate alert rules')
  const row = page.getByRole('row').filter({ hasText: name })
  const shown = page.getByText('No alerts').or(page.locator('[data-row-link]'))
  // loaded again: by itself the list asks twice a minute
  await expect
    .poll(
      async () => {
        await page.goto('/crm/reports/alerts')
        await shown.first().waitFor()
        return row.count()
      },
      { interval: 1_000 },
    )
    .toBe(1)
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

test('the scheduled report is run when its minute has come, received, and is what its manifest says', async () => {
  await sleep(Math.max(0, dueAt.getTime() - Date.now()))
  await runNow('Run automated reports')
  portal = await openPortal()
  const { page } = portal
  await signIn(page, operator, '/exports')
  const automated = page.getByRole('row').filter({ hasText: '(automated)' })
  const file = automated.getByRole('button', { name: /^Download / })
  await file.waitFor({ timeout: 120_000 })
  const saved = page.waitForEvent('download')
  await file.click()
  const { manifest, differences } = await verifyExport(await (await saved).path())
  expect(differences).toEqual([])
  expect(manifest).toMatchObject({ report: { id: 'summary-reports.v2' } })
  expect(manifest?.rows).toBeGreaterThan(0)
})
