import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { takePayment } from './jobs.ts'
import { openPortal, type Portal, signIn } from './portal.ts'

const list = '/transaction-management/transaction-lookup'
let portal: Portal

afterEach(() => portal.close())

test('a broken address says what is wrong, and the list is one click away', async () => {
  portal = await openPortal()
  const { page } = portal
  await signIn(page, 'operator@northwind.example')
  for (const [query, said] of [
    ['cursor=abc', 'This cursor is not valid'],
    ['dateFrom=2026-02-31', 'A date is a day'],
    ['last4=abc', 'The last four digits are four digits'],
  ]) {
    await page.goto(`${list}?${query}`)
    await page.getByText(`${said}`).first().waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.locator('[data-row-link]').first().waitFor()
    expect(new URL(page.url()).search).toBe('')
  }
  // what can be read of it stays
  for (const [query, said, kept] of [
    ['status=captured,nonsense&currency=GBP', 'status.1', '?currency=GBP'],
    ['dateFrom=2026-03-02&dateTo=2026-03-01', 'end before they begin', '?dateFrom=2026-03-02'],
    ['amountFrom=200&amountTo=100', 'less than the lowest', '?amountFrom=200'],
    ['mode=Nope&last4=4242', 'mode', '?last4=4242'],
    [`declineCode=${[...Array(2_000).keys()]}&last4=4242`, 'at most 100 entries', '?last4=4242'],
    [`declineCode=${[...Array(10_000).keys()]}`, 'are longer than 64 KB', ''],
  ] as const) {
    await page.goto(`${list}?${query}`)
    await page.getByRole('alert').getByText(said).first().waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.waitForURL((url) => url.search === kept)
  }
  const long = await page.goto(`${list}?merchantId=${Array(10_000).fill(randomUUID())}`)
  expect(await long?.json()).toMatchObject({ status: 431, code: 'request.address_too_long' })
  // what is no filter and what is no page size is not asked for
  await page.goto(`${list}?shoe=42&pageSize=1000000&page=-3&sort=-nothing`)
  await page.locator('[data-row-link]').first().waitFor()
})

test('a refund whose answer is lost is sent again by a double click, and made once', async () => {
  portal = await openPortal()
  const { page } = portal
  await signIn(page, 'operator@northwind.example')
  const { id } = await takePayment(`HB-${Date.now()}`, 'walk-in@example.com')
  await page.goto(`${list}/${id}`)
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  const dialog = page.getByRole('dialog').filter({ hasText: 'Reason' })
  await dialog.getByLabel('Amount', { exact: false }).fill('1.00')
  const keys: (string | undefined)[] = []
  await page.route('**/refunds', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length > 1) return route.continue()
    // the server does it, and its answer is lost
    await route.fetch()
    await route.abort('connectionreset')
  })
  await dialog.getByRole('button', { name: 'Refund' }).click()
  await dialog.getByText('The server cannot be reached').waitFor()
  await dialog.getByRole('button', { name: 'Refund' }).dblclick()
  await dialog.waitFor({ state: 'detached' })
  expect(keys.length).toBeGreaterThan(1)
  expect(new Set(keys).size).toBe(1)
  const refunded = page.locator('dl > div', { has: page.locator('dt:text-is("Refunded")') }).first()
  await refunded.getByText('1.00').waitFor()
})
