import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { expectAccessible, openPortal, type Portal, signIn } from './portal.ts'

let portal: Portal
afterEach(() => portal.close())

/** The next poll, its answer, and what the machine takes. */
const withinMs = 60_000
const soon = { timeout: 20_000 }

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })
const unread = async (page: Page) => Number((await bell(page).textContent()) ?? 0)
const items = (page: Page) =>
  page.locator('dialog li[data-unread]').filter({ hasText: 'Your export is ready' })

async function prepare(page: Page) {
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'Prepare in the background' }).click()
  await page.getByText('Your export is being prepared. You will be notified.').waitFor()
}

test('a report that is finished shows once in each of two tabs, with one count, and downloads as a .csv [notifications.unread-count] [notifications.poll.merge] [notifications.item.click.report] [notifications.report-download.read]', async () => {
  portal = await openPortal()
  const { page } = portal
  await signIn(
    page,
    'merchant@harbour.example',
    '/merchant/transaction-management/transaction-lookup?status=declined',
  )
  await page.locator('[data-row-link]').first().waitFor()
  const declined = await page.locator('[data-row-link]').count()
  const other = await portal.openTab()
  await other.goto('/dashboard')
  await other.locator('#content').waitFor()
  // what other journeys and the demo left stays out of it
  await other.waitForLoadState('networkidle')
  const before = await unread(other)

  await prepare(page)
  await prepare(page)
  for (const tab of [page, other]) {
    await expect.poll(() => unread(tab), { timeout: withinMs }).toBe(before + 2)
  }
  await other.getByRole('button', { name: 'View', exact: true }).first().click()
  await expect.poll(() => items(other).count(), soon).toBe(2)
  await expectAccessible(other, 'notifications')

  // read in one tab, read in both
  await items(other)
    .first()
    .getByRole('button', { name: /Actions/ })
    .click()
  await other.getByRole('menuitem', { name: 'Mark as read' }).click()
  for (const tab of [page, other]) await expect.poll(() => unread(tab), soon).toBe(before + 1)

  await bell(page).click()
  const downloading = page.waitForEvent('download')
  await items(page)
    .last()
    .getByRole('button', { name: 'Your export is ready', exact: true })
    .click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^transactions-\d{8}-\d{4}\.csv$/)
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\n')
  expect(lines).toHaveLength(1 + declined)
  for (const tab of [page, other]) await expect.poll(() => unread(tab), soon).toBe(before)

  // what the next polls bring is known already
  await other.waitForResponse((answer) => answer.url().includes('/latest'), { timeout: withinMs })
  expect(await items(other).count()).toBe(2)
  for (const left of [1, 0]) {
    await items(other)
      .first()
      .getByRole('button', { name: /Actions/ })
      .click()
    await other.getByRole('menuitem', { name: 'Delete', exact: true }).click()
    await expect.poll(() => items(other).count(), soon).toBe(left)
  }
  for (const tab of [page, other]) await expect.poll(() => items(tab).count(), soon).toBe(0)
  expect(portal.complaints).toEqual([])
}, 240_000)
