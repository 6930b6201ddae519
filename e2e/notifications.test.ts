import { readFile } from 'node:fs/promises'
import { unzipSync } from 'fflate'
import type { Download, Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { expectAccessible, openPortal, type Portal, settle, signIn } from './portal.ts'

let portal: Portal
afterEach(() => portal.close())

/** Time for what the server does, on a busy machine. */
const withinMs = 60_000
const soon = { timeout: 20_000 }

/** Both tabs poll each half minute, by a clock that the test moves: what is waited for is the server alone. */
const tick = () => portal.context.clock.fastForward(10_000)

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })
const unread = async (page: Page) => Number((await bell(page).textContent()) ?? 0)
const items = (page: Page) =>
  page.locator('dialog li[data-unread]').filter({ hasText: 'Your export is ready' })

async function prepare(page: Page) {
  // the snackbar of the previous one may still be shown
  const taken = page.waitForResponse((answer) => answer.request().method() === 'POST')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: /^CSV/ }).click()
  expect((await taken).status()).toBeLessThan(300)
  await page.getByText('Your export is being prepared. You will be notified.').first().waitFor()
}

/** The lines below the header. */
const linesOf = (csv: string) => csv.trim().split('\n').slice(1)

/** The CSV files of a downloaded zip. */
async function csvsIn(download: Download): Promise<Record<string, string>> {
  const entries = unzipSync(await readFile(await download.path()))
  return Object.fromEntries(
    Object.entries(entries).map(([name, bytes]) => [name, new TextDecoder().decode(bytes)]),
  )
}

test('a report that is finished shows once in each of two tabs, with one count, and downloads as a .csv, one of several files as a .zip [notifications.unread-count] [notifications.poll.merge] [notifications.item.click.report] [notifications.report-download.read] [reports.download.zip]', async () => {
  portal = await openPortal()
  await portal.context.clock.install()
  const { page } = portal
  await signIn(
    page,
    'merchant@harbour.example',
    '/merchant/transaction-management/transaction-lookup?status=declined',
  )
  await page.locator('[data-row-link]').first().waitFor()
  const declined = await page.locator('[data-row-link]').count()
  const other = await portal.openTab()
  const listed = other.waitForResponse((answer) => answer.url().includes('in-app-notifications'))
  await other.goto('/dashboard')
  // notifications of other journeys and of the demo are ignored
  await listed
  await settle(other)
  const before = await unread(other)

  await prepare(page)
  await prepare(page)
  // the whole list is longer than one file may be here
  await page.goto('/merchant/transaction-management/transaction-lookup')
  const whole = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'Download now' }).click()
  // one small file is saved as it is
  const all = await readFile(await (await whole).path(), 'utf8')
  await prepare(page)
  for (const tab of [page, other]) {
    await expect
      .poll(() => tick().then(() => unread(tab)), { timeout: withinMs, interval: 500 })
      .toBe(before + 3)
  }
  // if the other tab was notified much later, the snackbar here is gone by now; the bell stays
  const view = other.getByRole('button', { name: 'View', exact: true }).first()
  await view.click({ timeout: 3_000 }).catch(() => bell(other).click())
  await expect.poll(() => items(other).count(), soon).toBe(3)
  await expectAccessible(other, 'notifications')

  // read in one tab, read in both
  await items(other)
    .first()
    .getByRole('button', { name: /Actions/ })
    .click()
  await other.getByRole('menuitem', { name: 'Mark as read' }).click()
  for (const tab of [page, other]) await expect.poll(() => unread(tab), soon).toBe(before + 2)

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
  for (const tab of [page, other]) await expect.poll(() => unread(tab), soon).toBe(before + 1)

  const zipping = page.waitForEvent('download')
  await items(page)
    .first()
    .getByRole('button', { name: 'Your export is ready', exact: true })
    .click()
  const zipped = await zipping
  const stem = /^(transactions-\d{8}-\d{4})\.zip$/.exec(zipped.suggestedFilename())?.[1]
  const parts = await csvsIn(zipped)
  const names = Object.keys(parts)
  expect(names.length).toBeGreaterThan(1)
  expect(names).toEqual(names.map((_, at) => `${stem}${at === 0 ? '' : `-${at + 1}`}.csv`))
  expect(Object.values(parts).flatMap(linesOf)).toEqual(linesOf(all))

  // what the next polls bring is known already
  const next = other.waitForResponse((answer) => answer.url().includes('/latest'))
  await portal.context.clock.fastForward(30_000)
  await next
  expect(await items(other).count()).toBe(3)
  for (const left of [2, 1, 0]) {
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
