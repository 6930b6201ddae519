// The second half of the ten jobs: a tenant begins, a month ends, a dispute, an offer, a developer.
import type { Text } from '@counterfoil/kit/contract/texts.ts'
import { expect } from 'vitest'
import { inviteHere, merchant, operator, readPayment, register, takePayment } from './jobs.ts'
import { type Job, job, type Person, textsOf } from './person.ts'
import { portalUrl } from './portal.ts'

const records = textsOf('kit/web/resource')
const payments = textsOf('features/payments/details')
const lookup = textsOf('features/payments/lookup')
const exporting = textsOf('kit/web/exports')
const payouts = textsOf('features/payments/payouts')
const tenants = textsOf('features/tenants/management')
const theme = textsOf('features/tenants/theme')
const firstSteps = textsOf('features/workspace/first-steps')
const dashboard = textsOf('features/dashboards/boards')
const quickPanel = textsOf('features/workspace/quick-panel')
const offers = textsOf('features/pricing/offers')
const keys = textsOf('features/access/api-keys')
const webhooks = textsOf('features/messaging/webhooks')
const shell = textsOf('apps/web/shell')

/** An amount as the reader writes it. */
const amountIn = ({ conditions }: Job, amount: string) =>
  conditions.language === 'tr' ? amount.replace('.', ',') : amount

job(5, 'a new tenant is made, and its administrator begins', async (work) => {
  const { open, say } = work
  const name = `Meridian ${Date.now()}`
  const email = `first.${Date.now()}@meridian.example`
  const platform = await open('platform@counterfoil.example')
  await platform.goTo(tenants('Tenants'))
  await platform.press(platform.button(tenants('New tenant')))
  const dialog = platform.dialog(tenants('New tenant'))
  await platform.fill(platform.field(tenants('Name'), dialog), name)
  await platform.fill(platform.field(tenants('Support e-mail'), dialog), 'help@meridian.example')
  await platform.pick(dialog.getByRole('combobox', { name: say(tenants('Home currency')) }), 'EUR')
  for (const [label, value] of [
    [tenants('E-mail'), email],
    [tenants('First name'), 'Mara'],
    [tenants('Last name'), 'Deniz'],
  ] as const) {
    await platform.fill(dialog.getByRole('textbox', { name: say(label), exact: true }), value)
  }
  await platform.look('a new tenant')
  await platform.press(platform.button(tenants('Create and invite'), dialog))
  await platform.page.getByRole('heading', { level: 1, name }).waitFor()

  const administrator = await register(work, email)
  const { page } = administrator
  const progress = (done: number) =>
    page.getByText(say(firstSteps('{done} of {all} done'), { done, all: 5 })).waitFor()
  await progress(0)
  await administrator.look('the first hour')
  await administrator.press(
    administrator.link(firstSteps('Choose your colours and upload your logo')),
  )
  await administrator.fill(page.getByLabel(say(theme('Sidebar'))), '#123b2a')
  await page.keyboard.press('Escape')
  await administrator.look('colours')
  await administrator.press(administrator.button(theme('Save')))
  await page.getByText(say(theme('Saved. Everybody sees it from now on.'))).waitFor()
  await administrator.goTo(dashboard('Dashboard'))
  await progress(1)
  await administrator.press(administrator.link(firstSteps('Invite your colleagues')))
  await inviteHere(administrator, work, `second.${email}`, 'Administrator')
  await administrator.goTo(dashboard('Dashboard'))
  await progress(2)
  await administrator.look('two steps later')
})

job(
  6,
  'a month ends: some of the balance is paid out, approved by somebody else, and the list exported',
  async (work) => {
    const { open, say } = work
    const order = `HB-${Date.now()}`
    await takePayment(order, 'month.end@example.com')
    const owner = await open(merchant)
    const { page } = owner
    await owner.goTo(payouts('Balances'))
    await owner.look('balances')
    await owner.press(owner.button(`${say(payouts('Pay out'))} GBP`))
    const dialog = owner.dialog()
    await owner.pick(dialog.getByRole('combobox'), order, order)
    await owner.look('who is paid')
    await owner.press(dialog.getByRole('button', { name: order }))
    const payout = owner.dialog(payments('Request payout'))
    await owner.fill(owner.field(payments('Amount'), payout), amountIn(work, '10.25'))
    await owner.look('how much')
    await owner.press(payout.getByRole('button', { name: /10[.,]25/ }))
    await payout.waitFor({ state: 'hidden' })

    await owner.goTo(lookup('Transaction lookup'))
    await owner.press(owner.button(exporting('Export')))
    const downloading = page.waitForEvent('download')
    await owner.press(page.getByRole('menuitem', { name: say(exporting('Download now')) }))
    // a short list is saved as filename.csv, a long one is zipped
    expect((await downloading).suggestedFilename()).toMatch(/^filename\.(csv|zip)$/)

    const approver = await open(operator)
    await approver.goTo(payouts('Pending payments'))
    await approver.press(approver.page.getByRole('tab', { name: say(payouts('Payouts')) }))
    const row = approver.page.locator('tr').filter({ hasText: order })
    await row.waitFor()
    await approver.look('payouts that wait')
    await approver.press(row.getByRole('checkbox'))
    await approver.press(approver.button(payouts('Approve')).last())
    const decision = approver.dialog()
    await approver.look('a payout to approve')
    await approver.press(decision.getByRole('button', { name: /10[.,]25/ }))
    await row.waitFor({ state: 'detached' })
    await approver.look('a payout that is approved')
  },
)

job(7, 'a dispute is answered before its day', async ({ open, say }) => {
  const order = `HB-${Date.now()}`
  const { id } = await takePayment(order, 'disputes@example.com', { number: '4000000000000259' })
  const disputed = () => readPayment(id).then(({ disputeState }) => disputeState)
  await expect.poll(disputed, { interval: 500 }).toBe('opened')
  const owner = await open(merchant)
  const { page } = owner
  await owner.press(owner.button(shell('Quick panel')))
  await owner.dialog().getByRole('link').first().waitFor()
  await owner.look('what is to be done')
  const toDo = quickPanel('{count, plural, one {1 dispute to answer} other {# disputes to answer}}')
  const count = new RegExp(
    `^(${say(toDo, { count: 1 })}|${say(toDo, { count: 7 }).replace('7', '\\d+')})`,
  )
  await owner.press(owner.dialog().getByRole('link', { name: count }))
  // one dispute is opened itself, of several the list
  const row = page.locator('tr').filter({ hasText: order }).locator('[data-row-link]')
  const heading = page.locator('h1').filter({ hasText: order })
  await row.or(heading).first().waitFor()
  if (await row.isVisible()) await owner.press(row)
  await heading.waitFor()
  await owner.look('a disputed payment')
  await owner.press(owner.button(payments('Contest dispute')))
  const dialog = owner.dialog(payments('Contest dispute'))
  await owner.fill(owner.field(payments('Why the claim is wrong'), dialog), 'She signed for it')
  await owner.look('the answer')
  await owner.press(owner.button(payments('Contest dispute'), dialog))
  await dialog.waitFor({ state: 'hidden' })
  await page.getByText('She signed for it').waitFor()
  await owner.look('an answered dispute')
})

job(8, 'an offer is made, sent and accepted by name', async ({ open, say }) => {
  const subject = `Cards ${Date.now()}`
  const seller = await open(operator)
  await seller.search('Pier Nine', /Pier Nine/)
  await seller.page.getByRole('heading', { level: 1, name: 'Pier Nine' }).waitFor()
  await seller.press(seller.button(offers('New proposal')))
  await seller.look('a new proposal')
  await seller.press(seller.button(offers('Begin')))
  await seller.fill(seller.page.getByRole('textbox', { name: say(offers('Subject')) }), subject)
  await seller.fill(
    seller.page.getByRole('textbox', { name: say(offers('Boarding Fee')) }).first(),
    '250',
  )
  await seller.fill(seller.page.locator('[contenteditable=true]'), 'What we offer.')
  await seller.press(seller.button(offers('Add product')))
  const line = (name: 'Product' | 'Fee type' | 'Value') =>
    seller.page.getByRole('textbox', { name: say(offers(name)) }).first()
  await seller.fill(line('Product'), 'Cards')
  await seller.fill(line('Fee type'), 'Sale')
  await seller.fill(line('Value'), '2')
  await seller.look('a proposal')
  await seller.press(seller.button(offers('Save')))
  const shown = seller.dialog(offers('View Proposal'))
  await shown.waitFor()
  await seller.press(seller.button(offers('Send'), shown))
  await shown.locator('[data-status=PendingApproval]').waitFor()

  const buyer = await open('merchant@piernine.example')
  const { page } = buyer
  await buyer.look('a merchant in boarding')
  await buyer.goTo(offers('Proposals and agreements'))
  await buyer.press(buyer.link(subject))
  const offered = buyer.dialog(offers('View Proposal'))
  await offered.waitFor()
  await buyer.look('the offer')
  await buyer.press(buyer.button(offers('Accept'), offered))
  const accept = buyer.dialog(offers('Accept this version?'))
  await buyer.look('what is accepted')
  await buyer.press(accept.getByRole('checkbox'))
  await buyer.press(buyer.button(say(offers('Accept version {version}'), { version: 1 }), accept))
  await offered.locator('[data-status=Accepted]').waitFor()
  await buyer.look('accepted')
  await page.keyboard.press('Escape')
})

job(9, 'a developer makes a key and an endpoint, and sees what was sent', async (work) => {
  const { open, say } = work
  const order = `HB-${Date.now()}`
  const developer = await open('merchant@quayside.example')
  const { page } = developer
  await developer.goTo(keys('API keys'))
  await developer.press(developer.button(records('New')))
  await developer.look('a new key')
  const form = developer.dialog()
  await developer.fill(developer.field(keys('Name'), form), `Shop ${order}`)
  await developer.choose(developer.field(keys('Mode'), form), say(keys('Test')))
  await developer.press(form.getByRole('checkbox', { name: say(keys('Read payments')) }))
  await developer.press(
    form.getByRole('checkbox', { name: say(keys('Take, capture and void payments')) }),
  )
  await developer.press(developer.button(records('Save'), form))
  const key = await keepOnce(developer, keys('API key'))
  await developer.goTo(webhooks('Webhook endpoints'))
  await developer.press(developer.button(records('New')))
  await developer.fill(
    developer.field(webhooks('Address'), form),
    `${portalUrl}/sandbox/webhooks/${order}`,
  )
  await developer.choose(developer.field(webhooks('Mode'), form), say(webhooks('Test')))
  await developer.press(form.getByRole('checkbox', { name: say(webhooks('Every event')) }))
  await developer.look('a new endpoint')
  await developer.press(developer.button(records('Save'), form))
  await keepOnce(developer, webhooks('Signing secret'))

  await takePayment(order, 'first@example.com', { key })
  await developer.search(order, order)
  await page.locator('h1').filter({ hasText: order }).waitFor()
  await openRecords(work, developer, 'Webhooks')
  // to an address that nothing listens at: what was sent is shown all the same
  const message = page.locator('tr').filter({ hasText: order })
  await developer.press(developer.button(payments('Show'), message))
  await developer.dialog().getByText(`"externalId": "${order}"`).waitFor()
  await developer.look('what was sent')
  await page.keyboard.press('Escape')
  await developer.dialog().waitFor({ state: 'hidden' })
  await openRecords(work, developer, 'API log')
  await page.locator('td').filter({ hasText: order }).first().waitFor()
  await developer.look('what was asked')
})

/** Reads what is shown once, and says that it is kept. */
async function keepOnce(developer: Person, title: Text): Promise<string> {
  const once = developer.dialog(title)
  await once.getByText(/^cf_|^whsec_/).waitFor()
  await developer.look('what is shown once')
  const secret = (await once.getByText(/^cf_|^whsec_/).textContent()) ?? ''
  await developer.press(developer.button(records('I have saved it'), once))
  await once.waitFor({ state: 'hidden' })
  return secret
}

/** The records of a payment are tabs, and on a phone a list. */
async function openRecords({ conditions, say }: Job, person: Person, name: 'Webhooks' | 'API log') {
  const title = say(payments(name))
  if (conditions.width > 390) return person.press(person.page.getByRole('tab', { name: title }))
  await person.choose(person.field(payments('Records of the payment')), title)
}
