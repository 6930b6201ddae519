import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Stack, startStack } from '../tools/testing/stack.ts'
import { openPortal, type Portal, reloadForToken, seededFolder, signIn } from './portal.ts'

// Many payments updated at once, with the server killed in the middle of it; then changed back.

const count = 500
const request = '/platform/transaction-management/transaction-bulk-update-request'
let stack: Stack
let portal: Portal

beforeAll(async () => {
  stack = await startStack({}, await seededFolder())
}, 240_000)
afterAll(() => stack?.remove())
afterEach(() => portal.close())

test('five hundred payments are updated, each once, although the server is killed in the middle; and they are changed back', async () => {
  const ids = await pendingPayments()
  portal = await openPortal({ baseUrl: stack.portalUrl })
  const { page } = portal
  await signIn(page, 'platform@counterfoil.example', request)
  await page.getByRole('combobox', { name: 'Tenant' }).fill('Northwind')
  await page.locator('[role=option]:visible').filter({ hasText: 'Northwind' }).first().click()
  await page.getByLabel('New status').selectOption('Captured')
  await page.getByLabel('Reason').fill('The bank has confirmed them')
  await page.getByRole('textbox', { name: 'Payments' }).fill(ids.join('\n'))
  await page.getByRole('button', { name: 'Look them up' }).click()
  await start(page)
  await progressOf(page)
    .filter({ hasText: /^[1-9]/ })
    .waitFor()
  await stack.stop('SIGKILL')
  const address = new URL(page.url())
  await stack.startAgain()
  // the lost connection is complained of, and nothing after it
  await portal.close()

  portal = await openPortal({ baseUrl: stack.portalUrl })
  await signIn(portal.page, 'platform@counterfoil.example', address.pathname + address.search)
  // it was killed in the middle, and goes on without anybody asking for it
  const said = await progressOf(portal.page).textContent()
  expect(Number.parseInt(said ?? '', 10)).toBeLessThan(count)
  await whole(portal.page)
  const lines = ids.map((id, at) => [String(at + 1), id, 'pending', 'changed'])
  expect(await resultOf(portal.page)).toEqual(lines)
  await expectEvents(portal.page, ids, 'payment.captured')

  await portal.page.goto(address.pathname + address.search)
  await portal.page.getByRole('button', { name: 'Undo' }).click()
  const dialog = portal.page.getByRole('dialog', { name: 'Undo this bulk update?' })
  await dialog.getByLabel('Reason').fill('It was another list')
  await dialog.getByRole('button', { name: 'Look them up' }).click()
  await start(portal.page)
  await whole(portal.page)
  expect(await resultOf(portal.page)).toEqual(
    lines.map(([line, id]) => [line, id, 'captured', 'changed']),
  )
  await expectEvents(portal.page, ids, 'payment.reversed')
  expect(portal.complaints).toEqual([])
})

/** Confirms what was looked up by the number of its payments. */
async function start(page: Page): Promise<void> {
  const change = `Change ${count} payments`
  await page.getByRole('button', { name: change }).click()
  const dialog = page.getByRole('dialog', { name: 'Change the status of these payments?' })
  await dialog.getByRole('textbox').fill(String(count))
  await dialog.getByRole('button', { name: change }).click()
}

const progressOf = (page: Page) => page.getByRole('status').filter({ hasText: ` of ${count} done` })

async function whole(page: Page): Promise<void> {
  await page.getByText(`${count} of ${count} done`).waitFor({ timeout: 240_000 })
  await page.getByRole('dialog').getByText('Done', { exact: true }).waitFor()
}

/** Line, payment, status before and result of each row of the file. */
async function resultOf(page: Page): Promise<string[][]> {
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download result' }).click()
  const text = await readFile(await (await downloading).path(), 'utf8')
  // no cell of these payments is quoted
  const [head = [], ...rows] = text
    .replace(/^\uFEFF/, '')
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(','))
  const columns = ['line', 'payment', 'status_before', 'result'].map((name) => head.indexOf(name))
  return rows.map((row) => columns.map((column) => row[column] ?? ''))
}

/** Each payment has had the event, and once. */
async function expectEvents(page: Page, ids: readonly string[], type: string): Promise<void> {
  const authorization = await reloadForToken(page)
  for (const id of ids) {
    const answer = await page.request.get(`/api/crm/transactions/${id}/events`, {
      headers: { authorization },
    })
    expect(answer.status(), await answer.text()).toBe(200)
    const { data } = (await answer.json()) as { data: { type: string }[] }
    expect(data.filter((event) => event.type === type)).toHaveLength(1)
  }
}

/** Payments whose bank transfer the sandbox keeps waiting. */
async function pendingPayments(): Promise<string[]> {
  const take = async () => {
    const answer = await fetch(`${stack.portalUrl}/v1/payments`, {
      method: 'POST',
      headers: {
        authorization: 'Bearer cf_live_demo_harbour',
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify({
        ...{ amount: 1006, currency: 'GBP', method: { type: 'bank_transfer' } },
      }),
    })
    expect(answer.status).toBe(201)
    return ((await answer.json()) as { id: string }).id
  }
  const ids: string[] = []
  while (ids.length < count) {
    ids.push(...(await Promise.all(Array.from({ length: 10 }, take))))
  }
  return ids
}
