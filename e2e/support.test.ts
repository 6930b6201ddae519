// One ticket from the merchant to its tenant and on to the platform, and back: three browsers, one for each role.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  expectAccessible,
  expectFits,
  findMailedLink,
  openPortal,
  type Portal,
  pathOf,
  signIn,
} from './portal.ts'

let merchant: Portal
let tenant: Portal
let platform: Portal
const subject = `A refund is missing ${Date.now()}`
const secret = 'Their account was limited in May'

beforeAll(async () => {
  const opened = await Promise.all([openPortal(), openPortal(), openPortal()])
  ;[merchant, tenant, platform] = opened as [Portal, Portal, Portal]
  // one after the other: the identity provider counts quick sign-ins
  await signIn(merchant.page, 'cashier@harbour.example')
  await signIn(tenant.page, 'operator@northwind.example')
  await signIn(platform.page, 'platform@counterfoil.example')
})
afterAll(() => Promise.all([merchant, tenant, platform].map((one) => one?.close())))

const feed = (page: Page) => page.getByRole('list', { name: 'Conversation' })
const said = (page: Page, text: string) => feed(page).getByText(text)
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
async function write(page: Page, text: string, button = 'Send') {
  await page.getByRole('textbox', { name: /^(Comment|Internal note)$/ }).fill(text)
  await press(page, button)
  await said(page, text).waitFor()
}
async function openFromList(page: Page, list: string, text: string) {
  await page.goto(`${list}?search=${encodeURIComponent(text)}`)
  await page
    .getByRole('link', { name: new RegExp(text) })
    .first()
    .click()
  await page.getByRole('heading', { level: 1, name: text }).waitFor()
}

test('the merchant raises a ticket from a transaction, with two files [support.dialog.position] [support.dialog.size] [support.channel.customer]', async () => {
  const { page } = merchant
  await page.goto('/merchant/transaction-management/transaction-lookup')
  await page.locator('table tbody tr a').first().click()
  await press(page, 'Raise a ticket')
  const dialog = page.getByRole('dialog', { name: 'Contact Support' })
  await dialog.waitFor()
  const box = await dialog.boundingBox()
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  expect(box?.height).toBeLessThanOrEqual(500)
  expect(width - (box?.x ?? 0) - (box?.width ?? 0)).toBeLessThan(40)
  expect(height - (box?.y ?? 0) - (box?.height ?? 0)).toBeLessThan(40)
  // no backdrop: the page beside it stays usable
  await page.getByRole('tab', { name: 'Fees' }).click()
  const description = page.getByLabel(/^Description/)
  const rows = async () => (await description.boundingBox())?.height ?? 0
  const four = await rows()
  await description.fill('Since Monday.\n'.repeat(30))
  const seven = await rows()
  const rowPx = (seven - four) / 3
  expect([four / rowPx > 4, four / rowPx < 6]).toEqual([true, true])
  await description.fill('Since Monday.')
  await page.getByLabel(/^Category/).selectOption('Processing')
  await page.getByLabel(/^Subject/).fill(subject)
  await press(page, 'Attachments')
  // a file that may not be sent is reported and not uploaded; one that the server refuses is marked, and the next ones go on
  await page.locator('[data-file-input]').setInputFiles([
    { name: 'huge.txt', mimeType: 'text/plain', buffer: Buffer.alloc(5_242_881, 'a') },
    { name: 'tool.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ') },
    { name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from('<html>no picture</html>') },
    { name: 'letter.txt', mimeType: 'text/plain', buffer: Buffer.from('Dear support') },
    { name: 'rows.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n1,2\n') },
  ])
  await page.getByText('File huge.txt size bigger then allowed').waitFor()
  await page.getByText('File type not allowed tool.exe').waitFor()
  await page.getByText('Files finished uploading').waitFor()
  await page.getByText('File type not allowed photo.png').waitFor()
  const refusals = merchant.complaints.splice(0)
  expect(refusals.length).toBeGreaterThan(0)
  expect(refusals.filter((one) => !one.includes('415'))).toEqual([])
  await expectAccessible(page, 'Contact Support')
  // nothing is sent without a file that was meant to go with it
  expect(await page.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true)
  await press(page, 'Remove photo.png')
  await press(page, 'Send')
  await page.getByText('Ticket created').waitFor()
  await press(page, 'Open it')
  await said(page, 'letter.txt').waitFor()
  await expectAccessible(page, "the merchant's ticket")
})

test('the tenant assigns, labels, notes and answers; the merchant sees the answer alone [labels.assign]', async () => {
  const { page } = tenant
  await openFromList(page, '/tenant/support-tickets', subject)
  await page.getByRole('combobox', { name: 'Assignee' }).click()
  await page.locator('[data-combobox-option]').nth(1).click()
  await said(page, 'assigned the ticket to').waitFor()
  await press(
    page,
    `Label of ${await page.locator('header code, main code').first().textContent()}`,
  )
  await page.getByRole('menuitemradio', { name: 'In progress' }).click()
  await page
    .getByRole('button', { name: /^Label of/ })
    .getByText('In progress')
    .waitFor()
  await page.getByText('Internal note', { exact: true }).click()
  await write(page, secret, 'Add note')
  await page.getByText('Reply', { exact: true }).click()
  await write(page, 'We are asking the acquirer')
  await page.getByLabel('Priority').selectOption('High')
  await said(page, 'set the priority to High').waitFor()
  await expectAccessible(page, "the tenant's ticket")

  await merchant.page.reload()
  await said(merchant.page, 'We are asking the acquirer').waitFor()
  const seen = (await merchant.page.locator('main').textContent()) ?? ''
  for (const hidden of [secret, 'assigned the ticket to', 'In progress', 'Assignee']) {
    expect([hidden, seen.includes(hidden)]).toEqual([hidden, false])
  }
})

test('the tenant escalates; the platform scopes, answers and closes [support.channel.tenant]', async () => {
  const { page } = tenant
  await press(page, 'Escalate')
  const dialog = page.getByRole('dialog', { name: 'Escalate Ticket' })
  await dialog.getByLabel(/^Description/).fill('The acquirer has not answered us')
  await dialog.getByRole('button', { name: 'Escalate' }).click()
  await page.getByText('Ticket escalated').waitFor()
  await page.getByText('Escalated as').waitFor()

  const staff = platform.page
  await openFromList(staff, '/platform/support-tickets', subject)
  expect(await staff.locator('main').textContent()).not.toContain(secret)
  await press(staff, 'Draft a scope')
  await staff.getByText('Missing information').waitFor()
  await staff.getByLabel('Jira key').fill('PAY-12')
  await press(staff, 'Save')
  // it shows the server's state, so it changes with the answer
  const billable = staff.getByRole('checkbox', { name: 'Billable' })
  await billable.click()
  await expect.poll(() => billable.isChecked()).toBe(true)
  await press(staff, 'Set times')
  const times = staff.getByRole('dialog', { name: 'Set times' })
  await expectAccessible(staff, 'times')
  await times.getByRole('button', { name: 'Cancel' }).click()
  await write(staff, 'The acquirer will pay tomorrow')
  await expectAccessible(staff, "the platform's ticket")
  await closeTicket(staff)
  await said(staff, 'closed the ticket').waitFor()

  await said(page, 'The acquirer will pay tomorrow').waitFor()
  await merchant.page.reload()
  await said(merchant.page, 'We are asking the acquirer').waitFor()
  expect(await merchant.page.locator('main').textContent()).not.toContain('will pay tomorrow')
})

test('an external party reads the public part and answers; the tenant closes and the merchant opens again [support.ticket.external-party]', async () => {
  const { page } = tenant
  await press(page, 'Invite an external person')
  const dialog = page.getByRole('dialog', { name: 'Invite an external party' })
  await dialog.getByLabel(/^E-mail/).fill('kim@bank.example')
  await dialog.getByRole('button', { name: 'Invite' }).click()
  await said(page, 'invited kim@bank.example').waitFor()
  await answerFromOutside()
  await said(page, 'The file went out on Monday').waitFor()
  await closeTicket(page)
  await said(page, 'closed the ticket').waitFor()

  await merchant.page.reload()
  await press(merchant.page, 'Reopen')
  await said(merchant.page, 'opened the ticket again').waitFor()
  await merchant.page.goto('/merchant/support')
  await merchant.page.getByRole('link', { name: /^\d+\s*Open$/ }).click()
  await merchant.page.waitForURL('**/support-tickets?*')
  await merchant.page.getByRole('link', { name: new RegExp(subject) }).waitFor()
  await merchant.page.setViewportSize({ width: 390, height: 844 })
  await expectFits(merchant.page, 'the list on a phone')
  expect(pathOf(merchant.page)).toBe('/merchant/support-tickets')
  await page.goto('/tenant/support-service-levels')
  await page.getByText('Business hours', { exact: true }).waitFor()
  await expectAccessible(page, 'service levels')
  expect([...merchant.complaints, ...tenant.complaints, ...platform.complaints]).toEqual([])
})

/** The ticket's own button: a closing dialog, or a message, has one of the same name. */
function closeTicket(page: Page): Promise<void> {
  return page.locator('main').getByRole('button', { name: 'Close', exact: true }).click()
}

/** The link of the e-mail, which the demo shows instead of sending it. */
async function answerFromOutside() {
  const outside = await openPortal({ scheme: 'dark' })
  const { page } = outside
  await page.goto(await findMailedLink(page, 'kim@bank.example'))
  await page.getByRole('heading', { level: 1, name: subject }).waitFor()
  await page.getByText('We are asking the acquirer').waitFor()
  const seen = (await page.locator('main').textContent()) ?? ''
  for (const hidden of [secret, 'will pay tomorrow', 'letter.txt']) {
    expect([hidden, seen.includes(hidden)]).toEqual([hidden, false])
  }
  await page.getByLabel('Your answer').fill('The file went out on Monday')
  await press(page, 'Send')
  await page.getByRole('listitem').getByText('The file went out on Monday').waitFor()
  await expectAccessible(page, 'external party')
  expect(outside.complaints).toEqual([])
  await outside.close()
}

test('an invalid link shows an error, on a page without sign-in', async () => {
  const outside = await openPortal()
  await outside.page.goto(`/support/external#${'x'.repeat(40)}`)
  await outside.page.getByRole('heading', { level: 1 }).waitFor()
  expect(await outside.page.locator('h1').textContent()).toBe(
    'This link does not open anything any more',
  )
  await expectAccessible(outside.page, 'external party')
  await outside.close()
})
