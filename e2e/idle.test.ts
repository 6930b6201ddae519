import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { takePayment } from './jobs.ts'
import { enterPassword, expectAccessible, openPortal, type Portal, signIn } from './portal.ts'

let portal: Portal

afterEach(() => portal.close())

const idleMs = 1_800_000
const countdownMs = 60_000
const title = 'You have been inactive'

/** The page's own clock, which the test moves. */
async function openWithClock(email: string): Promise<Page> {
  portal = await openPortal()
  await portal.context.clock.install()
  await signIn(portal.page, email)
  return portal.page
}

test('work in one tab keeps the other alive, and Continue in one is Continue in both [session.idle.warning-after] [session.idle.continue]', async () => {
  const page = await openWithClock('operator@northwind.example')
  const other = await portal.openTab()
  await other.goto('/crm/dashboard')
  await other.locator('#content').waitFor()

  // half an hour in which only the second tab is used
  await portal.context.clock.fastForward(idleMs - 60_000)
  await other.mouse.move(200, 300)
  await other.mouse.move(220, 320)
  await portal.context.clock.fastForward(120_000)
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(await other.getByRole('dialog').count()).toBe(0)

  await portal.context.clock.fastForward(idleMs - 100_000)
  await page.getByRole('dialog', { name: title }).waitFor()
  await other.getByRole('dialog', { name: title }).waitFor()
  await expectAccessible(page, 'idle warning')
  await other.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(portal.complaints).toEqual([])
})

test('the end of the countdown signs out in every tab, and what was typed is offered again [session.idle.quit] [session.idle.countdown]', async () => {
  const page = await openWithClock('operator@northwind.example')
  const other = await portal.openTab()
  await other.goto('/crm/dashboard')
  await other.locator('#content').waitFor()
  await openRefund(page)
  await page.getByRole('combobox', { name: 'Reason' }).fill('Sent back, 3 June')
  const { pathname, search } = new URL(page.url())

  await portal.context.clock.fastForward(idleMs)
  await page.getByRole('dialog', { name: title }).waitFor()
  await portal.context.clock.fastForward(countdownMs)
  await Promise.race([page, other].map((each) => each.waitForURL('**/authentication/logged-out')))
  await portal.context.clock.fastForward(2000)
  for (const each of [page, other]) {
    await each.waitForURL(/logged-out|Identity\/Account\/Login/)
  }
  await page.goto(pathname + search)
  await enterPassword(page, 'operator@northwind.example')
  await page.locator('#content').waitFor()
  await page.getByRole('button', { name: 'Refund' }).first().click()
  const offer = page.getByRole('button', { name: 'Restore what I typed' })
  await offer.waitFor({ state: 'attached' })
  const typed = page.getByRole('combobox', { name: 'Reason' })
  // the dialog's transition stands still on a moved clock, and a dialog that is being replaced takes no click
  await expect
    .poll(async () => {
      if ((await offer.count()) > 0) await offer.dispatchEvent('click')
      return typed.inputValue()
    })
    .toBe('Sent back, 3 June')
})

async function openRefund(page: Page) {
  // its own: of the others any may be disputed, or held for a person
  const { id } = await takePayment(`HB-${Date.now()}`, 'walk-in@example.com')
  await page.goto(`/transaction-management/transaction-lookup/${id}`)
  await page.getByRole('button', { name: 'Refund' }).first().click()
  await page.getByRole('dialog').waitFor()
}
