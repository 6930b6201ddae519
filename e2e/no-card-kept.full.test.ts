// Numbers and codes of cards are typed at the payment page and at the terminal; afterwards nothing of the product has them.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ownerAddress } from '@counterfoil/tools/testing/owner-address.ts'
import pg from 'pg'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Stack, startStack } from '../tools/testing/stack.ts'
import { followEntry, openPortal, seededFolder, signIn } from './portal.ts'

const numbers = {
  paid: '5555555555554444',
  declined: '4000000000009995',
  challenged: '4000000000003220',
  saved: '4242424242424242',
  kept: '4000000000000531',
  lost: '4000000000000077',
} as const
const typed = Object.values(numbers)

let stack: Stack
beforeAll(async () => {
  stack = await startStack({ LOG_LEVEL: 'debug' }, await seededFolder())
}, 240_000)
afterAll(() => stack?.remove())

async function create(path: string, body: object): Promise<string> {
  const answer = await fetch(`${stack.portalUrl}/v1${path}`, {
    method: 'POST',
    headers: {
      authorization: 'Bearer cf_test_demo_harbour',
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
    },
    body: JSON.stringify({ currency: 'GBP', ...body }),
  })
  const made = (await answer.json()) as { url: string }
  expect(answer.status, JSON.stringify(made)).toBe(201)
  return new URL(made.url).pathname
}

async function enter(on: Pick<Page, 'locator'>, number: string): Promise<void> {
  await on.locator('#cc-number').fill(number)
  await on.locator('#cc-exp').fill('12/30')
  await on.locator('#cc-csc').fill('123')
}

async function enterOnPage(page: Page, number: string): Promise<void> {
  await enter(page, number)
  await page.locator('#cc-name').fill('A Reader')
}

/** Everything that the browser keeps of the page's origin. */
const storageOf = (page: Page) =>
  page.evaluate(async () => {
    const databases = await indexedDB.databases()
    return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, databases, document.cookie])
  })

async function payAtPage(storages: string[]): Promise<void> {
  const { page, close } = await openPortal({ baseUrl: stack.portalUrl, width: 390, height: 844 })
  const submit = () => page.locator('button[type=submit]').click()
  const { saved, ...others } = numbers
  await page.goto(await create('/payment-links', link(4_100)))
  await enterOnPage(page, others.declined)
  await page.locator('#email').fill('reader@people.example')
  await submit()
  await page.getByText('The bank refused this card: there is not').first().waitFor()
  storages.push(await storageOf(page))
  await enterOnPage(page, others.challenged)
  await submit()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('heading', { name: 'Paid' }).waitFor()
  storages.push(await storageOf(page))
  await page.goto(
    await create('/checkout-sessions', {
      ...{ amount: 0, externalId: 'CARD-1', returnUrl: 'https://shop.example/cards' },
      ...{ customer: { email: 'b@people.example' }, storeCard: { uses: ['customer'] } },
    }),
  )
  await enterOnPage(page, saved)
  await submit()
  await page.getByRole('heading', { name: 'Your card is saved' }).waitFor()
  storages.push(await storageOf(page))
  await close()
}

const link = (amount: number) => ({ amount, description: 'Two books', usage: 'single' })

async function payAtTerminal(storages: string[]): Promise<void> {
  const { page, close } = await openPortal({ baseUrl: stack.portalUrl })
  await signIn(page, 'merchant@harbour.example')
  await page.getByText('Test', { exact: true }).first().click()
  await page.getByText('You are now in Test mode').waitFor()
  await followEntry(page, 'Virtual terminal')
  const card = page.frameLocator('iframe[title=Card]')
  for (const number of [numbers.paid, numbers.lost]) {
    await page.getByLabel('Amount').fill('64')
    await enter(card, number)
    await page.getByRole('button', { name: 'Charge 64.00 GBP (test)' }).click()
    await page.getByRole('button', { name: 'New payment' }).click({ timeout: 60_000 })
    storages.push(await storageOf(page))
  }
  await page.getByText('Keep a card, take nothing').click()
  await page.getByLabel('Customer’s e-mail').fill('c@people.example')
  await page.getByRole('checkbox', { name: /^The customer has agreed/ }).check()
  await enter(card, numbers.kept)
  await page.getByRole('button', { name: 'Check and keep the card (test)' }).click()
  await page.getByRole('heading', { name: 'The card is kept' }).waitFor()
  storages.push(await storageOf(page))
  await close()
}

/** One of the numbers, or a code that was typed: what an issuer says of it, like `match`, is none. */
const cards = `${typed.join('|')}|"+(securityCode|cvc|csc)"+ *: *"*[0-9]`

/** Tables with a row that has one of the numbers, or a code as a field. */
async function tablesWithCards(): Promise<string[]> {
  const client = new pg.Client(ownerAddress(stack))
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
       where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
    )
    expect(rows.length).toBeGreaterThan(100)
    const found: string[] = []
    for (const { name } of rows) {
      const { rowCount } = await client.query(
        `select 1 from ${name} t where t::text ~ $1 limit 1`,
        [cards],
      )
      if (rowCount !== 0) found.push(name)
    }
    return found
  } finally {
    await client.end()
  }
}

/** Files of the data folder with one of the numbers: logs, attachments, the database's own with what it has written ahead. */
function filesWithCards(): string[] {
  const files = readdirSync(stack.dataDir, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name))
  expect(files.length).toBeGreaterThan(100)
  return files.filter((path) => {
    const bytes = readFileSync(path)
    return typed.some((number) => bytes.includes(number))
  })
}

test('no store has the number or the code of a card that was typed', async () => {
  const storages: string[] = []
  await payAtPage(storages)
  await payAtTerminal(storages)
  for (const storage of storages) expect(storage).not.toMatch(new RegExp(typed.join('|')))
  // what was sent is delivered, logged and swept by then
  await new Promise((settled) => setTimeout(settled, 5_000))
  expect(await tablesWithCards()).toEqual([])
  await stack.stop()
  expect(filesWithCards()).toEqual([])
  expect(stack.said()).not.toMatch(new RegExp(typed.join('|')))
}, 300_000)
