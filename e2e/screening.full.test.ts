import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { expectAccessible, openPortal, type Portal, signIn } from './portal.ts'

// An antifraud rule from its draft to a payment that is held, and released.

const rules = '/crm/settings/antifraud/antifraud'
const queue = '/transaction-management/pending-payments?show=held'
const reference = `HELD-${randomUUID().slice(0, 8)}`
/** Above what any other journey pays. */
const amount = 7_654_321
let portal: Portal

afterEach(() => portal.close())

test('a rule in shadow is put in force by a second person, holds a payment, and the payment is released', async () => {
  portal = await openPortal()
  const { page } = portal
  await signIn(page, 'operator@northwind.example', `${rules}?record=new`)
  const form = page.getByRole('dialog')
  await form.getByLabel('Rule', { exact: false }).first().selectOption('amount_ceiling')
  await choose(page, 'Currency of the ceiling', 'GBP')
  await form.getByRole('textbox', { name: 'Ceiling' }).fill('76000')
  await form.getByLabel('What follows', { exact: false }).selectOption('review')
  await form.getByRole('button', { name: 'Save' }).click()
  const ofRule = page.getByRole('row').filter({ hasText: '76,000.00 GBP' }).getByRole('link')
  await ofRule.waitFor()
  // in shadow it holds nothing
  expect(await pay(page, 'SHADOW-1')).toBe('captured')

  await page.goto(rules)
  await ofRule.first().click()
  await page.getByRole('button', { name: 'Request to put it in force' }).click()
  await page.getByText('waits for confirmation by another person').waitFor()
  const address = page.url()
  await portal.close()

  portal = await openPortal()
  await signIn(portal.page, 'platform@counterfoil.example', address)
  await portal.page.getByRole('button', { name: 'Confirm and put in force' }).click()
  await portal.page.getByText('In force: what it finds has its effect.').waitFor()
  // from the next payment on
  expect(await pay(portal.page, reference)).toBe('waiting_for_approval')
  await portal.close()

  portal = await openPortal()
  await signIn(portal.page, 'operator@northwind.example', queue)
  const row = portal.page.getByRole('row').filter({ hasText: reference })
  await row.getByText('Amount above a ceiling').waitFor()
  await row.getByRole('link').first().click()
  const held = portal.page.getByRole('dialog', { name: 'Held payment' })
  await held.getByText('is above the ceiling of').waitFor()
  await expectAccessible(portal.page, 'case of a held payment')
  await held.getByRole('button', { name: 'Approve' }).click()
  const decision = portal.page.getByRole('dialog').last()
  await decision.getByLabel('Reason').fill('The customer is known')
  await decision.getByRole('button', { name: 'Approve' }).click()
  await held.locator('[data-status=captured]').waitFor()
  await portal.page.keyboard.press('Escape')
  await row.waitFor({ state: 'detached' })
  expect(portal.complaints).toEqual([])

  // others' journeys pay large amounts too
  await portal.page.goto(address)
  await portal.page.getByRole('button', { name: 'Take back to shadow' }).click()
  await portal.page
    .getByRole('dialog')
    .last()
    .getByRole('button', { name: 'Take back to shadow' })
    .click()
  await portal.page.getByText('asked for the rule to be taken back to shadow').waitFor()
  await portal.close()
  portal = await openPortal()
  await signIn(portal.page, 'platform@counterfoil.example', address)
  await portal.page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await portal.page.getByText('In shadow: payments are evaluated').waitFor()
  expect(await pay(portal.page, 'SHADOW-2')).toBe('captured')
})

async function choose(page: Page, label: string, typed: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).fill(typed)
  // until the answer comes, the options of an empty search are shown
  await page.locator('[role=option]:visible').filter({ hasText: typed }).first().click()
}

/** As the merchant's server pays. */
async function pay(page: Page, externalId: string): Promise<string> {
  const answer = await page.request.post('/v1/payments', {
    headers: {
      authorization: 'Bearer cf_live_demo_harbour',
      'idempotency-key': randomUUID(),
    },
    data: {
      ...{ amount, currency: 'GBP', externalId, capture: true },
      method: {
        ...{ type: 'card', number: '4242424242424242', securityCode: '123' },
        ...{ expiryMonth: 12, expiryYear: 2030 },
      },
      customer: { email: 'reader@example.com' },
    },
  })
  expect(answer.status(), await answer.text()).toBe(201)
  return (await answer.json()).status
}
