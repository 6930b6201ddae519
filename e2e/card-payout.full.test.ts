// Somebody who has no account at hand is paid to a card, which is kept for that at the virtual terminal.
import { expect, test } from 'vitest'
import { expectAccessible, followEntry, openPortal, signIn } from './portal.ts'

test('a card is kept for payouts alone, and paid when a second person has approved it', async () => {
  const { page, close, complaints } = await openPortal()
  await signIn(page, 'merchant@harbour.example')
  await followEntry(page, 'Virtual terminal')
  await page.getByText('Keep a card, take nothing').click()
  const email = 'ada.claims@people.example'
  await page.getByLabel('Customer’s e-mail').fill(email)
  await page.getByRole('checkbox', { name: 'The customer pays with it again' }).uncheck()
  await page.getByRole('checkbox', { name: 'We send money to it' }).check()
  await page.getByRole('checkbox', { name: /^The customer has agreed/ }).check()
  const card = page.frameLocator('iframe[title=Card]')
  await card.locator('#cc-number').pressSequentially('4242424242424242')
  await card.locator('#cc-exp').pressSequentially('1230')
  await card.locator('#cc-csc').fill('123')
  await page.getByRole('button', { name: 'Check and keep the card' }).click()
  await page.getByRole('heading', { name: 'The card is kept' }).waitFor()

  await followEntry(page, 'Beneficiaries')
  await page.getByRole('button', { name: 'New', exact: true }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Ada Lovelace')
  await form.getByRole('combobox', { name: 'Kind' }).selectOption('person')
  const choose = async (name: string, searched: string, option: string | RegExp) => {
    await form.getByRole('combobox', { name, exact: true }).fill(searched)
    await page.getByRole('option', { name: option }).click()
  }
  await choose('Country of the account', 'United K', /^United Kingdom/)
  await choose('Currency', 'GBP', /GBP/)
  await form.getByRole('combobox', { name: 'Paid to' }).selectOption('card')
  await choose('Card', email, `Visa •••• 4242 · ${email}`)
  expect(await form.getByRole('textbox', { name: 'IBAN' }).count()).toBe(0)
  await expectAccessible(page, 'a beneficiary with a card')
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('row').filter({ hasText: 'Visa •••• 4242' }).waitFor()

  await followEntry(page, 'Single payment')
  await page.getByRole('button', { name: 'New payout' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Payee' }).fill('Ada L')
  await page.getByRole('option', { name: /^Ada Lovelace · Visa/ }).click()
  await dialog.getByLabel('Amount').fill('12.50')
  await dialog.getByLabel('Reference').fill('Claim 7')
  await dialog.getByText('Card credit').waitFor()
  await dialog.getByText('at most 25 characters').waitFor()
  await dialog.getByRole('button', { name: 'Pay £12.50 to Ada Lovelace' }).click()
  await page.getByRole('dialog').getByText('Waiting for approval').waitFor()

  const operator = await openPortal()
  await signIn(operator.page, 'operator@northwind.example')
  await followEntry(operator.page, 'Pending payments')
  await operator.page.getByRole('tab', { name: 'To beneficiaries' }).click()
  const waiting = operator.page.getByRole('row').filter({ hasText: 'Ada Lovelace' })
  await waiting.getByText('Visa •••• 4242').waitFor()
  await waiting.getByRole('checkbox').check()
  await operator.page
    .getByRole('button', { name: /^Approve/ })
    .first()
    .click()
  await operator.page
    .getByRole('dialog')
    .getByRole('button', { name: /^Approve/ })
    .click()
  // its details say so by themselves
  await page
    .getByRole('dialog')
    .getByText('Paid', { exact: true })
    .first()
    .waitFor({ timeout: 60_000 })
  expect([...complaints, ...operator.complaints]).toEqual([])
  await Promise.all([close(), operator.close()])
}, 300_000)
