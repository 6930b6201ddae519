// A merchant without a programmer takes a payment: by a link on a phone, and at the virtual terminal.
import { expect, test } from 'vitest'
import { followEntry, openPortal, portalUrl, signIn } from './portal.ts'

const challenged = '4000000000003220'
const code = '736'

test('a link made on a desktop is paid on a phone, confirmed at the bank, and seen by its merchant', async () => {
  const desktop = await openPortal()
  await signIn(desktop.page, 'merchant@harbour.example')
  const { page } = desktop
  await page.getByText('Test', { exact: true }).first().click()
  await page.getByText('You are now in Test mode').waitFor()
  await followEntry(page, 'Payment links')
  await page.getByRole('button', { name: 'New link' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Description' }).fill('A chair for the reading room')
  await dialog.getByLabel('A fixed amount').fill('40')
  await dialog.getByLabel('Ask payers whether you may keep the card').check()
  await dialog.getByRole('button', { name: 'New link' }).click()
  const drawer = page.getByRole('dialog', { name: 'A chair for the reading room' })
  const url = (await drawer.locator('code').filter({ hasText: '/pay/' }).textContent()) ?? ''

  const phone = await openPortal({ width: 390, height: 844, locale: 'tr-TR' })
  const payer = phone.page
  await payer.goto(url.replace(/^https?:\/\/[^/]+/, portalUrl))
  await payer.locator('#cc-number').pressSequentially(challenged)
  expect(await payer.locator('.brand').textContent()).toBe('Visa')
  await payer.locator('#cc-exp').pressSequentially('1230')
  await payer.locator('#cc-csc').fill(code)
  await payer.locator('#cc-name').fill('A Reader')
  const keep = payer.getByRole('checkbox', { name: 'Kartım saklansın' })
  expect(await keep.isChecked()).toBe(false)
  await keep.press('Space')
  // a card is kept for a customer who is known
  await payer.locator('button[type=submit]').click()
  await payer.getByText('kart onun için saklanır').waitFor()
  await payer.locator('#email').fill('a.reader@people.example')
  const button = payer.locator('button[type=submit]')
  expect(await button.textContent()).toContain('40,00')
  expect(await payer.evaluate(() => document.body.scrollWidth)).toBeLessThanOrEqual(390)
  await button.click()
  await payer.getByRole('button', { name: 'Confirm' }).click()
  await payer.getByRole('heading', { name: 'Ödendi' }).waitFor()
  expect(
    await payer.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])),
  ).not.toContain(challenged)
  await drawer.getByText('Paid', { exact: true }).waitFor()
  await drawer.getByRole('link', { name: /\d/ }).first().click()
  await page.getByText('Stored with consent on').waitFor()
  await page.getByRole('link', { name: 'a.reader@people.example' }).click()
  await page.getByRole('button', { name: /^Delete the stored card Visa/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('The stored card is deleted').waitFor()
  await expect
    .poll(() => page.getByRole('button', { name: /^Delete the stored card/ }).count())
    .toBe(0)
  await Promise.all([desktop.close(), phone.close()])
})

test('a payer saves a card on a phone without paying: refused, not confirmed, then confirmed at the bank', async () => {
  const made = await fetch(`${portalUrl}/v1/checkout-sessions`, {
    method: 'POST',
    headers: {
      authorization: 'Bearer cf_test_demo_harbour',
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
    },
    body: JSON.stringify({
      ...{
        amount: 0,
        currency: 'GBP',
        externalId: 'CARD-7',
        customer: { email: 'b@people.example' },
      },
      ...{ returnUrl: 'https://shop.example/cards', storeCard: { uses: ['unscheduled'] } },
    }),
  })
  const { id, url } = (await made.json()) as { id: string; url: string }
  const { page, close } = await openPortal({ width: 390, height: 844 })
  await page.route('https://shop.example/**', (route) => route.fulfill({ body: 'the shop' }))
  await page.goto(url.replace(/^https?:\/\/[^/]+/, portalUrl))
  await page.getByRole('heading', { name: 'Save your card at Harbour Books' }).waitFor()
  await page.getByText('The card of b@people.example').waitFor()
  const button = page.getByRole('button', { name: 'Save card' })
  const agreed = await button.evaluate(
    (one) => document.getElementById(one.getAttribute('aria-describedby') ?? '')?.textContent,
  )
  expect(agreed).toMatch(/I agree:.*takes with it what I owe when it is due/)
  expect(await page.evaluate(() => document.body.scrollWidth)).toBeLessThanOrEqual(390)
  // the sandbox's card whose bank asks the payer, and one whose bank declines
  const enter = async (number: string) => {
    await page.locator('#cc-number').fill(number)
    await page.locator('#cc-exp').fill('12/30')
    await page.locator('#cc-csc').fill(code)
    await page.locator('#cc-name').fill('B Reader')
    await button.press('Enter')
  }
  await enter('4000000000009995')
  await page.getByText('so it is not saved').waitFor()
  await enter(challenged)
  await page.getByRole('button', { name: 'Refuse' }).click()
  await page.getByText('The card was not confirmed at the bank').waitFor()
  await enter(challenged)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('heading', { name: 'Your card is saved' }).waitFor()
  const text = (await page.locator('main').textContent()) ?? ''
  expect(text).toContain('Visa •••• 3220')
  const back = await page.getByRole('link', { name: 'Back to Harbour Books' }).getAttribute('href')
  const returned = new URL(back ?? '').searchParams
  const session = await fetch(`${portalUrl}/v1/checkout-sessions/${id}`, {
    headers: { authorization: 'Bearer cf_test_demo_harbour' },
  })
  expect(await session.json()).toMatchObject({
    ...{ status: 'stored', storedCardId: returned.get('storedCardId'), paymentId: null },
  })
  await close()
})

test('a cashier charges a telephone order; the portal around the card fields reads nothing of them', async () => {
  const { page, close } = await openPortal()
  await signIn(page, 'cashier@harbour.example')
  await page.getByText('Test', { exact: true }).first().click()
  await page.getByText('You are now in Test mode').waitFor()
  await followEntry(page, 'Virtual terminal')
  await page.getByLabel('Amount').fill('30')
  const card = page.frameLocator('iframe[title=Card]')
  await card.locator('#cc-number').pressSequentially('5555555555554444')
  await card.locator('#cc-exp').pressSequentially('1230')
  await card.locator('#cc-csc').fill('123')
  const seen = await page.evaluate(() => {
    try {
      return document.querySelector('iframe')?.contentDocument?.body.innerHTML ?? null
    } catch {
      return null
    }
  })
  expect(seen).toBeNull()
  const charge = page.getByRole('button', { name: 'Charge 30.00 GBP (test)' })
  const tickets: string[] = []
  await page.route('**/api/virtual-terminal/card-tokens', async (route) => {
    tickets.push(route.request().postDataJSON()?.ticket)
    if (tickets.length > 1) return route.continue()
    const problem = { code: 'virtual_terminal.ticket', status: 403, detail: 'It is over' }
    const headers = { 'access-control-allow-origin': '*' }
    return route.fulfill({ status: 403, headers, json: problem })
  })
  const renewed = page.waitForResponse((answer) => answer.url().endsWith('/tickets') && answer.ok())
  await charge.click()
  await page.getByText('The terminal was open for too long').waitFor()
  await renewed
  // the card stays in its fields, which take the new ticket
  await expect.poll(() => card.locator('#cc-number').inputValue()).toBe('5555 5555 5555 4444')
  await charge.click()
  await page.getByText('The payment was taken').waitFor()
  expect(new Set(tickets).size).toBe(2)
  expect(
    await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage })),
  ).not.toMatch(/5555/)
  await close()
})
