import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterEach, beforeAll, expect, test } from 'vitest'
import {
  expectAccessible,
  expectFits,
  openPortal,
  type Portal,
  portalUrl,
  signIn,
} from './portal.ts'

const lists = {
  merchant: '/merchant/transaction-management/transaction-lookup',
  operator: '/transaction-management/transaction-lookup',
  platform: '/platform/transaction-management/transaction-lookup',
}
const invoice = '900001'
/** For each try one that nothing is refunded of. */
const untouched = [
  { replayed: invoice, left: '23.98', half: '11.99' },
  { replayed: '900002', left: '18.50', half: '9.25' },
] as const
let portal: Portal

beforeAll(() => {
  // the retailer's ledger goes in as its own server would send it
  const replay = spawnSync(
    process.execPath,
    [
      join(import.meta.dirname, '../workloads/replay.ts'),
      join(import.meta.dirname, 'ledger.csv'),
      ...['--merchant', 'harbour', '--url', portalUrl],
    ],
    { encoding: 'utf8' },
  )
  expect(replay.status, replay.stdout + replay.stderr).toBe(0)
})

afterEach(() => portal.close())

test('a merchant finds a replayed payment, refunds half, and sees all that follows', async ({
  task,
}) => {
  const { replayed, left, half } = untouched.at(task.result?.retryCount ?? 0) ?? untouched[0]
  portal = await openPortal()
  const { page } = portal
  await signIn(page, 'merchant@harbour.example')
  await openPayment(page, lists.merchant, replayed)
  await expectAmount(page, 'Amount left to refund', left)

  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  await expectAccessible(page, 'refund dialog')
  const amount = dialog.getByLabel('Amount', { exact: false })
  expect(await amount.inputValue()).toBe(left)
  // more than is left is refused where it is typed
  await amount.fill('24.00')
  await dialog.getByRole('button', { name: 'Refund' }).click()
  await dialog.getByText(`Only ${left} GBP is left`).waitFor()
  await amount.fill(half)
  await dialog.getByLabel('Reason').fill('One of two came broken')
  await dialog.getByRole('button', { name: 'Refund' }).click()
  await dialog.waitFor({ state: 'detached' })

  await page.locator('h1 + [data-status=partially_refunded]').waitFor()
  await expectAmount(page, 'Refunded', half)
  await expectAmount(page, 'Amount left to refund', half)
  await rowOf(page, 'Events', 'refunded')
  await rowOf(page, 'Accounting entries', half)
  await page.getByRole('tab', { name: 'Webhooks' }).click()
  const sent = page.getByRole('tabpanel').locator('tr', { hasText: 'Refunded' })
  // polled for its text, so that a failure says how far it came
  await expect.poll(() => sent.textContent(), { timeout: 60_000 }).toMatch(/delivered/i)
  await sent.getByRole('button', { name: 'Show' }).click()
  const drawer = page.getByRole('dialog', { name: 'Refunded' })
  await drawer.getByText(`"refundedAmount": ${half.replace('.', '')}`).waitFor()
  expect((await drawer.locator('pre').boundingBox())?.width).toBeGreaterThan(400)
  await page.keyboard.press('Escape')
  await rowOf(page, 'Fees', 'capture')
  await expectAccessible(page, 'payment page')
  await expectFits(page, 'payment page')
  expect(portal.complaints).toEqual([])
})

test("the tenant's operator and the platform find the same payment", async () => {
  portal = await openPortal()
  await signIn(portal.page, 'operator@northwind.example')
  await openPayment(portal.page, lists.operator)
  await rowOf(portal.page, 'Routing log', 'HARBOUR')
  expect(portal.complaints).toEqual([])
  await portal.close()

  portal = await openPortal()
  await signIn(portal.page, 'platform@counterfoil.example')
  await openPayment(portal.page, lists.platform)
  await portal.page.getByText('Northwind Pay').first().waitFor()
  expect(portal.complaints).toEqual([])
})

test('another tenant does not find it, neither by search nor by its address', async () => {
  portal = await openPortal()
  await signIn(portal.page, 'operator@northwind.example')
  await openPayment(portal.page, lists.operator)
  const id = portal.page.url().split('/').at(-1)?.split('?')[0]
  await portal.close()

  portal = await openPortal({ locale: 'tr-TR' })
  const { page } = portal
  await signIn(page, 'operator@bosphorus.example')
  await page.goto(`${lists.operator}?searchKey=${invoice}`)
  await page.getByText('Ödeme bulunamadı').waitFor()
  await page.goto(`${lists.operator}/${id}`)
  await page.getByRole('alert').getByText('Kayıt bulunamadı').first().waitFor()
})

test('the list keeps its filters in the address, turns pages both ways and fits a phone', async () => {
  portal = await openPortal({ width: 390, scheme: 'dark' })
  const { page } = portal
  await signIn(page, 'operator@northwind.example')
  await page.goto(`${lists.operator}?pageSize=5&status=captured`)
  const first = await firstRow(page)
  await page.getByRole('button', { name: 'Next page' }).click()
  await page.waitForURL(/cursor=/)
  await expect.poll(() => firstRow(page)).not.toBe(first)
  await page.getByRole('button', { name: 'Previous page' }).click()
  await expect.poll(() => firstRow(page)).toBe(first)
  // three lines of text, not a line for each column
  const row = await page.locator('tbody tr').first().boundingBox()
  expect(row?.height).toBeLessThan(100)
  await expectFits(page, 'list on a phone')
  await expectAccessible(page, 'list on a phone')
  await page.reload()
  expect(await firstRow(page)).toBe(first)
  await page.locator('[data-row-link]').first().click()
  const records = page.getByRole('combobox', { name: 'Records of the payment' })
  await records.selectOption('Webhooks')
  await page.waitForURL(/tab=webhooks/)
  await expect.poll(() => page.getByRole('tab').count()).toBe(0)
  await expectFits(page, 'payment on a phone')
  expect(portal.complaints).toEqual([])
})

test('an operator finds merchants by name, chooses two, and a link says who they are', async () => {
  portal = await openPortal()
  const { page } = portal
  await signIn(page, 'operator@northwind.example')
  await page.goto(lists.operator)
  await page.getByRole('button', { name: 'Merchant', exact: true }).click()
  const panel = page.getByRole('dialog', { name: 'Merchant' })
  const tick = async (typed: string, name: string) => {
    await panel.getByRole('textbox', { name: 'Search' }).fill(typed)
    await panel.getByRole('checkbox', { name }).click()
  }
  await tick('quay', 'Quayside Crafts')
  await page.waitForURL(/merchantId=/)
  await tick('harb', 'Harbour Books')
  await page.waitForURL(/merchantId=[^&]+(,|%2C)/)
  await expectAccessible(page, 'filter by merchants')
  await page.reload()
  await page.getByRole('button', { name: 'Merchant: 2 chosen' }).click()
  await panel.getByRole('checkbox', { name: 'Quayside Crafts' }).click()
  await page.getByRole('button', { name: 'Merchant: Harbour Books' }).waitFor()
  const rowsOf = (name: string) => page.locator('tbody tr', { hasText: name })
  await rowsOf('Harbour Books').first().waitFor()
  await expect.poll(() => rowsOf('Quayside Crafts').count()).toBe(0)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.reload()
  await page.getByRole('button', { name: 'Merchant: Harbour Books' }).click()
  await panel.getByRole('checkbox', { name: 'Harbour Books' }).waitFor()
  await expectFits(page, 'filter by merchants on a phone')
  expect(portal.complaints).toEqual([])
})

async function openPayment(page: Page, list: string, replayed = invoice): Promise<void> {
  await page.goto(`${list}?searchKey=${replayed}`)
  await page.locator('[data-row-link]').first().click()
  await page.getByRole('heading', { name: `Payment ${replayed}` }).waitFor()
}

async function firstRow(page: Page): Promise<string | null> {
  return page.locator('[data-row-link]').first().getAttribute('href')
}

async function expectAmount(page: Page, name: string, amount: string): Promise<void> {
  const figure = page.locator('dl > div', { has: page.locator(`dt:text-is("${name}")`) }).first()
  await figure.getByText(amount).waitFor()
}

async function rowOf(page: Page, tab: string, text: string): Promise<void> {
  await page.getByRole('tab', { name: tab }).click()
  await page.locator('td', { hasText: text }).first().waitFor()
}
