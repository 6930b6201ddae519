// What people come for, done from beginning to end: the first five of ten jobs. `ten-jobs-continued.test.ts` has the others.
import { expect } from 'vitest'
import { invite, merchant, operator, register, takePayment } from './jobs.ts'
import { job, textsOf } from './person.ts'
import { reloadForToken, settle } from './portal.ts'

const payments = textsOf('features/payments/details')
const lookup = textsOf('features/payments/lookup')
const users = textsOf('features/access/users')
const roles = textsOf('features/access/roles')
const access = textsOf('features/access/access-requests')
const fees = textsOf('features/accounting/fees')
const audit = textsOf('features/access/audit')
const contact = textsOf('features/support/create-ticket')
const support = textsOf('kit/web/session')
const shell = textsOf('apps/web/shell')
const tickets = textsOf('features/support/ticket-list')
const feed = textsOf('features/support/feed')
const steps = textsOf('features/support/ticket-steps')

job(0, 'a doubled charge is found and given back on the telephone', async ({ open, say }) => {
  const order = `HB-${Date.now()}`
  // no other charge of this card is as much
  const amount = 1050 + (Date.now() % 9000) * 100
  for (const place of ['A', 'B']) {
    await takePayment(`${order}-${place}`, `nora.${order}@example.com`, { amount })
  }
  const agent = await open(operator)
  const { page } = agent
  // all that the caller says is an e-mail address, in capitals
  await agent.search(`NORA.${order}`, `${order}-B`)
  await page.getByText(say(payments('Looks like a duplicate'))).waitFor()
  await agent.look('a doubled charge')
  await agent.press(agent.button(payments('Refund')))
  const dialog = agent.dialog(payments('Refund'))
  await dialog.getByText(`${order}-B`).waitFor()
  await agent.look('the refund')
  await agent.press(dialog.getByRole('button', { name: /[.,]50.*Mastercard 4444/ }))
  await page.locator('h1 + [data-status=refunded]').waitFor()
  // found with two presses, given back with two more
  expect(agent.presses).toBe(4)
  await agent.press(agent.link(`${order}-A`))
  await page.getByText(say(payments('A duplicate was already refunded'))).waitFor()
  await page.locator('h1 + [data-status=captured]').waitFor()
  await agent.look('the other charge')
})

job(
  1,
  'a cashier is invited, signs in for the first time and answers at the counter',
  async (work) => {
    const { open, say } = work
    const order = `HB-${Date.now()}`
    const email = `cashier.${order}@harbour.example`.toLowerCase()
    await takePayment(order, 'walk-in@example.com', {
      number: '4000000000009995',
      key: 'cf_test_demo_harbour',
    })
    const owner = await open(merchant)
    await owner.goTo(users('Merchant management'))
    await owner.look('the colleagues')
    await invite(owner, work, email, 'Cashier')
    const cashier = await register(work, email)
    const { page } = cashier
    await cashier.look('the first page of a cashier')
    // nothing that is tried out moves money
    await cashier.press(page.getByRole('switch'))
    await page.getByRole('region', { name: say(shell('Mode')), exact: true }).waitFor()

    await cashier.goTo(lookup('Transaction lookup'))
    const search = page.getByRole('searchbox').first()
    await cashier.fill(search, order.toLowerCase())
    await cashier.press(page.locator('tr').filter({ hasText: order }).locator('[data-row-link]'))
    const why = page.getByRole('region', {
      name: say(payments('Why the payment was not approved')),
    })
    await why.waitFor()
    await cashier.look('why it was declined')
    // a right that the role does not have is no button
    expect(await cashier.button(payments('Refund')).count()).toBe(0)

    await cashier.press(cashier.button(support('Raise a ticket')))
    const dialog = cashier.dialog(contact('Contact Support'))
    await cashier.choose(cashier.field(contact('Category'), dialog), 'Other')
    await cashier.fill(cashier.field(contact('Subject'), dialog), `Declined twice ${order}`)
    await cashier.fill(cashier.field(contact('Description'), dialog), 'What do I say to her?')
    await cashier.look('the question')
    await cashier.press(cashier.button(contact('Send'), dialog))
    await page.getByText(say(contact('Ticket created'))).waitFor()
  },
)

job(2, 'an agent works through a queue', async ({ open, say, conditions }) => {
  const stamp = `Q${Date.now()}`
  const customer = await open('cashier@harbour.example')
  const authorization = await reloadForToken(customer.page)
  for (const subject of [`${stamp} the first`, `${stamp} the second`]) {
    const answer = await customer.page.request.post('/api/support/ticket', {
      headers: { authorization },
      data: { ticketCategory: 'Processing', subject, description: 'Since Monday' },
    })
    expect(answer.status()).toBe(200)
  }

  const agent = await open('agent@northwind.example')
  const { page } = agent
  const hasKeys = conditions.input === 'keyboard'
  const key = (name: string) => page.keyboard.press(name)
  await agent.goTo(tickets('Support tickets'))
  // until the page's own search is there the key opens the one of every page
  await page.locator('main').getByRole('searchbox').first().waitFor()
  if (hasKeys) await key('/')
  else await page.getByRole('searchbox').first().click()
  await page.keyboard.type(stamp)
  await page.keyboard.press('Enter')
  const rows = page.locator('tbody tr')
  await expect.poll(() => rows.count()).toBe(2)
  await agent.look('the queue')
  // the newest is first; the one before it is reached from it
  if (hasKeys) await key('Escape')
  if (hasKeys) await key('j')
  if (hasKeys) await key('Enter')
  else await agent.press(page.locator('[data-row-link]').first())
  await page.getByRole('heading', { level: 1, name: `${stamp} the second` }).waitFor()
  await agent.look('a ticket')
  for (const [place, subject] of ['the second', 'the first'].entries()) {
    await page.getByRole('heading', { level: 1, name: `${stamp} ${subject}` }).waitFor()
    const assign = agent.button(steps('Assign to me'))
    // the buttons come a moment after the heading, and their keys with them
    await assign.waitFor()
    if (hasKeys) await key('a')
    else await agent.press(assign)
    await page
      .getByRole('list', { name: say(feed('Conversation')) })
      .getByRole('listitem')
      .first()
      .waitFor()
    // the ticket itself may be fetched after its feed: a reply to what is not shown yet is held back
    await settle(page)
    const reply = page.getByRole('textbox', { name: say(feed('Comment')), exact: true })
    if (hasKeys) await key('r')
    else await reply.click()
    await page.keyboard.type(`It was paid on Tuesday (${place})`)
    if (hasKeys) await key('Control+Enter')
    else await agent.press(agent.button(feed('Send')))
    await page.getByRole('listitem').getByText(`It was paid on Tuesday (${place})`).waitFor()
    if (hasKeys) await key('Escape')
    if (hasKeys) await key('e')
    else
      await agent.press(
        page.locator('main').getByRole('button', { name: say(steps('Close')), exact: true }),
      )
    await agent.button(steps('Reopen')).waitFor()
    await agent.look('a ticket that is closed')
    if (place > 0) break
    if (hasKeys) await key('j')
    else await agent.press(agent.button(steps('Next ticket')))
  }
})

job(3, 'an auditor is given a role that only reads, and can change nothing', async (work) => {
  const { open, say } = work
  const order = `HB-${Date.now()}`
  const email = `auditor.${order}@northwind.example`.toLowerCase()
  await takePayment(order, 'walk-in@example.com')
  const administrator = await open(operator)
  await administrator.goTo(roles('User management'))
  await administrator.press(administrator.link(roles('New role')))
  await administrator.fill(administrator.field(roles('Name')), `Auditor ${order}`)
  await administrator.choose(administrator.field(roles('Start from')), say(roles('Read only')))
  await administrator.look('a role that reads')
  await administrator.press(administrator.button(roles('Save')))
  await administrator.confirmWithCode()
  await administrator.page.getByText(say(roles('Role saved'))).waitFor()
  await administrator.goTo(users('CRM users'))
  await invite(administrator, work, email, `Auditor ${order}`)

  const auditor = await register(work, email)
  const { page } = auditor
  await auditor.look('the first page of an auditor')
  await auditor.search(order, order)
  await page.getByRole('tab').or(page.getByRole('combobox')).first().waitFor()
  await auditor.look('a payment for an auditor')
  for (const action of ['Refund', 'Reverse'] as const) {
    expect([action, await auditor.button(payments(action)).count()]).toEqual([action, 0])
  }
  await auditor.press(auditor.button(payments('More actions')))
  const refused = page.getByRole('region', {
    name: say(payments('Why are other actions not possible?')),
  })
  await refused.getByText(new RegExp(say(payments('Refund')))).waitFor()
  expect(await refused.locator('..').getByRole('button').count()).toBe(0)
  await auditor.look('what an auditor may do')
  await page.keyboard.press('Escape')
  // of the settings, which the menu has in one place
  await auditor.search(say(audit('Audit trail')), new RegExp(`^${say(audit('Audit trail'))}`))
  await page.getByRole('heading', { level: 1, name: say(audit('Audit trail')) }).waitFor()
  await page.getByText(`Auditor ${order}`).first().waitFor()
  await auditor.look('the audit trail')
})

job(
  4,
  'a colleague sends a link to somebody who may see it, and to somebody who may not yet',
  async (work) => {
    const { open, say } = work
    const order = `HB-${Date.now()}`
    const email = `colleague.${order}@northwind.example`.toLowerCase()
    await takePayment(order, 'walk-in@example.com')
    const sender = await open(operator)
    await sender.search(order, order)
    await sender.page.getByRole('heading', { level: 1, name: order }).waitFor()
    const { pathname } = new URL(sender.page.url())
    await sender.goTo(users('CRM users'))
    await invite(sender, work, email, 'Support agent')

    // the merchant opens the same record at its own address
    const reader = await open(merchant, pathname)
    await reader.page.getByRole('heading', { level: 1, name: order }).waitFor()
    expect(new URL(reader.page.url()).pathname).toBe(`/merchant${pathname}`)
    await reader.look('the link of an operator')

    const colleague = await register(work, email)
    const { page } = colleague
    await page.goto('/crm/settings/fees')
    await page.waitForURL('**/authentication/unauthorized')
    await page.getByText('/crm/settings/fees').waitFor()
    const missing = page
      .getByRole('listitem')
      .filter({ hasText: 'Settings.GeneralSettings.Fee.View' })
    await missing.getByText(say(fees('Fees'))).waitFor()
    await colleague.look('no access')
    await colleague.press(colleague.button(access('Ask for access')))
    await page.getByRole('status').waitFor()
    await colleague.look('access is asked for')
    await expect.poll(async () => (await page.request.get('/sandbox/mail')).text()).toContain(email)
  },
)
