import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Stack, startStack } from '../tools/testing/stack.ts'
import { enterNextCode } from './one-time-codes.ts'
import { openPortal, type Portal, seededFolder, signIn } from './portal.ts'

// A file of payouts: corrected, approved by a second person with a code, and paid once each although the server is killed.

const count = 1000
type Fault = Partial<Record<'amount' | 'sortCode' | 'reference', string>>
/** By their place among the payees: what is wrong with the row. */
const faults = new Map<number, Fault>([
  [3, { amount: '1.255' }],
  [10, { amount: 'much' }],
  [20, { sortCode: '2000' }],
  [30, { reference: 'x'.repeat(19) }],
  [40, { amount: '-1' }],
  [50, { reference: '☺' }],
  [60, { amount: '0' }],
])
const columns = ['name', 'country', 'currency', 'amount', 'sortCode', 'accountNumber', 'reference']
const cellsOf = (at: number, fault: Fault = {}): Record<string, string> => ({
  ...{ name: `Payee ${at}`, country: 'GB', currency: 'GBP', amount: '1.25' },
  ...{ sortCode: '12-34-56', accountNumber: String(10_000_000 + at), reference: `Pay ${at}` },
  ...fault,
})
const lineOf = (names: readonly string[], cells: Record<string, string>) =>
  names.map((name) => cells[name] ?? '').join(',')
const places = Array.from({ length: count }, (_, at) => at)

let stack: Stack
const portals: Portal[] = []

beforeAll(async () => {
  stack = await startStack({}, await seededFolder())
}, 240_000)
afterAll(() => stack?.remove())
afterEach(() => Promise.all(portals.map((portal) => portal.close())))

async function open(email: string, path: string): Promise<Page> {
  const portal = await openPortal({ baseUrl: stack.portalUrl })
  portals.push(portal)
  await signIn(portal.page, email, path)
  return portal.page
}

test('a file of 1,000 payouts with seven faults is corrected, approved with a code by a second person, and paid once each although the server is killed', async () => {
  const merchant = await open('merchant@harbour.example', '/merchant/users/merchant-management')
  await letApprove(merchant, 'cashier@harbour.example')

  await merchant.goto('/merchant/payments/batch-payment')
  const given = places.map((at) => lineOf(columns, cellsOf(at, faults.get(at))))
  await upload(merchant, 'salaries.csv', [columns.join(','), ...given])
  await expectFact(merchant, 'Faulty', '7')
  const [names = '', ...lines] = (await save(merchant, 'CSV with results')).trim().split(/\r?\n/)
  const named = names.replace(/^\uFEFF/, '').split(',')
  expect(lines[3]).toContain('1.255 is no amount of GBP')
  const corrected = lines.map((line, at) => (faults.has(at) ? lineOf(named, cellsOf(at)) : line))
  await merchant.getByRole('button', { name: 'Check another file' }).click()
  await upload(merchant, 'corrected.csv', [named.join(','), ...corrected])
  await expectFact(merchant, 'Faulty', '0')
  await merchant.getByRole('button', { name: 'Pay 1,000 rows' }).click()
  const asked = merchant.getByRole('dialog', { name: 'Pay 1,000 rows of this file?' })
  await asked.getByRole('button', { name: 'Pay 1,000 rows: £1,250.00' }).click()
  await expectFact(merchant, 'Status', 'Waiting for approval')
  const address = new URL(merchant.url())

  const cashier = await open('cashier@harbour.example', '/merchant/payments/pending-payments')
  // the page asks for a code, and so does the decision
  await confirm(cashier)
  await cashier.getByRole('tab', { name: 'To beneficiaries' }).click()
  await cashier
    .getByRole('region', { name: 'Files awaiting approval' })
    .getByRole('button', { name: 'Approve' })
    .click()
  const decided = cashier.getByRole('dialog', { name: 'Approve this file?' })
  await decided.getByRole('button', { name: 'Approve £1,250.00 of corrected.csv' }).click()
  await confirm(cashier)
  await merchant
    .getByText(/(Sent|Paid): [1-9]/)
    .first()
    .waitFor({ timeout: 60_000 })
  expect(await factOf(merchant, 'Payouts').textContent()).toMatch(/Approved: [1-9]/)
  await stack.stop('SIGKILL')
  await stack.startAgain()
  // the lost connection is complained of, and nothing after it
  await Promise.all(portals.splice(0).map((portal) => portal.close()))

  const page = await open('merchant@harbour.example', address.pathname + address.search)
  await expectFact(page, 'Status', 'Done', 240_000)
  await expectFact(page, 'Payouts', `Paid: ${count}`)
  const report = await save(page, 'Status report (pain.002)')
  expect(report.match(/<TxSts>ACSC<\/TxSts>/g)).toHaveLength(count)
  const references = [...report.matchAll(/<OrgnlEndToEndId>([^<]+)</g)].map(([, one]) => one)
  expect(new Set(references).size).toBe(count)
  expect(portals.flatMap(({ complaints }) => complaints)).toEqual([])
}, 600_000)

/** The administrator lets a colleague decide on payouts, with a code each time. */
async function letApprove(page: Page, email: string): Promise<void> {
  const permission = 'Merchant.Payments.PendingTransactions'
  await page.getByRole('row').filter({ hasText: email }).getByRole('link').first().click()
  await page.getByRole('button', { name: 'Further permissions' }).click()
  const dialog = page.getByRole('dialog', { name: 'Permissions besides the role' })
  await dialog.getByRole('searchbox').fill(permission)
  const row = dialog.getByRole('listitem').filter({ hasText: permission })
  await row.getByRole('checkbox').first().setChecked(true)
  await row.getByRole('checkbox', { name: /Ask for a one-time code/ }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await confirm(page)
  await dialog.waitFor({ state: 'hidden' })
}

const confirm = (page: Page) =>
  enterNextCode(page, async (code) => {
    const question = page.getByRole('dialog', { name: 'Confirm it is you' })
    await question.getByRole('textbox').fill(code)
    await question.getByRole('button', { name: 'Confirm' }).click()
  })

async function upload(page: Page, name: string, lines: readonly string[]): Promise<void> {
  const buffer = Buffer.from(lines.join('\n'))
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer })
  await page.getByRole('button', { name: 'Check the file' }).click()
  await expectFact(page, 'File', name)
}

const factOf = (page: Page, name: string) =>
  page.locator('dl > div').filter({ has: page.locator('dt', { hasText: name }) })

/** The facts of a file are asked for again and again until it is done. */
async function expectFact(page: Page, name: string, value: string, timeout = 60_000) {
  await factOf(page, name).getByText(value, { exact: true }).first().waitFor({ timeout })
}

async function save(page: Page, button: string): Promise<string> {
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  return readFile(await (await downloading).path(), 'utf8')
}
