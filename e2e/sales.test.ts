import { afterEach, expect, test } from 'vitest'
import {
  expectAccessible,
  expectFits,
  followEntry,
  openPortal,
  type Portal,
  settle,
  signIn,
} from './portal.ts'

let portal: Portal
afterEach(() => portal.close())

test('a lead becomes an opportunity, which goes on by the keyboard, and what is to be done for it is ticked off', async () => {
  portal = await openPortal()
  const { page } = portal
  await signIn(page, 'operator@northwind.example')
  await followEntry(page, 'Leads')
  await page.getByRole('button', { name: 'State: Open' }).waitFor()
  await page.getByRole('link', { name: 'Copper Kettle Tours' }).click()
  await page.getByLabel('Note what happened').fill('They want to begin in May')
  await page.getByRole('button', { name: 'Note', exact: true }).click()
  await page.getByText('They want to begin in May').waitFor()
  await expectAccessible(page, 'a lead')
  await page.getByRole('button', { name: 'Make it an opportunity' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox').and(page.locator('[value="New merchants"]')).waitFor()
  await dialog.getByRole('button', { name: 'Make it an opportunity' }).click()
  await page.getByRole('button', { name: 'New', exact: true, disabled: true }).waitFor()
  // its story begins with the lead's
  await page.getByText('They want to begin in May').waitFor()

  const task = page.getByRole('checkbox', { name: 'Done: Call the owner' })
  await task.check()
  await page.getByText('Task done: Call the owner').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page
    .locator('li')
    .filter({ has: task })
    .getByText(/^(Due|Overdue)/)
    .waitFor() // midnight may pass
  expect(await task.isChecked()).toBe(false)
  await expectAccessible(page, 'an opportunity')

  const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' })
  await crumbs.getByRole('link', { name: 'Opportunities' }).click()
  await page.getByRole('link', { name: 'Board', exact: true }).click()
  const column = (name: string) => page.getByRole('region', { name, exact: true })
  const handle = page.getByRole('button', { name: 'Move Copper Kettle Tours', exact: true })
  await column('New').getByText('Expected 2,300.00').waitFor()
  await handle.focus()
  await page.keyboard.press('Space')
  await page.getByText('Copper Kettle Tours is at New').waitFor({ state: 'attached' })
  await page.keyboard.press('ArrowRight')
  await page.getByText('Copper Kettle Tours is at Qualified').waitFor({ state: 'attached' })
  const moved = page.waitForResponse((answer) => answer.request().method() === 'PATCH')
  await page.keyboard.press('Space')
  expect((await moved).status()).toBe(200)
  await column('Qualified').getByText('Copper Kettle Tours').first().waitFor()
  await column('New').getByText('Nothing here').waitFor()
  await page.getByRole('button', { name: /Copper Kettle Tours on to Proposal sent/ }).click()
  await column('Proposal sent').getByText('Copper Kettle Tours').first().waitFor()
  // somebody who knows the way does not wait between the keys
  await settle(page)
  await handle.focus()
  for (const key of ['Space', 'ArrowLeft', 'ArrowLeft', 'Space']) await page.keyboard.press(key)
  await column('New').getByText('Copper Kettle Tours').first().waitFor()
  await settle(page)
  await expectAccessible(page, 'the board')
  await page.setViewportSize({ width: 390, height: 800 })
  await expectFits(page, 'the board')
  expect(portal.complaints).toEqual([])
})
