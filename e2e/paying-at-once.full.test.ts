// Two payers of one link at the same moment, and a customer who pays again with the card that was kept.
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openPortal, portalUrl } from './portal.ts'

async function create(path: string, body: object) {
  const answer = await fetch(`${portalUrl}/v1${path}`, {
    method: 'POST',
    headers: {
      authorization: 'Bearer cf_test_demo_harbour',
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify(body),
  })
  expect(answer.status).toBe(201)
  return (await answer.json()) as { id: string; url: string }
}

const read = async (path: string) =>
  (
    await fetch(`${portalUrl}/v1${path}`, {
      headers: { authorization: 'Bearer cf_test_demo_harbour' },
    })
  ).json()

async function open(page: Page, url: string): Promise<void> {
  await page.goto(url.replace(/^https?:\/\/[^/]+/, portalUrl))
  await page.locator('form').waitFor()
}

async function enterCard(page: Page, number: string): Promise<void> {
  await page.locator('#cc-number').pressSequentially(number)
  await page.locator('#cc-exp').pressSequentially('1230')
  await page.locator('#cc-csc').fill('123')
  await page.locator('#cc-name').fill('A Reader')
}

const pay = (page: Page) => page.locator('button[type=submit]').click()

test('a link for one payment that two payers pay at once is paid once', async () => {
  const amount = 4100
  const link = await create('/payment-links', {
    ...{ amount, currency: 'GBP', description: 'One chair', usage: 'single' },
  })
  const browsers = await Promise.all([openPortal(), openPortal({ width: 390, height: 844 })])
  const pages = browsers.map(({ page }) => page)
  await Promise.all(pages.map((page) => open(page, link.url)))
  const numbers = ['4242424242424242', '5555555555554444']
  for (const [at, page] of pages.entries()) await enterCard(page, numbers[at] ?? '')
  await Promise.all(pages.map(pay))
  // the second payer reads that it is paid, is charged nothing, and sees nothing of the first one's card
  const result = async (page: Page) => {
    await page.getByRole('heading', { name: /paid/i }).waitFor()
    return page.locator('main').innerText()
  }
  const results = await Promise.all(pages.map(result))
  const late = results.filter((text) => text.includes('This was paid already'))
  expect(late).toHaveLength(1)
  expect(late[0]).toContain('You were not charged.')
  expect(late[0]).not.toContain('••••')
  expect(results.filter((text) => text.includes('✓ Paid'))).toHaveLength(1)
  const after = await read(`/payment-links/${link.id}`)
  expect(after.status).toBe('paid')
  const payments = await Promise.all(after.payments.map((id: string) => read(`/payments/${id}`)))
  expect(payments.map(({ status, amount: paid }) => [status, paid])).toEqual([['captured', amount]])
  await Promise.all(browsers.map(({ close }) => close()))
})

test('a customer of the shop pays again with the card that was kept, by its security code', async () => {
  const email = `${randomUUID()}@people.example`
  const session = () =>
    create('/checkout-sessions', {
      ...{ amount: 1900, currency: 'GBP', externalId: randomUUID(), customer: { email } },
      ...{ returnUrl: 'https://shop.example/', storeCard: { uses: ['customer'] } },
    })
  const { page, close } = await openPortal({ width: 390, height: 844 })
  await open(page, (await session()).url)
  await enterCard(page, '5555555555554444')
  await page.getByRole('checkbox', { name: 'Keep my card' }).check()
  await pay(page)
  await page.getByRole('heading', { name: 'Paid' }).waitFor()
  const again = await session()
  await open(page, again.url)
  expect(await page.getByRole('radio', { name: /Mastercard •••• 4444/ }).isChecked()).toBe(true)
  expect(await page.locator('#cc-number').count()).toBe(0)
  await page.locator('#cc-csc').fill('123')
  await pay(page)
  await page.getByRole('heading', { name: 'Paid' }).waitFor()
  const { paymentId } = await read(`/checkout-sessions/${again.id}`)
  expect((await read(`/payments/${paymentId}`)).storedCard).toMatchObject({
    ...{ use: 'subsequent', initiator: 'customer' },
  })
  await close()
})

test('a kept card is confirmed at the bank on a phone: refused once, the page loaded again, then paid', async () => {
  const email = `${randomUUID()}@people.example`
  const session = () =>
    create('/checkout-sessions', {
      ...{ amount: 2300, currency: 'GBP', externalId: randomUUID(), customer: { email } },
      ...{ returnUrl: 'https://shop.example/', storeCard: { uses: ['customer'] } },
    })
  const { page, close } = await openPortal({ width: 390, height: 844 })
  await open(page, (await session()).url)
  await enterCard(page, '4000000000003220')
  await page.getByRole('checkbox', { name: 'Keep my card' }).check()
  await pay(page)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('heading', { name: 'Paid' }).waitFor()
  const again = await session()
  await open(page, again.url)
  const bank = page.getByText('Your bank would ask you here to confirm')
  const enterCode = async () => {
    await page.locator('#cc-csc').fill('123')
    await pay(page)
    await bank.waitFor()
  }
  await enterCode()
  expect(await page.getByText('23.00 GBP').count()).toBe(1)
  await page.getByRole('button', { name: 'Refuse' }).click()
  await page.getByRole('alert').getByText('not confirmed').waitFor()
  // the same card may be tried again, and its code is not left in the page
  expect(await page.locator('#cc-csc').inputValue()).toBe('')
  await enterCode()
  await page.reload()
  await bank.waitFor()
  expect(await page.evaluate(() => document.body.scrollWidth)).toBeLessThanOrEqual(390)
  await page.getByRole('button', { name: 'Confirm' }).press('Enter')
  await page.getByRole('heading', { name: 'Paid' }).waitFor()
  const { paymentId, status } = await read(`/checkout-sessions/${again.id}`)
  expect(status).toBe('paid')
  expect(await read(`/payments/${paymentId}`)).toMatchObject({
    ...{ status: 'captured', storedCard: { use: 'subsequent', initiator: 'customer' } },
  })
  await close()
})

test('a payment whose answer was lost is asked about, and not made a second time, though the page is loaded again', async () => {
  const link = await create('/payment-links', {
    ...{ amount: 5200, currency: 'GBP', description: 'A subscription', usage: 'multiple' },
  })
  const { page, close } = await openPortal({ width: 390, height: 844 })
  await open(page, link.url)
  // each request reaches the server, and no answer comes back
  const sent: unknown[] = []
  await page.route('**/api/pay/*/payments', async (route) => {
    sent.push(route.request().postDataJSON())
    await route.fetch()
    await route.abort()
  })
  await enterCard(page, '4242424242424242')
  await pay(page)
  await page.getByRole('alert').getByText('The connection was lost').waitFor()
  const paid = async () => (await read(`/payment-links/${link.id}`)).payments.length
  expect(await paid()).toBe(1)
  // another card cannot be typed before it is known what became of the first
  expect(await page.locator('#cc-number').isVisible()).toBe(true)
  expect(await page.locator('[inert] #cc-number').count()).toBe(1)
  expect(new Set(sent.map((one) => JSON.stringify(one))).size).toBe(1)
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toMatch(/4242/)
  await page.unroute('**/api/pay/*/payments')
  await page.reload()
  await page.getByRole('heading', { name: 'Paid' }).waitFor()
  expect(await paid()).toBe(1)
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
  await close()
})

test('who goes back from the bank finds the payment that waits there, and pays no second one', async () => {
  const link = await create('/payment-links', {
    ...{ amount: 6100, currency: 'GBP', description: 'A course', usage: 'multiple' },
  })
  const { page, close } = await openPortal({ width: 390, height: 844 })
  await open(page, link.url)
  await enterCard(page, '4000000000003220')
  await pay(page)
  await page.getByText('Your bank would ask you here to confirm').waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: 'Your payment is under way' }).waitFor()
  expect(await page.locator('#cc-number').count()).toBe(0)
  await page.getByRole('link', { name: 'Your bank asks you to confirm' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('heading', { name: 'Paid' }).waitFor()
  expect((await read(`/payment-links/${link.id}`)).payments).toHaveLength(1)
  await close()
})

test('who does not want to confirm or transfer any more pays another way, once, on a phone', async () => {
  const link = await create('/payment-links', {
    // by the sandbox a transfer of this amount stays unpaid
    ...{ amount: 7106, currency: 'GBP', description: 'A lamp', usage: 'single' },
  })
  const { page, close } = await openPortal({ width: 390, height: 844, locale: 'tr-TR' })
  await open(page, link.url)
  const fits = async () =>
    expect(await page.evaluate(() => document.body.scrollWidth)).toBeLessThanOrEqual(390)
  await page.getByRole('radio', { name: 'Banka havalesi' }).check()
  await page.getByText('Siparişiniz bundan sonra havalenizi bekler').waitFor()
  await fits()
  await pay(page)
  const another = page.getByRole('button', { name: 'Başka bir yolla öde' })
  await another.waitFor()
  await fits()
  await page.reload()
  await another.press('Enter')
  await page.getByRole('alert').getByText('O ödeme sona erdi').waitFor()
  await enterCard(page, '4000000000003220')
  await pay(page)
  await page.getByText('Your bank would ask you here to confirm').waitFor()
  await page.goBack()
  await another.click()
  await page.getByRole('alert').getByText('O ödeme sona erdi').waitFor()
  await enterCard(page, '4242424242424242')
  await pay(page)
  await page.getByRole('heading', { name: 'Ödendi' }).waitFor()
  const after = await read(`/payment-links/${link.id}`)
  const payments = await Promise.all(after.payments.map((id: string) => read(`/payments/${id}`)))
  expect(payments.map(({ status }) => status)).toEqual(['captured', 'declined', 'declined'])
  await close()
})
