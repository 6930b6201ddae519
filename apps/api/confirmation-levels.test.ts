// A refund that two others confirm, in a browser: a maker, two confirmers, a changed amount and an expired wait.
import { randomUUID } from 'node:crypto'
import { settleWaitingActions } from '@counterfoil/features/payments/confirmations/confirmations.jobs.ts'
import { followEntry } from '@counterfoil/tools/testing/browser.ts'
import { demoKeyOf } from '@counterfoil/workloads/demo/organisations.ts'
import pino from 'pino'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Actor } from './testing/test-api.ts'
import { openTestPortal } from './testing/test-portal.ts'

const testApi = await openTestPortal()
const { owner } = testApi.test
const maker = await testApi.actor('operator', ['Crm.Payments.PendingTransactions'])
const [first, second] = [await testApi.actor('operator'), await testApi.actor('operator')]

const send = async (token: string, url: string, payload: object) => {
  const headers = {
    ...{ authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
    mode: 'Test',
  }
  const answer = await testApi.app.inject({ method: 'POST', url, headers, payload })
  expect([answer.statusCode < 300, answer.body]).toEqual([true, expect.any(String)])
  return answer.json()
}

const lookup = '/transaction-management/transaction-lookup'
const pending = '/transaction-management/pending-payments'

async function requestRefund(page: Page, amount: string): Promise<void> {
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Amount', { exact: false }).fill(amount)
  await dialog.getByLabel('Reason').fill('Came broken')
  await dialog.getByRole('button', { name: /^Refund/ }).click()
  await page.getByText('awaits confirmation by others').waitFor()
}

const confirmations = (page: Page) => page.getByRole('region', { name: 'Confirmations' })

test('a maker, two confirmers, a changed amount, an expired wait', async () => {
  await send(first.token, '/api/crm/settings/confirmation-levels', {
    ...{ name: 'Larger refunds', actions: ['refund'], mode: null, currency: 'GBP' },
    ...{ amountMinor: 500, onlyNewPayees: false, makerRoleId: null },
    ...{ confirmers: 2, confirmerRoleId: null, hours: 24 },
  })
  const payment = await send(demoKeyOf('harbour', 1), '/v1/payments', {
    ...{ amount: 2400, currency: 'GBP', externalId: 'INV-7' },
    method: { type: 'card', number: '4242424242424242', expiryMonth: 12, expiryYear: 2090 },
  })
  const page = `${lookup}/${payment.id}`
  const open = (by: Actor, path: string, through: (page: Page) => Promise<void>) =>
    testApi.visit(async (visitor) => {
      await visitor.open(by, path)
      await through(visitor.page)
      expect(visitor.complaints()).toEqual([])
    })
  const latest = async () =>
    (await owner.query('select id from app.waiting_action order by id desc limit 1')).rows[0].id
  const confirm = (by: Actor, then: string) =>
    latest().then((id) =>
      open(by, `${pending}?action=${id}`, async (page) => {
        const drawer = page.getByRole('dialog', { name: 'Refund' })
        await drawer.getByText('Larger refunds').waitFor()
        await drawer.getByRole('button', { name: /^Confirm/ }).click()
        await drawer.getByText(then).first().waitFor()
      }),
    )

  await open(maker, page, async (page) => {
    await requestRefund(page, '12.00')
    const row = confirmations(page).getByRole('button')
    await row.getByText('0 of 2').waitFor()
    // the maker withdraws it, and confirms nothing
    await row.click()
    const drawer = page.getByRole('dialog', { name: 'Refund' })
    await drawer.getByRole('button', { name: 'Withdraw' }).waitFor()
    expect(await drawer.getByRole('button', { name: /^Confirm/ }).count()).toBe(0)
  })
  await confirm(first, '1 of 2')

  // a small refund, which needs no confirmation
  await send(second.token, `/api/crm/transactions/${payment.id}/refunds`, { amount: 100 })
  const changed = await latest()
  await open(second, `${pending}?action=${changed}`, async (page) => {
    const drawer = page.getByRole('dialog', { name: 'Refund' })
    await drawer.getByText('The payment has changed since this was requested').waitFor()
    expect(await drawer.getByRole('button', { name: /^Confirm/ }).count()).toBe(0)
  })

  await open(maker, page, (page) => requestRefund(page, '12.00'))
  await confirm(first, '1 of 2')
  await confirm(second, 'Carried out')
  await open(maker, page, async (page) => {
    await page.locator('h1 + [data-status=partially_refunded]').waitFor()
    const rows = confirmations(page).getByRole('button')
    await rows.filter({ hasText: 'Carried out' }).waitFor()
    await rows.filter({ hasText: 'No longer valid' }).waitFor()
    await requestRefund(page, '5.00')
  })

  const expired = await latest()
  await owner.query('update app.waiting_action set expires_at = now() where id = $1', [expired])
  await open(first, `${pending}?action=${expired}`, async (page) => {
    const drawer = page.getByRole('dialog', { name: 'Refund' })
    await drawer.getByText('This was not confirmed in time').waitFor()
  })
  await settleWaitingActions(testApi.providers, {
    ...{ database: testApi.test.database, jobs: testApi.test.jobs, now: () => new Date() },
    ...{ log: pino({ level: 'silent' }), signal: new AbortController().signal },
  })
  await open(second, pending, async (page) => {
    // the choice of a mode leads to the dashboard, where this group of the menu is closed
    await page.getByLabel('Mode').selectOption('Test')
    await page.waitForURL('**/crm/dashboard')
    await followEntry(page, 'Pending payments')
    await page.getByRole('tab', { name: 'History' }).click()
    await page.getByText('Expired', { exact: true }).waitFor()
    await page.getByText('Carried out').waitFor()
  })
  const { rows } = await owner.query(
    `select refunded_minor::int as refunded from app.payment where id = $1`,
    [payment.id],
  )
  expect(rows).toEqual([{ refunded: 1300 }])
}, 240_000)
