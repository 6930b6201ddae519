import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import {
  expectAccessible,
  expectFits,
  openPortal,
  type Portal,
  reloadForToken,
  settle,
  signIn,
} from './portal.ts'

let portals: Portal[] = []
afterEach(async () => {
  await Promise.all(portals.map((portal) => portal.close()))
  portals = []
})

async function open(email: string, path: string, width = 1440) {
  const portal = await openPortal({ width })
  portals.push(portal)
  await signIn(portal.page, email, path)
  return portal.page
}

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).last().click()
const soon = { timeout: 30_000 }

/** Opens the panel with the notifications; a poll would bring them later. */
async function openNotice(page: Page, title: string, about: string) {
  const item = page
    .locator('[data-notifications-list] li')
    .filter({ hasText: about })
    .getByRole('button', { name: title, exact: true })
  await expect
    .poll(async () => {
      await page.goto('/dashboard')
      await page.locator('#content').waitFor()
      await settle(page)
      await page.getByRole('button', { name: /^Notifications/ }).click()
      await page
        .locator('[data-notifications-list] li, [data-notifications-list] p')
        .first()
        .waitFor()
      return item.count()
    }, soon)
    .toBe(1)
  await item.click()
}

test('a proposal is made and sent, rejected from its notification with a reason, revised and accepted [notifications.navigate.proposal] [permissions.notification.proposal] [proposals.who] [dialogs.reject]', async () => {
  const operator = await open('operator@northwind.example', '/crm/organizations')
  await operator.getByText('Quayside Crafts').first().click()
  await operator.getByRole('button', { name: 'New proposal' }).click()
  await press(operator, 'Begin')
  const subject = `Cards ${Date.now()}`
  await operator.getByRole('textbox', { name: 'Subject' }).fill(subject)
  await operator.getByRole('textbox', { name: 'Boarding Fee' }).fill('250')
  await press(operator, 'Add product')
  await operator.getByRole('textbox', { name: 'Product' }).fill('Cards')
  await operator.getByRole('textbox', { name: 'Fee type' }).fill('Sale')
  await operator.getByRole('textbox', { name: 'Value' }).fill('1.75')
  await expectAccessible(operator, 'the editor')
  await press(operator, 'Save')
  const drafted = dialog(operator, 'View Proposal')
  await drafted.getByText('1.75%').waitFor()
  await drafted.getByText('250.00 GBP').waitFor()
  await press(operator, 'Send')
  await drafted.locator('[data-status=PendingApproval]').waitFor()

  const merchant = await open('merchant@quayside.example', '/dashboard', 390)
  await openNotice(merchant, 'A proposal for you', subject)
  const shown = dialog(merchant, 'View Proposal')
  await shown.getByRole('heading', { name: subject }).waitFor()
  await expectAccessible(merchant, 'the proposal')
  await expectFits(merchant, 'the proposal')
  await press(merchant, 'Reject')
  await merchant.getByRole('textbox', { name: 'Reject Reason' }).fill('Too dear')
  await press(merchant, 'Save')
  await shown.locator('[data-status=Rejected]').waitFor()

  await operator.reload()
  await drafted.getByText('Too dear').waitFor()
  await press(operator, 'Revise')
  await operator.getByRole('textbox', { name: 'Boarding Fee' }).fill('100')
  await press(operator, 'Save')
  await drafted.getByText('100.00 GBP').waitFor()
  await press(operator, 'Send')
  await drafted.locator('[data-status=PendingApproval]').waitFor()

  await merchant.goto('/boarding/offers')
  await merchant.getByRole('link', { name: subject }).first().click()
  await shown.getByText('100.00 GBP').waitFor()
  await press(merchant, 'Accept')
  await merchant.getByRole('checkbox').check()
  await press(merchant, 'Accept version 2')
  await shown.locator('[data-status=Accepted]').waitFor()
  await operator.reload()
  for (const portal of portals) expect(portal.complaints).toEqual([])
}, 240_000)

test('a printed proposal has every fee of every product on the paper, and no product on two pages', async () => {
  const operator = await open('operator@northwind.example', '/crm/organizations')
  const headers = { authorization: await reloadForToken(operator) }
  const ask = async (method: string, path: string, data?: object) => {
    const answer = await operator.request.fetch(path, { method, headers, data })
    expect([path, answer.ok()]).toEqual([path, true])
    return answer.json()
  }
  const found = await ask('GET', '/api/crm/organizations?searchKey=Quayside')
  const [{ id: merchantId }] = found.data
  const draft = { merchantId, language: 'en', templateId: null }
  const { id, revision } = await ask('POST', '/api/proposals', draft)
  const items = Array.from({ length: 12 }, (_, at) => ({
    feeTypeName: `A fee with a name ${at + 1}`,
    unit: 'amount',
    value: 1234567,
  }))
  await ask('PUT', `/api/proposals/${id}`, {
    ...{ revision, subject: 'On paper', body: '', currency: 'GBP', expiresAt: null },
    ...{ boardingFee: 0, accountConfigurationFee: 0, bankAccountSetupFee: 0 },
    ...{ monthlyMinimumFee: 0, gatewayMonthlyAccess: 0 },
    entries: [{ productName: 'Cards that are taken in shops', items }],
  })
  await operator.goto(`/crm/organizations/${merchantId}?proposal=${id}`)
  const cells = operator.locator('[data-offer-document] td')
  await cells.first().waitFor()
  await operator.emulateMedia({ media: 'print' })
  await operator.setViewportSize({ width: 718, height: 1046 })
  const onPaper = await cells.evaluateAll((all) =>
    all
      .filter((one) => one.getBoundingClientRect().right <= innerWidth)
      .map((one) => [
        getComputedStyle(one, '::before').content,
        getComputedStyle(one.closest('tr') ?? one).breakInside,
      ]),
  )
  expect(onPaper).toEqual(items.map(({ feeTypeName }) => [`"${feeTypeName}"`, 'avoid']))
})
