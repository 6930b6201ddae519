// What the page of a role says where it is refused, and what becomes of what was typed.
import { type Asked, answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { installPopovers } from '@counterfoil/kit/testing/popovers.tsx'
import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { ScreenContext } from '@counterfoil/kit/web/page/breadcrumbs.ts'
import { screen as declareScreen } from '@counterfoil/kit/web/page/screen.ts'
import { cleanup, configure, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import RolePage from './role-page.tsx'

installPopovers()
// whether each of hundreds of permissions is visible takes longer to find out than all that is tested here
configure({ defaultHidden: true })

const id = '0191f3a4-0000-7000-8000-000000000001'
const stored = {
  ...{ id, name: 'Till', userType: 'merchant', tenantId: id, tenantName: 'Northwind Pay' },
  ...{ merchantId: null, merchantName: null, isAdministrator: false, permissionCount: 0 },
  ...{ userCount: 0, permissions: [], scaRequiredPermissions: [], version: 1, isEditable: true },
}
const refusal = (status: number, code: string, message: string, path?: string) =>
  Response.json({ status, code, errors: [{ message, ...(path ? { path } : {}) }] }, { status })

let answer: (asked: Asked) => unknown = () => undefined
let asked: Asked[] = []
beforeEach(() => {
  sessionStorage.clear()
  Element.prototype.scrollIntoView = vi.fn()
  asked = answerFetch((one) => answer(one))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const lookupScreen = declareScreen({
  id: 'lookup',
  path: '/merchant/lookup',
  title: { en: 'Transaction lookup', tr: 'İşlem arama' },
  audience: ['merchant'],
  permission: ['Merchant.Transaction.View'],
  menu: { group: 'transactions', order: 0, icon: () => null },
  component: async () => ({ default: () => null }),
})

const balancesScreen = declareScreen({
  id: 'balances',
  path: '/merchant/payments/balances',
  title: { en: 'Balances', tr: 'Bakiyeler' },
  audience: ['merchant'],
  permission: ['Merchant.Transaction.View'],
  menu: { group: 'payments', order: 0, icon: () => null },
  component: async () => ({ default: () => null }),
})

const show = (which: string) =>
  renderInPortal(
    <ScreenContext
      value={{ open: undefined, params: {}, screens: [lookupScreen, balancesScreen], groups: [] }}
    >
      <Routes>
        <Route path="/merchant/users/roles/:id" element={<RolePage />} />
      </Routes>
    </ScreenContext>,
    { audience: 'merchant', permissions: ['Merchant.Transaction.View'] },
    `/merchant/users/roles/${which}`,
  )
const nameField = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' })
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }))
const wordsAt = (field: HTMLElement) =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((each) => document.getElementById(each)?.textContent)
    .join(' ')
const lookup = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Transaction lookup' })

test('a role without a name is not sent: the name is asked for', async () => {
  show('new')
  const field = await nameField()
  await save()
  await waitFor(() => expect(wordsAt(field)).toContain('This field is required'))
  expect(document.activeElement).toBe(field)
  expect(asked.filter(({ method }) => method === 'POST')).toEqual([])
})

test('a name that is taken is said at the name, which has the focus', async () => {
  answer = ({ method }) =>
    method === 'POST'
      ? refusal(422, 'role.name_taken', 'Another role has this name', 'name')
      : undefined
  show('new')
  const field = await nameField()
  await userEvent.type(field, 'Till')
  await save()
  await waitFor(() => expect(wordsAt(field)).toContain('Another role has this name'))
  expect(document.activeElement).toBe(field)
})

test('what somebody else saved meanwhile is brought into view', async () => {
  answer = ({ method }) =>
    method === 'PUT'
      ? refusal(409, 'role.stale', 'Somebody else has changed this role in the meantime')
      : { ...stored, name: asked.length > 1 ? 'Counter' : 'Till' }
  show(id)
  const field = await nameField()
  await userEvent.type(field, ' of mine')
  await save()
  const note = await screen.findByRole('alert', { name: /Somebody else saved this record/ })
  expect(Element.prototype.scrollIntoView).toHaveBeenCalled()
  await waitFor(() => expect(document.activeElement?.contains(note)).toBe(true))
  // before what it is about, not after all the permissions
  expect(note.compareDocumentPosition(field)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('permissions that were ticked are offered again to whoever left before saving', async () => {
  const { unmount } = show('new')
  await nameField()
  await userEvent.click(lookup())
  unmount()
  show('new')
  expect((await nameField()).value).toBe('')
  expect(lookup().checked).toBe(false)
  await userEvent.click(screen.getByRole('button', { name: 'Restore what I typed' }))
  await waitFor(() => expect(lookup().checked).toBe(true))
})

test('what was saved is not offered again', async () => {
  answer = ({ method, body }) =>
    method === 'PUT' ? { ...stored, ...(body as object), version: 2 } : stored
  const { unmount } = show(id)
  await userEvent.type(await nameField(), 's')
  await save()
  await screen.findByRole('heading', { level: 1, name: 'Tills' })
  unmount()
  show(id)
  await nameField()
  expect(screen.queryByRole('button', { name: 'Restore what I typed' })).toBeNull()
})

test('who is given a change is given to look, and who may no longer look may no longer change', async () => {
  renderInPortal(
    <Routes>
      <Route path="/crm/users/roles/:id" element={<RolePage />} />
    </Routes>,
    { audience: 'tenant', permissions: ['CRM.Lead.View', 'CRM.Lead.Edit', 'CRM.Lead.Delete'] },
    '/crm/users/roles/new?type=tenant',
  )
  await nameField()
  const tick = (name: string) =>
    screen.getByRole<HTMLInputElement>('checkbox', {
      name: (_, box) =>
        box.closest('li')?.textContent?.includes(name) === true &&
        !/code/i.test(box.getAttribute('aria-label') ?? ''),
    })
  await userEvent.click(tick('CRM.Lead.Edit'))
  expect(tick('CRM.Lead.View').checked).toBe(true)
  expect(tick('CRM.Lead.Delete').checked).toBe(false)
  await userEvent.click(tick('CRM.Lead.View'))
  expect(tick('CRM.Lead.Edit').checked).toBe(false)
})

test('permissions of pages that are still to come are not offered', async () => {
  show('new')
  await nameField()
  expect(screen.queryByText('Merchant.Transaction.VirtualTerminal')).toBeNull()
  expect(screen.queryByText('Merchant.Transaction.View')).not.toBeNull()
})

const showForTenant = (which: string, permissions: readonly string[]) =>
  renderInPortal(
    <Routes>
      <Route path="/crm/users/roles/:id" element={<RolePage />} />
    </Routes>,
    { audience: 'tenant', permissions },
    `/crm/users/roles/${which}`,
  )
const ticked = () =>
  [...document.querySelectorAll('li')]
    .filter((row) => row.querySelector<HTMLInputElement>('input')?.checked)
    .map((row) => row.querySelector('code')?.textContent)

test('a new role starts from a usual one, as far as its maker may grant it', async () => {
  showForTenant('new?type=tenant', ['CRM.Lead.View', 'CRM.Lead.Edit', 'CRM.Transaction.View'])
  await nameField()
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Start from' }), 'Sales')
  await waitFor(() => expect(ticked()).toEqual(['CRM.Lead.View', 'CRM.Lead.Edit']))
  await userEvent.selectOptions(
    screen.getByRole('combobox', { name: 'Start from' }),
    'No permissions',
  )
  await waitFor(() => expect(ticked()).toEqual([]))
})

test('a role is copied with its codes, and compared with another', async () => {
  const till = {
    ...stored,
    ...{ userType: 'tenant', permissions: ['CRM.Lead.View', 'CRM.Task.View'] },
    scaRequiredPermissions: ['CRM.Lead.View'],
  }
  const counter = {
    ...till,
    id: id.replace(/1$/, '2'),
    name: 'Counter',
    permissions: ['CRM.Task.View'],
  }
  answer = ({ url }) =>
    url.includes('/details/')
      ? url.endsWith('2')
        ? counter
        : till
      : { data: [till, counter], count: 2 }
  const { unmount } = showForTenant(id, ['CRM.Lead.View', 'CRM.Task.View'])
  await userEvent.selectOptions(
    await screen.findByRole('combobox', { name: 'Compare with another role' }),
    await screen.findByText('Counter'),
  )
  const only = await screen.findByRole('region', { name: 'Only in Till' })
  expect(only.textContent).toContain('CRM.Lead.View')
  expect(only.textContent).not.toContain('CRM.Task.View')
  unmount()
  showForTenant(`new?type=tenant&from=${id}`, ['CRM.Lead.View', 'CRM.Task.View'])
  await nameField()
  await waitFor(() => expect(ticked()).toEqual(['CRM.Task.View', 'CRM.Lead.View']))
})

test('permissions are found by their names and by their strings, also as Turkish keyboards type them', async () => {
  show('new')
  await nameField()
  const find = (typed: string) =>
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search permissions' }), {
      target: { value: typed },
    })
  find('TRANSACTİON LOOKUP')
  expect(lookup()).toBeDefined()
  find('transaction.view')
  expect(screen.getByText('Merchant.Transaction.View')).toBeDefined()
  find('nonsense')
  expect(screen.queryByText('Merchant.Transaction.View')).toBeNull()
  expect(screen.getByText('No permission found')).toBeDefined()
})

test('a permission says which further pages it opens', async () => {
  show('new')
  await nameField()
  expect(lookup()).toBeDefined()
  expect(screen.getByText('Also opens Balances')).toBeDefined()
})
