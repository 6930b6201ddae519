// What is done on the pages that manage dashboards, in a browser.
import type { Locator, Page } from 'playwright-core'

const root = '/crm/settings/dashboard/management'
const button = (at: Page | Locator, name: string | RegExp) =>
  at.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name }).first()
const confirm = async (page: Page, name: string) => {
  await button(page, name).click()
  const dialog = page.getByRole('dialog')
  await button(dialog, name).click()
  await dialog.waitFor({ state: 'detached' })
}

async function categories({ page }: { page: Page }): Promise<void> {
  await button(page, 'Add category').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('At the till')
  await button(dialog, 'Save').click()
  await page.getByRole('rowheader', { name: 'At the till' }).waitFor()
  await button(page, 'Change At the till').click()
  await dialog.getByLabel('Name', { exact: true }).fill('In the shop')
  await button(dialog, 'Save').click()
  await page.getByRole('rowheader', { name: 'In the shop' }).waitFor()
  await confirm(page, 'Delete In the shop')
  await page.getByRole('rowheader', { name: 'In the shop' }).waitFor({ state: 'detached' })
}

async function widgets({ page }: { page: Page }): Promise<void> {
  await button(page, /^Design a copy of/).click()
  await page.getByLabel('Name', { exact: true }).fill('Of our own')
  await button(page, 'Save').click()
  await page.getByRole('rowheader', { name: 'Of our own' }).waitFor()
  const downloading = page.waitForEvent('download')
  await button(page, 'Export JSON').click()
  const exported = await (await downloading).path()
  await confirm(page, 'Delete Of our own')
  await page.getByRole('rowheader', { name: 'Of our own' }).waitFor({ state: 'detached' })
  const choosing = page.waitForEvent('filechooser')
  await button(page, 'Import JSON').click()
  await (await choosing).setFiles(exported)
  await page.getByRole('rowheader', { name: 'Of our own' }).waitFor()
}

/** A role is given a widget, and the product's dashboard again. */
async function ofRoles({ page }: { page: Page }): Promise<void> {
  await button(page, /^Give /).click()
  await button(page, 'Save').click()
  await button(page, "Back to the product's").click()
  await page.getByText('comes with the product').waitFor()
}

const walk = <Through>(permission: string, through: Through) => ({
  ...{ kind: 'operator' as const, permissions: [permission] },
  through,
})

export const dashboardWalks = {
  [`${root}/categories-settings`]: walk('Dashboard.Settings.Categories', categories),
  [`${root}/Widgets-settings`]: walk('Dashboard.Settings.Widgets', widgets),
  [`${root}/tenant/roles`]: walk('Dashboard.WidgetSettings.TenantRoles', ofRoles),
  [`${root}/merchant/roles`]: walk('Dashboard.WidgetSettings.MerchantRoles', ofRoles),
}
