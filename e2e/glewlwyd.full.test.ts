// The whole product at Glewlwyd, a provider of Debian, by its settings alone. Runs where the package is installed:
// apt-get install glewlwyd
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  type Glewlwyd,
  glewlwydPassword,
  isGlewlwydInstalled,
  startGlewlwyd,
} from '../tools/testing/glewlwyd.ts'
import { freePort, type Stack, startStack } from '../tools/testing/stack.ts'
import { Person } from './person.ts'
import { openPortal, type Portal, seededFolder, settle, signIn, waitForWords } from './portal.ts'

let provider: Glewlwyd
let stack: Stack
let portal: Portal | undefined
const wide = { input: 'mouse', language: 'en', width: 1440 } as const

/** Fills in its page of sign-in, and its page of consent where it shows one. */
async function signInThere(page: Page, username: string): Promise<void> {
  await page.locator('#username').fill(username)
  await page.locator('#password').fill(glewlwydPassword)
  await page.locator('#password').press('Enter')
  const goOn = page.getByRole('button', { name: 'Continue' })
  await goOn.waitFor()
  for (const scope of ['profile', 'email']) {
    const granted = page.locator(`#grant-${scope}`)
    if (await granted.isVisible()) await granted.check()
  }
  const grant = page.getByRole('button', { name: 'Grant access' })
  if (await grant.isVisible()) {
    await grant.click()
    await grant.waitFor({ state: 'detached' })
  }
  await goOn.click()
}

/** Confirms there that the session is to end. */
async function signOutThere(page: Page): Promise<void> {
  await page.getByText('End session').waitFor()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/authentication/logged-out')
  await waitForWords(page, 'You successfully logged out!')
}

describe.skipIf(!isGlewlwydInstalled)(
  isGlewlwydInstalled ? 'at Glewlwyd' : 'Glewlwyd is not installed: apt-get install glewlwyd',
  () => {
    beforeAll(async () => {
      const [port, portalPort] = await Promise.all([freePort(), freePort()])
      provider = await startGlewlwyd(port, `http://localhost:${portalPort}`, [
        {
          username: 'nora',
          name: 'Nora Lind',
          email: 'operator@northwind.example',
          email_verified: 'true',
        },
        {
          username: 'mert',
          name: 'Mert Kaya',
          email: 'merchant@harbour.example',
          email_verified: 'false',
        },
        {
          username: 'ines',
          name: 'Ines Falk',
          email: 'ines@desk.northwind.example',
          email_verified: 'true',
        },
        { username: 'ada', name: 'Ada Holm', email: 'ada@else.example', email_verified: 'true' },
      ])
      const environment = {
        PORT: String(portalPort),
        OIDC_ISSUER: provider.issuer,
        OIDC_SCOPES: 'openid profile email',
      }
      stack = await startStack(environment, await seededFolder())
    })
    afterAll(async () => {
      await stack?.remove()
      await provider?.close()
    })
    afterEach(() => portal?.close())

    test('a person signs in, keeps the page, and signs out there', async () => {
      portal = await openPortal({ baseUrl: stack.portalUrl })
      const { page } = portal
      expect(stack.said()).not.toContain('nobody can sign in yet')
      await page.goto('/transaction-management/transaction-lookup')
      await signInThere(page, 'nora')
      await page.locator('tbody tr').first().waitFor()
      expect(await page.locator('aside a').first().textContent()).toContain('Northwind Pay')
      expect(new URL(page.url()).pathname).toBe('/transaction-management/transaction-lookup')
      await page.locator('header button[aria-haspopup=menu]').last().click()
      await page.locator('a[href="/authentication/logout"]').click()
      await signOutThere(page)
    })

    test.each([
      ['was not invited', 'ada', 'is not a user here'],
      ['has a doubted address', 'mert', 'is verified'],
    ])('a person who %s reads why, and signs out there', async (_, username, words) => {
      portal = await openPortal({ baseUrl: stack.portalUrl })
      const { page } = portal
      await page.goto('/')
      await signInThere(page, username)
      await waitForWords(page, words)
      await page.getByRole('link', { name: 'Logout' }).click()
      await signOutThere(page)
    })

    test('a tenant sets it up for its own people: one it does not know is let in, a stranger is not', async () => {
      portal = await openPortal()
      const { page, context } = portal
      const admin = new Person(portal, wide, 'glewlwyd')
      const path = '/crm/settings/general-settings/identity-providers'
      await signIn(page, 'operator@northwind.example', path)
      await admin.press(admin.button('New'))
      const form = admin.dialog()
      await admin.fill(admin.field('Name', form), 'Northwind desk')
      await admin.fill(admin.field('Issuer', form), provider.issuer)
      await admin.fill(admin.field('Client ID', form), 'northwind-desk')
      const isVerified = 'If the provider says that it verified them'
      await admin.choose(admin.field('E-mail addresses count', form), isVerified)
      await admin.choose(admin.field('People without an account', form), 'Get an account')
      await admin.pick(admin.field('Role of new users', form), 'Support')
      await admin.press(admin.button('Save', form))
      await admin.press(admin.link('Northwind desk'))
      const record = admin.dialog('Northwind desk')
      const redirect = await record.locator('code', { hasText: '/Account/External/' }).textContent()
      await provider.addClient('northwind-desk', redirect?.trim() ?? '')
      await admin.fill(record.getByRole('textbox', { name: 'Domain' }), 'desk.northwind.example')
      await admin.press(admin.button('Add domain', record))
      await admin.press(admin.button('Check desk.northwind.example', record))
      await record.getByText('Proven', { exact: true }).waitFor()
      const opened = context.waitForEvent('page')
      await admin.press(admin.button('Start the test', record))
      const popup = await opened
      await signInThere(popup, 'ines')
      await record.getByText('would get an account').waitFor()
      await popup.close()
      await settle(page)
      await admin.press(admin.button('Put into effect', record))
      await admin.confirmWithCode()
      await record.getByText('People of the proven domains sign in at this provider.').waitFor()

      const enter = async (email: string, username: string) => {
        const other = await openPortal()
        await other.page.goto('/')
        await other.page.locator('input[name=email]').fill(email)
        await other.page.locator('input[name=email]').press('Enter')
        await signInThere(other.page, username)
        return other
      }
      const own = await enter('ines@desk.northwind.example', 'ines')
      await own.page.locator('#content').waitFor()
      // who says to be of the domain there, and is somebody else
      const stranger = await enter('ines@desk.northwind.example', 'ada')
      await stranger.page.getByText('is not of a domain').waitFor()

      await admin.press(admin.button('Switch off', record))
      await admin.press(admin.button('Switch off', admin.dialog('Switch off Northwind desk?')))
      await record.getByText('No sign-ins go to this provider yet.').waitFor()
      await Promise.all([own.close(), stranger.close()])
    })
  },
)
