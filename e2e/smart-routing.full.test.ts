import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { openPortal, type Portal, signIn } from './portal.ts'

// Routing rules from a draft to payments that go by them, and back.

const operator = 'operator@northwind.example'
const platform = 'platform@counterfoil.example'
const rules = '/crm/settings/smart-routing?mode=Test'
let portal: Portal

afterEach(() => portal.close())

test('a draft is analysed, tried on past payments, confirmed by a second person, moves the graph, and is rolled back', async () => {
  portal = await openPortal()
  await signIn(portal.page, operator, rules)
  const merchant = portal.page.getByRole('combobox', { name: 'Merchant' })
  await merchant.fill('Quayside')
  await portal.page.locator('[role=option]:visible').filter({ hasText: 'Quayside' }).first().click()
  await draft(portal.page, 'First')
  await portal.page.getByText('Nothing is wrong: every rule is reached').waitFor()
  await portal.page.getByLabel('Period').first().selectOption('90')
  await portal.page.getByRole('button', { name: 'Start a backtest' }).click()
  await portal.page.getByText('Cannot be known').waitFor()
  await portal.page.getByText('Go the same way').waitFor()
  const first = await ask(portal.page)
  // who asked for it does not confirm it
  expect(await portal.page.getByRole('button', { name: 'Confirm and put in force' }).count()).toBe(
    0,
  )
  await confirmAsPlatform(first)
  await portal.page.getByText('Version 1 is in force').waitFor()
  await pay(portal.page)
  await edgeOf(portal.page, 'First', first)
  await portal.close()

  portal = await openPortal()
  await signIn(portal.page, operator, first)
  await draft(portal.page, 'Second')
  await portal.page.getByRole('heading', { name: 'Beside version 1' }).waitFor()
  await confirmAsPlatform(await ask(portal.page))
  await pay(portal.page)
  await edgeOf(portal.page, 'Second', first)
  await portal.close()

  portal = await openPortal()
  await signIn(portal.page, operator, first)
  await portal.page.getByRole('button', { name: 'Roll back to this version' }).click()
  await portal.page.getByText('Version 1 is in force').first().waitFor()
  const before = await edgeOf(portal.page, 'First', first)
  await pay(portal.page)
  await expect.poll(() => edgeOf(portal.page, 'First', first)).toBe(before + 1)
  expect(portal.complaints).toEqual([])
})

/** A new draft, whose own rule takes every payment. */
async function draft(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'New draft', exact: true }).click()
  const add = page.getByRole('button', { name: 'Add a rule' })
  await add.waitFor()
  const names = page.getByRole('textbox', { name: /^Name: Rule/ })
  if ((await names.count()) === 0) await add.click()
  await names.last().fill(name)
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.getByText('The draft is saved').waitFor()
}

/** Answers the address of the version that waits. */
async function ask(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Request activation' }).click()
  await page.getByRole('button', { name: 'Return to draft' }).waitFor()
  return page.url()
}

async function confirmAsPlatform(address: string): Promise<void> {
  await portal.close()
  portal = await openPortal()
  await signIn(portal.page, platform, address)
  await portal.page.getByRole('button', { name: 'Confirm and put in force' }).click()
  await portal.page.getByText('The version is in force').waitFor()
}

/** How many payments went over the edge of a rule, as the graph says. */
async function edgeOf(page: Page, rule: string, address: string): Promise<number> {
  await page.goto(address)
  const edge = page.locator(`a[aria-label^="${rule} to "]`).first()
  await edge.waitFor()
  const said = await edge.getAttribute('aria-label')
  return Number(/: (\d+) payments/.exec(said ?? '')?.[1])
}

async function pay(page: Page): Promise<void> {
  const answer = await page.request.post('/v1/payments', {
    headers: {
      authorization: 'Bearer cf_test_demo_quayside',
      'idempotency-key': randomUUID(),
    },
    data: {
      ...{ amount: 1250, currency: 'GBP', capture: true },
      method: {
        ...{ type: 'card', number: '4242424242424242', securityCode: '123' },
        ...{ expiryMonth: 12, expiryYear: 2030 },
      },
    },
  })
  expect(answer.status(), await answer.text()).toBe(201)
}
