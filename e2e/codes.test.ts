// One-time codes: which actions require one, how often, and where the focus is afterwards.
import type { Locator, Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { enterNextCode } from './one-time-codes.ts'
import { openPortal, type Portal, settle, signIn } from './portal.ts'

const portals: Portal[] = []
afterEach(() => Promise.all(portals.splice(0).map((portal) => portal.close())))

async function open(): Promise<Portal> {
  const portal = await openPortal()
  portals.push(portal)
  return portal
}

const guarded = 'Settings.Mid.Management.View'
const agent = 'agent@northwind.example'

const question = (page: Page) => page.getByRole('dialog', { name: 'Confirm it is you' })

async function enterCode(page: Page, code: string) {
  await question(page).getByRole('textbox').fill(code)
  await question(page).getByRole('button', { name: 'Confirm' }).click()
}

const confirm = (page: Page) => enterNextCode(page, (code) => enterCode(page, code))

const expectFocus = (on: Locator) =>
  expect.poll(() => on.evaluate((element) => element.matches(':focus'))).toBe(true)

async function openAgent(page: Page) {
  const answered = page.waitForResponse((answer) => /\/api\/users\/crm\?/.test(answer.url()))
  await signIn(page, 'operator@northwind.example', '/crm/users/crm')
  const { data } = (await (await answered).json()) as { data: { id: string; email: string }[] }
  const id = data.find(({ email }) => email === agent)?.id
  await page.goto(`/crm/users/crm/${id}`)
}

/** Begins to grant the agent the permission that requires a code, or to revoke it. */
async function chooseGuarded(page: Page, isSeeded: boolean) {
  await page.getByRole('button', { name: 'Further permissions' }).click()
  const dialog = page.getByRole('dialog', { name: 'Permissions besides the role' })
  await dialog.getByRole('searchbox').fill(guarded)
  const row = dialog.getByRole('listitem').filter({ hasText: guarded })
  await row.getByRole('checkbox').first().setChecked(isSeeded)
  if (isSeeded) await row.getByRole('checkbox', { name: /Ask for a one-time code/ }).check()
  return { dialog, save: dialog.getByRole('button', { name: 'Save' }) }
}

test('a page that asks for a code is opened by one [users.change-sca]', async () => {
  const { page: office } = await open()
  await openAgent(office)
  const { dialog, save } = await chooseGuarded(office, true)
  await save.press('Enter')
  await question(office).getByRole('button', { name: 'Cancel' }).click()
  await question(office).waitFor({ state: 'detached' })
  // a user who declines is back where the code was asked for
  await expectFocus(save)
  await save.press('Enter')
  await confirm(office)
  await dialog.waitFor({ state: 'detached' })

  const { page } = await open()
  await signIn(page, agent, '/crm/settings/mid-managment')
  await enterCode(page, '000000')
  await question(page).getByText('This code is wrong').waitFor()
  await confirm(page)
  await page.getByRole('row').nth(1).waitFor()
  await settle(page)
  expect(await question(page).count()).toBe(0)
  await page.reload()
  await page.getByRole('row').nth(1).waitFor()
  await settle(page)
  expect(await question(page).count()).toBe(0)

  const taken = await chooseGuarded(office, false)
  await taken.save.press('Enter')
  await confirm(office)
  await taken.dialog.waitFor({ state: 'detached' })
})

test('a role that is refused after its code has the focus at the field that it is refused for', async () => {
  const { page } = await open()
  await signIn(page, 'platform@counterfoil.example', '/crm/users/managment/new?type=platform')
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await name.fill('Platform administrator')
  await page.getByRole('checkbox').first().check()
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await save.press('Enter')
  const refused = page.waitForResponse((answer) => answer.status() === 422)
  await confirm(page)
  await refused
  await question(page).waitFor({ state: 'detached' })
  await expectFocus(name)
})
