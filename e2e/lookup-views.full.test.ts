import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { takePayment } from './jobs.ts'
import { enterPassword, findMailedLink, openPortal, signIn } from './portal.ts'

// A named view of the lookup, from its maker to a colleague of the role that it is shared with.

const lookup = '/transaction-management/transaction-lookup-columns'
const email = `views.${randomUUID()}@northwind.example`
const own = 'A-view-of-our-own-7'

test('a view is shared with a role; a person of that role opens it, and sees its filters, days and columns', async () => {
  const reference = `VIEW-${randomUUID().slice(0, 8)}`
  const name = `Sold today ${reference}`
  const refused = `REFUSED-${randomUUID().slice(0, 8)}`
  await takePayment(reference, 'seen@example.com')
  await takePayment(refused, 'seen@example.com', { number: '4000000000000002' })
  const maker = await openPortal()
  await signIn(maker.page, 'operator@northwind.example', '/crm/users/crm')
  await invite(maker.page)
  await maker.page.goto(lookup)
  await shareView(maker.page, name)

  const colleague = await openPortal()
  const { page } = colleague
  await page.goto(await findMailedLink(page, email))
  await page.locator('input[name=password]').fill(own)
  await page.locator('input[name=repeat]').fill(own)
  await page.locator('button[type=submit]').first().click()
  await page.locator('main a.primary').click()
  await enterPassword(page, email, own)
  await page.locator('#content').waitFor()
  await page.goto(lookup)
  await page.getByRole('columnheader', { name: 'Method' }).waitFor()
  await page.getByRole('button', { name: 'Saved views' }).click()
  const views = page.getByRole('dialog', { name: 'Saved views' })
  await views.getByRole('button', { name: `${name} (shared by` }).click()
  await page.getByRole('columnheader', { name: 'Method' }).waitFor({ state: 'detached' })
  await page.getByRole('row').filter({ hasText: reference }).waitFor()
  const { searchParams } = new URL(page.url())
  expect(searchParams.get('status')).toBe('captured')
  expect(searchParams.get('dateFrom')).toBe(searchParams.get('dateTo'))
  await page.getByRole('row').filter({ hasText: refused }).waitFor({ state: 'detached' })
  // it is copied, and not changed, by others than its maker
  await page.getByRole('button', { name: 'Saved views' }).click()
  await page.getByText('Its maker alone changes this view').waitFor()
  expect(await page.getByRole('button', { name: `Delete “${name}”` }).count()).toBe(0)

  await maker.page.getByLabel('Share with the role').selectOption({ label: 'Nobody' })
  await maker.page.getByText('The view is no longer shared').waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Saved views' }).click()
  await views.getByText('No saved views yet').waitFor()
  expect([...maker.complaints, ...colleague.complaints]).toEqual([])
  await Promise.all([maker.close(), colleague.close()])
})

async function invite(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Invite' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite a user' })
  await dialog.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await dialog.getByRole('textbox', { name: 'First name' }).fill('Robin')
  await dialog.getByRole('textbox', { name: 'Last name' }).fill('Ellis')
  await dialog.getByRole('combobox', { name: 'Role' }).fill('Administrator')
  await page.locator('[role=option]:visible').filter({ hasText: 'Administrator' }).first().click()
  await dialog.getByRole('button', { name: 'Invite' }).click()
  await page.getByText('Invitation sent').waitFor()
}

/** What was captured today, without the column of methods, for the administrators. */
async function shareView(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Status', exact: true }).first().click()
  await page.getByRole('dialog', { name: 'Status' }).getByLabel('Captured', { exact: true }).click()
  await page.keyboard.press('Escape')
  await page.waitForURL('**status=captured**')
  await page.getByRole('button', { name: 'Date', exact: true }).click()
  await page.getByRole('button', { name: 'Today' }).click()
  await page.waitForURL('**dateFrom=**')
  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  await page.getByRole('dialog', { name: 'Columns' }).getByLabel('Method', { exact: true }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Saved views' }).click()
  const views = page.getByRole('dialog', { name: 'Saved views' })
  await views.getByRole('textbox', { name: 'Name' }).fill(name)
  await views.getByRole('button', { name: 'Save as new' }).click()
  await views.getByLabel('Share with the role').selectOption({ label: 'Administrator' })
  await page.getByText(`${name} (shared with Administrator)`).first().waitFor()
}
