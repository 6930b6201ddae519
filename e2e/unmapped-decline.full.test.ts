import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openPortal, portalUrl, signIn } from './portal.ts'

// A decline whose code nothing maps, from the acquirer to what a payer reads in Turkish.

/** Declined with the code 57, which the demo does not map. */
const number = '4000000000000432'
const said = 'Bankanız bu ödemeye izin vermiyor'

test('a code that nothing maps is listed with its count, mapped, and read by a payer in Turkish on the hosted page', async () => {
  const phone = await openPortal({ width: 390, height: 844, locale: 'tr-TR' })
  const payer = phone.page
  await pay(payer)
  await payer.getByText('neden belirtmeden reddetti').waitFor()
  expect(await payer.getByText(said).count()).toBe(0)

  const desk = await openPortal()
  const { page } = desk
  await signIn(page, 'operator@northwind.example', '/crm/settings/error-mappings')
  await page.getByRole('button', { name: /unmapped code/ }).click()
  const codes = page.getByRole('dialog', { name: 'Unmapped codes' })
  const row = codes.getByRole('row').filter({ has: page.getByRole('button', { name: 'Map 57' }) })
  await row.getByText('TRANSACTION NOT PERMITTED TO CARDHOLDER').waitFor()
  expect(await row.getByRole('cell').nth(2).textContent()).toMatch(/^[1-9]/)
  await row.getByRole('button', { name: 'Map 57' }).click()
  expect(await codes.getByLabel('Code of the acquirer').inputValue()).toBe('57')
  await codes.getByLabel('Reason').selectOption('not_permitted')
  await codes.getByLabel('May it be tried again?').selectOption('never')
  await codes.getByLabel('Payer reads, in English').fill('Your bank does not allow this payment')
  await codes.getByLabel('Payer reads, in Turkish').fill(said)
  await codes.getByRole('button', { name: 'Save' }).click()
  await row.waitFor({ state: 'detached' })

  await pay(payer)
  await payer.getByText(said).waitFor()
  expect([...desk.complaints, ...phone.complaints]).toEqual([])
  await Promise.all([desk.close(), phone.close()])
})

/** Pays by a link of its own, as the payer does. */
async function pay(payer: Page): Promise<void> {
  const answer = await fetch(`${portalUrl}/v1/payment-links`, {
    method: 'POST',
    headers: {
      authorization: 'Bearer cf_live_demo_harbour',
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({
      amount: 1250,
      currency: 'GBP',
      description: 'A book',
      usage: 'multiple',
    }),
  })
  expect(answer.status, await answer.clone().text()).toBe(201)
  const { url } = (await answer.json()) as { url: string }
  await payer.goto(`${portalUrl}${new URL(url).pathname}`)
  await payer.locator('#cc-number').pressSequentially(number)
  await payer.locator('#cc-exp').pressSequentially('1230')
  await payer.locator('#cc-csc').fill('123')
  await payer.locator('#cc-name').fill('A Reader')
  await payer.locator('button[type=submit]').click()
}
