// A tenant sets up its own identity provider in the portal, and its people sign in there.
import { Events, OAuth2Server } from 'oauth2-mock-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Person } from './person.ts'
import { openPortal, settle, signIn } from './portal.ts'

// a provider that signs in at once whom `claims` describes
const provider = new OAuth2Server()
let claims: Record<string, unknown> = {}
provider.service.on(Events.BeforeTokenSigning, (token: { payload: object }) => {
  Object.assign(token.payload, claims)
})
provider.service.on(Events.BeforeUserinfo, (answer: { body: object }) => {
  answer.body = { ...claims }
})
beforeAll(async () => {
  await provider.issuer.keys.generate('RS256')
  await provider.start(0, '127.0.0.1')
})
afterAll(() => provider.stop())

const wide = { input: 'mouse', language: 'en', width: 1440 } as const

test('a provider is set up, fails its test with the reason, passes it, and lets somebody new in', async () => {
  // what a try before this one left behind keeps its name and its domain
  const mark = process.hrtime.bigint().toString(36)
  const [name, domain] = [`Northwind staff ${mark}`, `staff-${mark}.northwind.example`]
  const nora = {
    ...{ sub: `staff-${mark}`, email: `nora@${domain}` },
    ...{ given_name: 'Nora', family_name: 'Lind' },
  }
  claims = { ...nora, email_verified: false }
  const portal = await openPortal()
  const { page, context } = portal
  const admin = new Person(portal, wide, 'identity-provider')
  await signIn(
    page,
    'operator@northwind.example',
    '/crm/settings/general-settings/identity-providers',
  )
  await admin.press(admin.button('New'))
  const form = admin.dialog()
  await admin.fill(admin.field('Name', form), name)
  await admin.fill(admin.field('Issuer', form), provider.issuer.url ?? '')
  await admin.fill(admin.field('Client ID', form), 'counterfoil')
  const isVerified = 'If the provider says that it verified them'
  await admin.choose(admin.field('E-mail addresses count', form), isVerified)
  await admin.choose(admin.field('People without an account', form), 'Get an account')
  await admin.pick(admin.field('Role of new users', form), 'Support')
  await admin.press(admin.button('Save', form))
  await admin.press(admin.link(name))

  const record = admin.dialog(name)
  await admin.fill(record.getByRole('textbox', { name: 'Domain' }), domain)
  await admin.press(admin.button('Add domain', record))
  await admin.press(admin.button(`Check ${domain}`, record))
  await record.getByText('Proven', { exact: true }).waitFor()

  const runTest = async () => {
    const opened = context.waitForEvent('page')
    await admin.press(admin.button('Start the test', record))
    const popup = await opened
    await popup.waitForURL('**/ExternalTest/**code=**')
    await popup.close()
  }
  await runTest()
  await record.getByText('The provider does not say that it verified the address.').waitFor()
  await record.getByText('First the settings must pass the test.').waitFor()
  claims = { ...nora, email_verified: true }
  await runTest()
  await record.getByText('would get an account').waitFor()
  await settle(page)
  await admin.press(admin.button('Put into effect', record))
  await admin.confirmWithCode()
  await expect
    .poll(() => record.textContent(), { timeout: 60_000 })
    .toContain('People of the proven domains sign in at this provider.')

  const other = await openPortal()
  await other.page.goto('/')
  await other.page.locator('input[name=email]').fill(nora.email)
  await other.page.locator('input[name=email]').press('Enter')
  await other.page.locator('#content').waitFor()
  await other.page.locator('header button[aria-haspopup=menu]').last().click()
  await other.page.getByText('Nora Lind').waitFor()
  expect(other.complaints).toEqual([])

  await admin.press(admin.button('Switch off', record))
  await admin.press(admin.button('Switch off', admin.dialog(`Switch off ${name}?`)))
  await record.getByText('No sign-ins go to this provider yet.').waitFor()
  expect(portal.complaints).toEqual([])
  await Promise.all([portal.close(), other.close()])
})
