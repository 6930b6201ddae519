import { proveBooks } from '@counterfoil/features/accounting/proofs/proofs.jobs.ts'
import { deleteOld } from '@counterfoil/features/settings/retention/retention.jobs.ts'
import { inEachLanguage } from '@counterfoil/kit/contract/texts.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { installQueues } from '@counterfoil/kit/jobs/boss.ts'
import { job, schedule } from '@counterfoil/kit/jobs/job.ts'
import { runWorker } from '@counterfoil/kit/jobs/worker.ts'
import { scanResources } from '@counterfoil/kit/server/scan.ts'
import { settle } from '@counterfoil/tools/testing/browser.ts'
import { pino } from 'pino'
import type { Locator, Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { jobContextOf } from './testing/job-context.ts'
import { ask } from './testing/resource-calls.ts'
import { scanScreens } from './testing/screens.ts'
import { settingsWalks } from './testing/settings-walks.ts'
import type { Actor, ActorKind } from './testing/test-api.ts'
import { openTestPortal, type Visitor } from './testing/test-portal.ts'

// Pages of settings, users, roles and tenants that are no declared resource, in a browser: opened by somebody who holds
// just what the page asks for, used for what it is there for, and closed to everybody else.
const testApi = await openTestPortal()

// a clock and a queue with work of their own
let isBroken = true
const label = inEachLanguage(() => 'Work of the test')
const hourly = schedule({
  ...{ name: 'test.hourly', label },
  everyS: 3600,
  run: async () => (isBroken ? Promise.reject(new Error('the tide was out')) : 'all counted'),
})
const errand = job({
  ...{ name: 'test.errand', label },
  payload: z.object({ tenantId: z.string() }),
  retries: 0,
  run: async () => {
    if (isBroken) throw new Error('nobody was at home')
  },
})
const { database, ownerUrl, urls } = testApi.test
await installQueues(ownerUrl, [errand.name])
const worker = await runWorker({
  ...{ database, appUrl: urls.app },
  jobs: [errand],
  schedules: [hourly],
  log: pino({ level: 'silent' }),
})
afterAll(() => worker.stop())

interface At {
  readonly page: Page
  readonly actor: Actor
  readonly visitor: Visitor
}
interface Walk {
  readonly kind: ActorKind
  readonly permissions: readonly string[]
  readonly through: (at: At) => Promise<void>
}

const walks: Readonly<Record<string, Walk>> = {
  ...settingsWalks(testApi),
  '/crm/users/crm': {
    ...{ kind: 'operator', permissions: ['manageCrmRoles'] },
    through: (at) => people(at, { role: ['tenant', 'Colleague'] }),
  },
  '/crm/users/merchant': {
    ...{ kind: 'operator', permissions: ['manageMerchantRoles'] },
    through: (at) => people(at, { role: ['merchant', 'Cashier'], merchant: 'Harbour' }),
  },
  '/merchant/users/merchant-management': {
    ...{ kind: 'merchant', permissions: ['Merchant.UserManagement.Users'] },
    through: (at) => people(at, { role: ['merchant', 'Helper'] }),
  },
  '/crm/users/managment': {
    ...{ kind: 'operator', permissions: ['manageCrmRoles'] },
    through: (at) => roles(at, 'tenant'),
  },
  '/merchant/users/roles': {
    ...{ kind: 'merchant', permissions: ['Merchant.UserManagement.Users'] },
    through: (at) => roles(at, 'merchant'),
  },
  '/crm/tenant-management/tenants': {
    ...{ kind: 'platform', permissions: ['Platform.Tenants.View', 'Platform.Tenants.Edit'] },
    through: tenants,
  },
  '/crm/tenant-management/encryption-keys': {
    ...{ kind: 'platform', permissions: ['Tenant.Keys.View', 'Tenant.Keys.Edit'] },
    through: encryptionKeys,
  },
  '/crm/settings/theme': {
    ...{
      kind: 'operator',
      permissions: ['Settings.GeneralSettings.Theme.View', 'Settings.GeneralSettings.Theme.Edit'],
    },
    through: theme,
  },
  '/crm/settings/audit': {
    ...{ kind: 'operator', permissions: ['Settings.GeneralSettings.Audit.View'] },
    through: audit,
  },
  '/crm/settings/accounting/proofs': {
    ...{
      kind: 'operator',
      permissions: ['CRM.Organization.Accounting.CustomerLedgerAccounts.View'],
    },
    through: proofs,
  },
  '/crm/settings/retention': {
    ...{ kind: 'operator', permissions: ['Settings.GeneralSettings.SystemVariable.View'] },
    through: retention,
  },
  '/crm/settings/scheduler/recurring-jobs': {
    ...{
      kind: 'platform',
      permissions: ['Settings.Scheduler.RecurringJob.View', 'Settings.Scheduler.RecurringJob.Edit'],
    },
    through: recurringJobs,
  },
  '/crm/settings/scheduler/custom-jobs': {
    ...{
      kind: 'operator',
      permissions: ['Settings.Scheduler.CustomJob.View', 'Settings.Scheduler.CustomJob.Edit'],
    },
    through: customJobs,
  },
  '/crm/settings/scheduler/process-logs': {
    ...{ kind: 'platform', permissions: ['Settings.Scheduler.ProcessLog.View'] },
    through: processLogs,
  },
}

const permissionOf = new Map(
  (await scanScreens()).map(({ path, permission }) => [path, permission]),
)

test('every page of settings, users, roles and tenants is a declared resource’s or stands here', async () => {
  const declared = (await scanResources()).flatMap((of) => [of.screen?.path, of.merchants?.path])
  const managing = /^\/(crm\/(settings|users|tenant-management)|merchant\/users)\//
  const own = [...permissionOf.keys()].filter(
    (path) => managing.test(path) && !path.includes(':') && !declared.includes(path),
  )
  expect(own.toSorted()).toEqual(Object.keys(walks).toSorted())
})

describe('the page', () => {
  test.concurrent.each(Object.entries(walks))('%s', (path, { kind, permissions, through }) =>
    testApi.visit(async (visitor) => {
      const others = testApi.permissionsOf(kind).filter((one) => !permissions.includes(one))
      const actor = await testApi.actor(kind, others)
      await visitor.open(actor, path)
      await through({ page: visitor.page, actor, visitor })
      await settle(visitor.page)
      expect(visitor.complaints()).toEqual([])
      const opens = permissionOf.get(path) ?? []
      expect(opens.some((one) => permissions.includes(one))).toBe(true)
      await visitor.open(await testApi.actor(kind, opens), path)
      await visitor.page.waitForURL('**/authentication/unauthorized')
    }),
  )
})

const button = (at: Page | Locator, name: string) => at.getByRole('button', { name, exact: true })
const box = (at: Page | Locator, name: string) => at.getByRole('textbox', { name, exact: true })

/** What the form says at a field. */
const complaint = (at: Page | Locator, name: string) =>
  box(at, name)
    .locator('xpath=ancestor::*[contains(@class, "InputWrapper-root")][1]')
    .locator('[id$="-error"]')

/** Opens who changed a record, when and what, and closes it again. */
async function changesOf(link: Locator): Promise<void> {
  await link.click()
  const panel = link.page().getByRole('complementary', { name: 'Changes' })
  await panel.getByRole('listitem').first().waitFor()
  await button(panel, 'Close').click()
  await panel.waitFor({ state: 'detached' })
}

/** `shown`: what the row found shows, where that is not what was searched for. */
async function search(page: Page, text: string, shown = text): Promise<Locator> {
  await page.getByRole('searchbox').fill(text)
  await page.keyboard.press('Enter')
  await page.waitForURL(/searchKey=/)
  const rows = page.locator('tbody tr', { hasText: shown })
  await rows.first().waitFor()
  return rows
}

/** Takes a choice of a field that opens a list. */
async function choose(form: Locator, name: string, choice: string): Promise<void> {
  const field = form.getByRole('combobox', { name, exact: true })
  if ((await field.evaluate('(at) => at.tagName')) === 'SELECT') {
    await field.selectOption({ label: choice })
    return
  }
  await field.click()
  await form.page().getByRole('option', { name: choice }).first().click()
}

/** Refused complaints that the page itself has shown are no fault of it. */
function expectRefusal(visitor: Visitor, status: number): void {
  const said = visitor.complaints()
  expect(said).not.toEqual([])
  expect(said.filter((one) => !one.includes(String(status)))).toEqual([])
}

/** Answers its id. */
async function makeRole(actor: Actor, type: string, name: string): Promise<string> {
  const body = { name, permissions: [] }
  const made = await ask(testApi.app, actor, 'POST', `/users/roles/${type}`, { body })
  expect([made.status, made.text]).toEqual([201, expect.anything()])
  return made.json().id
}

async function emailOf({ subject }: Actor): Promise<string> {
  const { email } = await testApi.test.loader
    .selectFrom('app_user')
    .select('email')
    .where('id', '=', subject)
    .executeTakeFirstOrThrow()
  return email
}

interface PeopleInput {
  readonly role: readonly [type: string, name: string]
  readonly merchant?: string
}

/** Invited, refused where it cannot be, found, renamed, switched off and on, deleted. */
async function people(
  { page, actor, visitor }: At,
  { role, merchant }: PeopleInput,
): Promise<void> {
  await makeRole(actor, ...role)
  const email = `ada.${role[1].toLowerCase()}@harbour.example`
  await button(page, 'Invite').click()
  const dialog = page.getByRole('dialog')
  await button(dialog, 'Invite').click()
  for (const field of ['E-mail', 'First name', 'Last name']) {
    await complaint(dialog, field).waitFor()
  }
  if (merchant !== undefined) await choose(dialog, 'Merchant', merchant)
  await box(dialog, 'E-mail').fill('ada at harbour')
  await box(dialog, 'First name').fill('Ada')
  await box(dialog, 'Last name').fill('Quay')
  await choose(dialog, 'Role', role[1])
  await button(dialog, 'Invite').click()
  await complaint(dialog, 'E-mail').waitFor()
  await box(dialog, 'E-mail').fill(email)
  await button(dialog, 'Invite').click()
  await dialog.waitFor({ state: 'detached' })

  const row = await search(page, email)
  // nobody is invited twice
  await button(page, 'Invite').click()
  if (merchant !== undefined) await choose(dialog, 'Merchant', merchant)
  await box(dialog, 'E-mail').fill(await emailOf(actor))
  await box(dialog, 'First name').fill('Ada')
  await box(dialog, 'Last name').fill('Quay')
  await choose(dialog, 'Role', role[1])
  await button(dialog, 'Invite').click()
  await dialog.getByRole('alert').or(complaint(dialog, 'E-mail')).first().waitFor()
  await settle(page)
  expectRefusal(visitor, 409)
  await button(dialog, 'Cancel').click()

  await row.getByRole('link').first().click()
  await page.getByRole('heading', { level: 1, name: 'Ada Quay' }).waitFor()
  await button(page, 'Edit').click()
  await box(dialog, 'Last name').fill('')
  await button(dialog, 'Save').click()
  await complaint(dialog, 'Last name').waitFor()
  await box(dialog, 'Last name').fill('Wharf')
  await button(dialog, 'Save').click()
  await page.getByRole('heading', { level: 1, name: 'Ada Wharf' }).waitFor()
  for (const [does, undone] of [
    ['Deactivate', 'Activate'],
    ['Activate', 'Deactivate'],
  ] as const) {
    await button(page, does).click()
    await button(dialog, does).click()
    await dialog.waitFor({ state: 'detached' })
    await button(page, undone).waitFor()
  }
  await button(page, 'Delete').click()
  await button(dialog, 'Delete').click()
  await page.waitForURL(/\/(crm|merchant|merchant-management)$/)
  await page.getByRole('searchbox').fill(email)
  await page.keyboard.press('Enter')
  await page.getByText('No users').waitFor()
}

/** Made, found, changed, refused when somebody else was first, and deleted. */
async function roles({ page, actor, visitor }: At, type: string): Promise<void> {
  const name = `Night shift of ${type}`
  await page.getByRole('link', { name: 'New role' }).click()
  await button(page, 'Save').click()
  await complaint(page, 'Name').waitFor()
  await box(page, 'Name').fill(name)
  await button(page, 'Save').click()
  await page.waitForURL(/[0-9a-f-]{36}$/)
  const id = page.url().split('/').at(-1) ?? ''
  await page.getByRole('heading', { level: 1, name }).waitFor()

  // what one holds oneself can be given, nothing else
  const held = page.getByRole('checkbox', {
    name: /^(?!All|Ask).*/,
    disabled: false,
    checked: false,
  })
  const boxes = await held.count()
  await held.first().check()
  await button(page, 'Save').click()
  const read = async () =>
    (await ask(testApi.app, actor, 'GET', `/users/roles/details/${id}`)).json()
  await expect.poll(async () => (await read()).permissions.length).toBe(1)
  expect(actor.permissions).toContain((await read()).permissions[0])
  expect(boxes).toBe(actor.permissions.length)

  await box(page, 'Name').fill(`${name}, mine`)
  const { permissions, version } = await read()
  const theirs = { name: `${name}, theirs`, permissions, scaRequiredPermissions: [], version }
  const first = await ask(testApi.app, actor, 'PUT', `/users/roles/${type}/${id}`, { body: theirs })
  expect(first.status).toBe(200)
  await button(page, 'Save').click()
  const versions = page.getByRole('alert', { name: /Somebody else saved this record/ })
  await versions.getByText(`${name}, theirs`).waitFor()
  await settle(page)
  expectRefusal(visitor, 409)
  await button(versions, 'Save mine over it').click()
  await page.getByRole('heading', { level: 1, name: `${name}, mine` }).waitFor()

  await page.goBack()
  const row = await search(page, `${name}, mine`)
  await row.getByRole('link').first().click()
  await button(page, 'Delete').click()
  await button(page.getByRole('dialog'), 'Delete').click()
  await page.waitForURL(/\/(managment|roles)$/)
  await page.getByRole('table').waitFor()
  await page.getByText(`${name}, mine`).waitFor({ state: 'detached' })
}

async function tenants({ page, visitor }: At): Promise<void> {
  const dialog = page.getByRole('dialog')
  await button(page, 'New tenant').click()
  await button(dialog, 'Create and invite').click()
  for (const field of ['Name', 'Support e-mail', 'E-mail', 'First name', 'Last name']) {
    await complaint(dialog, field).waitFor()
  }
  await box(dialog, 'Name').fill('Lantern Pay')
  await box(dialog, 'Support e-mail').fill('help@lantern.example')
  await choose(dialog, 'Home currency', 'GBP · Pound Sterling')
  await box(dialog, 'E-mail').fill('first@lantern.example')
  await box(dialog, 'First name').fill('Ada')
  await box(dialog, 'Last name').fill('Quay')
  await button(dialog, 'Create and invite').click()
  await page.getByRole('heading', { level: 1, name: 'Lantern Pay' }).waitFor()

  await button(page, 'Edit').click()
  const id = page.url().split('/').at(-1) ?? ''
  const other = await testApi.actor('platform')
  const path = `/crm/tenant-management/tenants/${id}`
  const { name, supportEmail, timeZone, locale, version } = (
    await ask(testApi.app, other, 'GET', path)
  ).json()
  const theirs = { name: `${name} Ltd`, supportEmail, timeZone, locale, version }
  const first = await ask(testApi.app, other, 'PUT', path, { body: theirs })
  expect([first.status, first.text]).toEqual([200, expect.anything()])
  await box(dialog, 'Name').fill('Lantern Payments')
  await button(dialog, 'Save').click()
  const versions = dialog.getByRole('alert', { name: /Somebody else saved this record/ })
  await versions.getByText('Lantern Pay Ltd').waitFor()
  await settle(page)
  expectRefusal(visitor, 409)
  await button(versions, 'Save mine over it').click()
  await page.getByRole('heading', { level: 1, name: 'Lantern Payments' }).waitFor()
  await button(page, 'Suspend').click()
  await button(dialog, 'Suspend').click()
  await button(page, 'Resume').waitFor()
  await page.goto('/crm/tenant-management/tenants')
  const row = await search(page, 'Lantern Payments')
  await row.getByText('Suspended').waitFor()
}

async function encryptionKeys({ page }: At): Promise<void> {
  const row = await search(page, 'Bosphorus')
  const make = row.getByRole('button', { name: /^Create key/ })
  const rotate = row.getByRole('button', { name: /^Rotate/ })
  await make.or(rotate).first().waitFor()
  if (await make.isVisible()) await make.click()
  await rotate.click()
  await button(page.getByRole('dialog'), 'Rotate').click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  // it seals nothing, so what was replaced can go at once
  await page.getByRole('button', { name: /^Retire/ }).click()
  await button(page.getByRole('dialog'), 'Retire').click()
  const retired = page.locator('tbody tr', { hasText: 'Retired' })
  await changesOf(retired.getByRole('link', { name: /^Changes/ }))
}

async function theme({ page, actor }: At): Promise<void> {
  const colour = box(page, 'Primary colour')
  await colour.fill('purple-ish')
  await colour.press('Tab')
  await button(page, 'Save').click()
  await complaint(page, 'Primary colour').waitFor()
  await colour.fill('#113355')
  await colour.press('Tab')
  await button(page, 'Save').click()
  await page.getByText('Saved. Everybody sees it from now on.').waitFor()
  const kept = (await ask(testApi.app, actor, 'GET', '/tenants/mydetails')).json()
  expect(kept.themeSettings.primaryColor).toBe('#113355')
}

async function audit({ page, visitor }: At): Promise<void> {
  const doer = await testApi.actor('operator')
  const row = await search(page, await makeRole(doer, 'tenant', 'Watched'), 'Watched')
  await button(row, 'Show').click()
  await page.getByRole('dialog').getByText('Watched').first().waitFor()
  await page.keyboard.press('Escape')
  const downloading = page.waitForEvent('download')
  await button(page, 'Export').click()
  await page.getByRole('menuitem', { name: 'Download now' }).click()
  const chunks = await (await (await downloading).createReadStream()).toArray()
  // a few rows are saved as they are, not in a zip
  expect(Buffer.concat(chunks).toString()).toContain(doer.subject)
  expect(visitor.complaints()).toEqual([])
}

/** Says how long each kind is kept, and once a run was made, what it deleted. */
async function retention({ page, visitor }: At): Promise<void> {
  await page.getByText('Nothing has run yet').waitFor()
  await page.getByText('1,826 days').first().waitFor()
  await deleteOld(jobContextOf(testApi.test))
  await page.reload()
  await page.getByText('Older than').first().waitFor()
  expect(visitor.complaints()).toEqual([])
}

/** Books without a payment agree; the page says so once a proof was made. */
async function proofs({ page, visitor }: At): Promise<void> {
  await page.getByText('Nothing has been proved yet').waitFor()
  await proveBooks(testApi.providers, jobContextOf(testApi.test))
  await page.reload()
  await page.getByText('Everything agrees').first().waitFor()
  expect(visitor.complaints()).toEqual([])
}

async function recurringJobs({ page, visitor }: At): Promise<void> {
  const row = await search(page, hourly.name)
  await row.getByText('the tide was out').waitFor()
  await row.getByRole('button', { name: /^Pause/ }).click()
  await row.getByText('Paused', { exact: true }).waitFor()
  isBroken = false
  // by hand it runs also while it is paused
  await row.getByRole('button', { name: /^Run now/ }).click()
  await row.getByText('all counted').waitFor()
  await row.getByRole('button', { name: /^Resume/ }).click()
  await row.getByText('On', { exact: true }).waitFor()
  await changesOf(row.getByRole('link', { name: /^Changes/ }))
  // a tenant's people look on
  await visitor.open(await testApi.actor('operator'), '/crm/settings/scheduler/recurring-jobs')
  await page.locator('tbody tr').first().waitFor()
  expect(await page.locator('tbody').getByRole('button').count()).toBe(0)
}

async function customJobs({ page, actor }: At): Promise<void> {
  const { database, jobs } = testApi.test
  const asked = (options?: object) =>
    database.transaction(tenantScope(actor.tenantId), (db) =>
      jobs.enqueue(db, errand, { tenantId: actor.tenantId }, options),
    )
  await asked({ startAfter: new Date(Date.now() + 3_600_000) })
  const row = await search(page, errand.name)
  await row.getByText('Waiting').waitFor()
  await row.getByRole('button', { name: /^Remove/ }).click()
  await button(page.getByRole('dialog'), 'Remove').click()
  await page.getByText('Nothing is waiting or has failed').waitFor()
}

/** Both how it went wrong at first and how it went well are there, and found by that. */
async function processLogs({ page }: At): Promise<void> {
  const row = await search(page, hourly.name)
  await row
    .first()
    .getByText(/the tide was out|all counted/)
    .waitFor()
}
