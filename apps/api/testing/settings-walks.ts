// What is done on the pages of report settings, ratio alerts and routing rules, in a browser.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { dashboardWalks } from './dashboard-walks.ts'
import { requestWalks } from './request-walks.ts'
import type { ActorKind, TestApi } from './test-api.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first()

/** Ticks or unticks a box that follows what the server has stored. */
async function turn(page: Page, row: number, saved: string): Promise<void> {
  const box = page.locator('tbody tr').nth(row).getByRole('checkbox', { disabled: false }).first()
  for (const isOn of [false, true]) {
    await box.click()
    await page.getByText(saved).first().waitFor()
    await expect.poll(() => box.isChecked()).toBe(isOn)
    await expect.poll(() => box.isEnabled()).toBe(true)
  }
}

/** The last report gets another name. */
async function overview({ page }: { page: Page }): Promise<void> {
  await page.locator('[data-row-link]').last().click()
  await page.getByLabel('Own name').fill('By another name')
  await button(page, 'Save').click()
  await page.getByRole('cell', { name: 'By another name' }).waitFor()
}

async function ratioRules({ page }: { page: Page }): Promise<void> {
  await page.getByText('Add an alert rule for the share of declined').waitFor()
  await page.getByRole('link', { name: 'New alert rule' }).click()
  await page.getByRole('dialog').getByLabel('Name').waitFor()
}

/** A draft of a merchant's rules is begun, saved and deleted. */
async function routingRules({ page }: { page: Page }): Promise<void> {
  await page.getByRole('combobox', { name: 'Merchant', exact: true }).click()
  await page.getByRole('option', { name: 'Harbour' }).first().click()
  await button(page, 'New draft').click()
  await page.getByRole('textbox', { name: 'Note', exact: true }).fill('Of the walk')
  await button(page, 'Save draft').click()
  await page.getByRole('cell', { name: 'Of the walk' }).waitFor()
  await button(page, 'Delete draft').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Delete draft' }).click()
  await page.getByRole('cell', { name: 'Of the walk' }).waitFor({ state: 'detached' })
}

const walk = <Through>(kind: ActorKind, permissions: readonly string[], through: Through) => ({
  ...{ kind, permissions, through },
})

const ofReports = ['CRM.Settings.Report.View', 'CRM.Settings.Report.Edit']
const ofMids = ['Settings.Mid.Management.View', 'Settings.Mid.Management.Edit']
/** The walks of pages of settings that are not walked in `every-other-screen.test.ts` itself. */
export const settingsWalks = (testApi: Pick<TestApi, 'app' | 'actor'>) => ({
  ...dashboardWalks,
  ...requestWalks(testApi),
  '/crm/settings/reports/overview': walk('operator', ofReports, overview),
  '/crm/settings/reports/table': walk('operator', ofReports, ({ page }: { page: Page }) =>
    turn(page, 0, 'The settings are saved'),
  ),
  '/crm/settings/report-settings/reports': walk(
    'platform',
    ['Platform.ReportV2.Settings'],
    ({ page }: { page: Page }) => turn(page, 4, 'Saved'),
  ),
  '/crm/settings/alerts/decline-pending-ratio': walk(
    'platform',
    ['Platform.Tenants.View', 'CRM.Reports.Alerts'],
    ratioRules,
  ),
  '/crm/settings/smart-routing': walk('operator', ofMids, routingRules),
})
