import { afterAll, expect, test } from 'vitest'
import { expectFits, openPortal, type Portal, settle, signIn } from './portal.ts'

const [operator, colleague] = ['operator@northwind.example', 'agent@northwind.example']
const open: Portal[] = []
afterAll(() => Promise.all(open.map((one) => one.close())))

async function openDashboard(email: string, width = 1440): Promise<Portal> {
  const portal = await openPortal({ width })
  open.push(portal)
  await signIn(portal.page, email)
  await portal.page.locator('#content section h2').first().waitFor()
  await settle(portal.page)
  return portal
}

const titles = ({ page }: Portal) => page.locator('#content section h2').allTextContents()
const press = ({ page }: Portal, name: string | RegExp) =>
  page.getByRole('button', { name }).first().click()

async function pressByKey({ page }: Portal, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name, disabled: false }).first().focus()
  await page.keyboard.press('Enter')
}

/** Ends arranging, and waits for what was stored. */
async function finish(portal: Portal): Promise<void> {
  await press(portal, 'Done')
  await portal.page.getByRole('button', { name: 'Arrange' }).waitFor()
  await settle(portal.page)
}

test('by mouse: a dashboard is built, shared, seen by the role and no longer shared', async () => {
  const portal = await openDashboard(operator)
  const { page, complaints } = portal
  const [first = '', second = ''] = await titles(portal)
  await press(portal, 'Arrange')
  const grip = page.getByRole('button', { name: `Move ${first}, place 1` })
  await grip.scrollIntoViewIfNeeded()
  const target = await page.getByRole('toolbar', { name: second }).boundingBox()
  await grip.hover()
  await page.mouse.down()
  await page.mouse.move((target?.x ?? 0) + 20, (target?.y ?? 0) + 10, { steps: 8 })
  await page.mouse.up()
  expect((await titles(portal)).slice(0, 2)).toEqual([second, first])

  await press(portal, `Remove ${first}`)
  await press(portal, 'Undo')
  expect((await titles(portal)).slice(0, 2)).toEqual([second, first])

  await press(portal, 'Add widgets')
  await page.getByRole('button', { name: /^Add By card brand/ }).click()
  await page.keyboard.press('Escape')
  await press(portal, 'Share By card brand, 30 days')
  await press(portal, 'Save and share')
  const unshared = page.getByRole('button', { name: /^Share with / })
  await unshared.first().waitFor()
  // one after the other, without waiting for what is stored
  for (const role of await unshared.allTextContents()) await press(portal, role)
  await unshared.first().waitFor({ state: 'detached' })
  await settle(page)
  await page.keyboard.press('Escape')
  await finish(portal)
  expect((await titles(portal)).at(-1)).toBe('By card brand, 30 days')

  const reader = await openDashboard(colleague)
  await reader.page.getByRole('region', { name: 'Shared with your role' }).waitFor()
  expect(await titles(reader)).toContain('By card brand, 30 days')

  await press(portal, 'Arrange')
  await press(portal, 'Remove By card brand, 30 days')
  await finish(portal)
  await reader.page.reload()
  await reader.page.getByText(/no longer shares “By card brand, 30 days”/).waitFor()
  expect(await reader.page.getByRole('region', { name: 'Shared with your role' }).count()).toBe(0)

  await press(portal, 'Arrange')
  await press(portal, "Reset to my role's")
  await page.getByRole('dialog').getByRole('button', { name: "Reset to my role's" }).click()
  await page.getByRole('button', { name: 'Arrange' }).waitFor()
  await settle(page)
  expect((await titles(portal)).slice(0, 2)).toEqual([first, second])
  expect([...complaints, ...reader.complaints]).toEqual([])
})

test('by keyboard alone: moved, made larger, copied, stored and reset; in one column on a phone', async () => {
  const portal = await openDashboard('merchant@harbour.example')
  const { page, complaints } = portal
  const [first = '', second = ''] = await titles(portal)
  const go = (name: string | RegExp) => pressByKey(portal, name)
  await go('Arrange')
  await page.getByRole('button', { name: `Move ${first}, place 1` }).focus()
  await page.keyboard.press('ArrowRight')
  await page.getByRole('status').getByText(`${first}: place 2 of`).waitFor()
  expect((await titles(portal)).slice(0, 2)).toEqual([second, first])
  await page.keyboard.press('Shift+ArrowRight')
  await page.getByRole('status').getByText(`${first}: 6 of 12 columns wide`).waitFor()
  await go(`Copy ${first}`)
  await go('Done')
  await page.getByRole('button', { name: 'Arrange' }).waitFor()
  await settle(page)
  expect((await titles(portal)).slice(0, 3)).toEqual([second, first, first])

  await page.setViewportSize({ width: 390, height: 844 })
  const boxes = await page
    .locator('#content section:has(> header h2)')
    .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().left)))
  expect(new Set(boxes).size).toBe(1)
  await expectFits(page, 'the dashboard')

  await go('Arrange')
  await go("Reset to my role's")
  await page.getByRole('dialog').getByRole('button', { name: "Reset to my role's" }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Arrange' }).waitFor()
  await settle(page)
  expect((await titles(portal)).slice(0, 2)).toEqual([first, second])
  expect(complaints).toEqual([])
})

test('by keyboard alone: a widget is shared with a role, seen by it and no longer shared', async () => {
  const portal = await openDashboard(operator)
  const { page, complaints } = portal
  const title = 'By currency, 30 days'
  const share = async () => {
    await pressByKey(portal, `Share ${title}`)
    return page.getByRole('dialog')
  }
  await pressByKey(portal, 'Arrange')
  await pressByKey(portal, 'Add widgets')
  await pressByKey(portal, new RegExp(`^Add ${title}`))
  await page.keyboard.press('Escape')
  const dialog = await share()
  await pressByKey(portal, 'Save and share')
  const roles = dialog.getByRole('button', { name: /^Share with / })
  await roles.first().waitFor()
  for (const role of await roles.allTextContents()) {
    await pressByKey(portal, role)
    // the next is taken once this one is stored
    await dialog.getByRole('button', { name: role, exact: true }).waitFor({ state: 'detached' })
  }
  const ending = dialog.getByRole('button', { name: /^No longer share with / })
  await settle(page)
  await page.keyboard.press('Escape')

  const reader = await openDashboard(colleague)
  const shared = reader.page.getByRole('region', { name: 'Shared with your role' })
  await shared.getByRole('heading', { name: title }).waitFor()

  await share()
  await ending.first().waitFor()
  await settle(page)
  for (const role of await ending.allTextContents()) {
    await pressByKey(portal, role)
    await dialog.getByRole('button', { name: role, exact: true }).waitFor({ state: 'detached' })
  }
  await settle(page)
  await page.keyboard.press('Escape')
  await reader.page.reload()
  await reader.page.getByText(`no longer shares “${title}”`).waitFor()
  expect(await shared.count()).toBe(0)
  expect([...complaints, ...reader.complaints]).toEqual([])
})

test('in full screen the keyboard stays on the dashboard; a dialog opens over it, and Escape closes one after the other', async () => {
  const portal = await openDashboard('merchant@harbour.example')
  const { page, complaints } = portal
  await page.getByRole('button', { name: 'Full screen' }).focus()
  await page.keyboard.press('Enter')
  const leave = page.getByRole('button', { name: 'Leave full screen' })
  await leave.waitFor()
  // all that can have the focus is on the dashboard
  const outside = await page.locator('a[href], button').evaluateAll(
    (all) =>
      all.filter((one) => {
        if (one.closest('[inert]') !== null || one.closest('[data-full]')) return false
        return !one.closest('[aria-live]')
      }).length,
  )
  expect(outside).toBe(0)
  await page.getByRole('button', { name: 'Other days' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Show as table').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  expect(await leave.count()).toBe(1)
  await leave.focus()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Full screen', exact: true }).waitFor()
  expect(await page.locator('[inert]').count()).toBe(0)
  // the frame of Test is not seen in full screen, which says it itself
  await page.locator('header button[role=switch]').click()
  await page.getByText('You are now in Test mode').waitFor()
  await press(portal, 'Full screen')
  await leave.waitFor()
  await page.getByRole('note').getByText('Test: no money moves').waitFor()
  await press(portal, 'Leave full screen')
  await page.locator('header button[role=switch]').click()
  await page.getByText('You are now in Live mode').waitFor()
  expect(complaints).toEqual([])
})
