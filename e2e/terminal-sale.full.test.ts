// A sale at the virtual terminal and its refund; a card that is kept without a payment; a refusal that helps the payer.
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  expectAccessible,
  expectFits,
  followEntry,
  openPortal,
  portalUrl,
  signIn,
} from './portal.ts'

const stolen = '4000000000009979'

async function openTerminal(page: Page, account: string): Promise<void> {
  await signIn(page, account)
  await page.getByText('Test', { exact: true }).first().click()
  await page.getByText('You are now in Test mode').waitFor()
  await followEntry(page, 'Virtual terminal')
}

async function enterCard(page: Page, number: string): Promise<void> {
  const card = page.frameLocator('iframe[title=Card]')
  await card.locator('#cc-number').pressSequentially(number)
  await card.locator('#cc-exp').pressSequentially('1230')
  await card.locator('#cc-csc').fill('123')
}

test('a sale by telephone is refused with one card, taken with another, and refunded', async () => {
  const reference = `T-${randomUUID().slice(0, 8)}`
  const { page, close, complaints } = await openPortal()
  await openTerminal(page, 'merchant@harbour.example')
  await page.getByLabel('Amount').fill('64')
  await page.getByLabel('Reference').fill(reference)
  await enterCard(page, stolen)
  await page.getByRole('button', { name: 'Charge 64.00 GBP (test)' }).click()
  await page.getByRole('heading', { name: 'The payment was refused' }).waitFor()
  await page.getByRole('status').getByText('stolen').waitFor()
  await page.getByRole('button', { name: 'Try another card' }).click()
  expect(await page.getByLabel('Amount').inputValue()).toBe('64.00')
  expect(await page.getByLabel('Reference').inputValue()).toBe(reference)
  await enterCard(page, '4242424242424242')
  await page.getByRole('button', { name: 'Charge 64.00 GBP (test)' }).click()
  await page.getByRole('heading', { name: 'The payment was taken' }).waitFor()
  await page.getByRole('status').getByText(reference).waitFor()
  await page.emulateMedia({ media: 'print' })
  expect(await page.locator('nav, header, footer, main h1').filter({ visible: true }).count()).toBe(
    0,
  )
  expect(await page.getByRole('button').count()).toBe(0)
  expect(await page.getByRole('status').getByText(reference).isVisible()).toBe(true)
  await page.emulateMedia({ media: null })
  await page.getByRole('link', { name: 'Open the payment' }).click()
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  const dialog = page.getByRole('dialog')
  expect(await dialog.getByLabel('Amount', { exact: false }).inputValue()).toBe('64.00')
  await dialog.getByLabel('Reason').fill('The caller changed their mind')
  await dialog.getByRole('button', { name: 'Refund' }).click()
  await page.locator('h1 + [data-status=refunded]').waitFor()
  const stored = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
  )
  expect(stored).not.toMatch(/4242424242424242|4000000000009979/)
  expect(complaints).toEqual([])
  await close()
})

test('a card is kept without a payment on a narrow screen, and charged for what is due', async () => {
  const email = `${randomUUID()}@people.example`
  const { page, close } = await openPortal({ width: 390, height: 844 })
  await signIn(page, 'merchant@harbour.example')
  await page.goto(`${portalUrl}/merchant/transaction-management/virtual-terminal`)
  await page.getByText('Keep a card, take nothing').click()
  await page.getByLabel('Customer’s e-mail').fill(email)
  await page.getByLabel('We take what is due').check()
  await enterCard(page, '4242424242424242')
  const keep = page.getByRole('button', { name: /^Check and keep the card/ })
  await keep.click()
  await page.getByText('only if the customer has agreed').waitFor()
  await page.getByLabel('The customer has agreed to the card being kept').check()
  await expectAccessible(page, 'keeping a card')
  await expectFits(page, 'keeping a card')
  await keep.click()
  await page.getByRole('heading', { name: 'The card is kept' }).waitFor()
  await page.getByRole('status').getByText('Right, says the issuer').waitFor()
  await page.getByText('Take a payment', { exact: true }).click()
  await page.getByLabel('Amount').fill('12')
  await page.getByLabel('Customer’s e-mail').fill(email)
  await page.getByLabel('Charge', { exact: true }).selectOption({ index: 1 })
  const use = page.getByLabel('Who pays with it, and for what')
  const charge = page.getByRole('button', { name: /^Charge 12.00 GBP/ })
  await charge.click()
  await page.getByText('Choose what the stored card is charged for.').waitFor()
  expect(await use.getAttribute('aria-describedby')).toMatch(/error/)
  await use.selectOption('unscheduled')
  await charge.click()
  await page.getByRole('heading', { name: 'The payment was taken' }).waitFor()
  await close()
})

test('a payer reads what can be done about a card that was declined, and pays with another', async () => {
  const made = await fetch(`${portalUrl}/v1/payment-links`, {
    method: 'POST',
    headers: {
      authorization: 'Bearer cf_test_demo_harbour',
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({
      ...{ amount: 2950, currency: 'GBP', description: 'A lamp', usage: 'single' },
    }),
  })
  const { url } = (await made.json()) as { url: string }
  const { page, close } = await openPortal({ width: 390, height: 844 })
  await page.goto(url.replace(/^https?:\/\/[^/]+/, portalUrl))
  const pay = async (number: string) => {
    for (const [field, text] of [
      ['#cc-number', number],
      ['#cc-exp', '1230'],
      ['#cc-csc', '123'],
      ['#cc-name', 'A Reader'],
    ] as const) {
      await page.locator(field).fill('')
      await page.locator(field).pressSequentially(text)
    }
    await page.locator('button[type=submit]').click()
  }
  for (const [number, said] of [
    ['4000000000009995', 'not enough money'],
    ['4000000000000127', 'security code is wrong'],
  ] as const) {
    await pay(number)
    await page.getByRole('alert').getByText(said).waitFor()
    // what was typed of the card is gone, and the payer stands where the next one is typed
    await expect.poll(() => page.locator('#cc-number').inputValue()).toBe('')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('cc-number')
  }
  await pay('4242424242424242')
  await page.getByRole('heading', { name: 'Paid' }).waitFor()
  await close()
})
