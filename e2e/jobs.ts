// What several jobs begin with: accounts, payments, colleagues who are invited.
import { expect } from 'vitest'
import { type Job, type Person, textsOf } from './person.ts'
import { enterPassword, findMailedLink, portalUrl } from './portal.ts'

export const operator = 'operator@northwind.example'
export const merchant = 'merchant@harbour.example'

const users = textsOf('features/access/users')
const newPassword = 'A-till-of-our-own-7'

/** Takes a payment as the merchant's server does. */
export async function takePayment(
  externalId: string,
  email: string,
  // as no other charge of this card is, unless a test wants two
  {
    amount = 1050 + (Date.now() % 9000) * 100,
    number = '5555555555554444',
    key = 'cf_live_demo_harbour',
  } = {},
) {
  const answer = await fetch(`${portalUrl}/v1/payments`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': externalId,
    },
    body: JSON.stringify({
      ...{ amount, currency: 'GBP', externalId, capture: true, description: 'Two books' },
      method: { type: 'card', number, expiryMonth: 12, expiryYear: 2030, securityCode: '123' },
      customer: { email, country: 'GB' },
    }),
  })
  expect(answer.status).toBe(201)
  return (await answer.json()) as { id: string }
}

/** A payment as the merchant's server reads it. */
export async function readPayment(id: string): Promise<{ disputeState: string | null }> {
  const answer = await fetch(`${portalUrl}/v1/payments/${id}`, {
    headers: { authorization: 'Bearer cf_live_demo_harbour' },
  })
  return (await answer.json()) as { disputeState: string | null }
}

/** Invites a colleague on the page of users. */
export async function invite(administrator: Person, work: Job, email: string, role: string) {
  await administrator.press(administrator.button(users('Invite')))
  await inviteHere(administrator, work, email, role)
}

/** Fills in and sends the form for a colleague. */
export async function inviteHere(administrator: Person, { say }: Job, email: string, role: string) {
  const dialog = administrator.dialog(users('Invite a user'))
  await dialog.waitFor()
  await administrator.fill(administrator.field(users('E-mail'), dialog), email)
  await administrator.fill(administrator.field(users('First name'), dialog), 'Robin')
  await administrator.fill(administrator.field(users('Last name'), dialog), 'Ellis')
  await administrator.pick(dialog.getByRole('combobox', { name: say(users('Role')) }), role)
  await administrator.look('an invitation')
  await administrator.press(administrator.button(users('Invite'), dialog))
  await dialog.waitFor({ state: 'hidden' })
  await administrator.page
    .getByText(say(users('Invitation sent')))
    .first()
    .waitFor()
}

/** Follows the link of the invitation, which the demo shows instead of sending it, and chooses a password. */
export async function register({ openBrowser }: Job, email: string): Promise<Person> {
  const newcomer = await openBrowser()
  const { page } = newcomer
  await page.goto(await findMailedLink(page, email))
  await newcomer.look('the first password')
  await newcomer.fill(page.locator('input[name=password]'), newPassword)
  await newcomer.fill(page.locator('input[name=repeat]'), newPassword)
  await newcomer.press(page.locator('button[type=submit]').first())
  // the page that says so has one link, to the portal
  await newcomer.press(page.locator('main a.primary'))
  await enterPassword(page, email, newPassword)
  await page.locator('h1').first().waitFor()
  return newcomer
}
