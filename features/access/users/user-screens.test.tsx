// What is asked before an invitation is written over, sent again, or a limit is lifted.

import { type Asked, answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { installPopovers } from '@counterfoil/kit/testing/popovers.tsx'
import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { LanguageProvider } from '@counterfoil/kit/web/texts/i18n.tsx'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { InviteDialog } from './invite-dialog.tsx'
import { LimitsSection } from './limits-section.tsx'
import { UserActions } from './user-actions.tsx'
import UserPage from './user-page.tsx'
import type { UserRow } from './users.contract.ts'

installPopovers()

const idOf = (n: number) => `0191f3a4-0000-7000-8000-${String(n).padStart(12, '0')}`
const user = {
  ...{ id: idOf(1), email: 'nora@northwind.example', firstName: 'Nora', lastName: 'Winder' },
  ...{ userType: 'tenant', tenantId: idOf(2), tenantName: 'Northwind Pay', merchantId: null },
  ...{ merchantName: null, roleId: idOf(3), roleName: 'Support', isAdministrator: false },
  ...{ isActive: true, status: 'Invited', lastLoginTime: null },
  createdAt: '2026-01-01T00:00:00.000Z',
} as unknown as UserRow
const taken = 'This address is invited already as Nora Winder, Support.'
const invited = { ...user, invitationExpiresAt: '2026-02-03T10:30:00.000Z' }

let asked: Asked[] = []
beforeEach(() => {
  sessionStorage.clear()
  asked = answerFetch(({ method, path, body }) => {
    if (path.startsWith('/api/users/roles-lookup')) return [{ id: idOf(3), name: 'Support' }]
    if (method === 'GET') return { data: [], count: 0 }
    if (path.endsWith('crm') && (body as { again?: boolean }).again !== true) {
      const errors = [{ message: taken, path: 'email' }]
      return Response.json({ code: 'user.invited_already', errors }, { status: 409 })
    }
    return invited
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const show = (what: ReactNode) =>
  renderInPortal(what, {
    permissions: ['manageCrmRoles'],
  })
const sent = () => asked.filter(({ method }) => method !== 'GET')
const press = async (name: string, inside?: HTMLElement) =>
  userEvent.click(await (inside ? within(inside) : screen).findByRole('button', { name }))

test('an operator is invited with the merchants that are chosen in the form', async () => {
  const merchant = { merchantId: idOf(8), legalBusinessName: 'Pier Nine', tenantId: idOf(2) }
  asked = answerFetch(({ method, path }) => {
    if (path.startsWith('/api/users/roles-lookup')) return [{ id: idOf(3), name: 'Support' }]
    return method === 'GET' ? { data: [merchant], count: 1 } : invited
  })
  show(<InviteDialog kind="operator" onClose={() => undefined} />)
  await userEvent.type(await screen.findByLabelText(/^E-mail/), user.email)
  await userEvent.type(screen.getByLabelText(/^First name/), 'Nora')
  await userEvent.type(screen.getByLabelText(/^Last name/), 'Winder')
  for (const [field, option] of [
    [/^Role/, 'Support'],
    [/^Merchants/, 'Pier Nine'],
  ] as const) {
    await userEvent.click(await screen.findByRole('combobox', { name: field }))
    await userEvent.click(await screen.findByRole('option', { name: option, hidden: true }))
  }
  const merchants = screen.getByRole('combobox', { name: /^Merchants/ })
  expect(merchants.getAttribute('placeholder')).not.toBe('No limit')
  await press('Invite')
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]?.body).toMatchObject({ roleId: idOf(3), merchantIds: [idOf(8)] })
  cleanup()
  show(<InviteDialog kind="merchant" into={idOf(4)} onClose={() => undefined} />)
  await screen.findByRole('textbox', { name: /^E-mail/ })
  expect(screen.queryByRole('combobox', { name: /^Merchants/ })).toBeNull()
})

test('that an invitation did not go out is said on the page of the invited person', async () => {
  answerFetch(({ path }) =>
    path === `/api/users/crm/${user.id}`
      ? { ...user, isManageable: false, invitationFault: 'failed' }
      : Response.json({ code: 'x' }, { status: 404 }),
  )
  const page = (
    <Routes>
      <Route path="/:id" element={<UserPage />} />
    </Routes>
  )
  renderInPortal(page, { permissions: ['manageCrmRoles'] }, `/${user.id}`)
  expect(await screen.findByText(/^Its e-mail could not be sent/)).toBeTruthy()
})

describe('an invitation to an address that is invited already', () => {
  const closed = vi.fn()
  async function refused() {
    closed.mockClear()
    show(<InviteDialog kind="operator" onClose={closed} />)
    await userEvent.type(await screen.findByLabelText(/^E-mail/), user.email)
    await userEvent.type(screen.getByLabelText(/^First name/), 'Eleanor')
    await userEvent.type(screen.getByLabelText(/^Last name/), 'Wharf')
    await userEvent.click(screen.getByRole('combobox', { name: /^Role/ }))
    await userEvent.click(await screen.findByRole('option', { name: 'Support', hidden: true }))
    await press('Invite')
    return await screen.findByRole('dialog', { name: 'Invited already' })
  }

  test('asks first, and sends it again when that is meant', async () => {
    const question = await refused()
    expect(question.textContent).toContain(`${taken} Send the invitation again with these instead?`)
    await press('Send again', question)
    await waitFor(() => expect(closed).toHaveBeenCalled())
    expect(sent().map(({ body }) => (body as { again: boolean }).again)).toEqual([false, true])
    expect(sent()[1]?.body).toMatchObject({ firstName: 'Eleanor', lastName: 'Wharf' })
  })

  test('goes back to what was typed when it is not', async () => {
    const question = await refused()
    await press('Cancel', question)
    await waitFor(() => expect(screen.queryByText(new RegExp(taken))).toBeNull())
    expect(screen.getByLabelText<HTMLInputElement>(/^First name/).value).toBe('Eleanor')
    expect(sent()).toHaveLength(1)
    expect(closed).not.toHaveBeenCalled()
  })
})

test('whoever is invited is sent the same again, and it is said how long the link works', async () => {
  show(<UserActions user={user} />)
  await press('Send the invitation again')
  const dialog = await screen.findByRole('dialog', { name: 'Send the invitation again?' })
  expect(dialog.textContent).toContain('within 7 days')
  await press('Send the invitation again', dialog)
  await screen.findByText(/The link works until 03\/02\/2026/)
  const { email, firstName, lastName, roleId } = user
  expect(sent().map(({ path, body }) => [path, body])).toEqual([
    [
      `/api/tenants/${user.tenantId}/tenant-user`,
      { email, firstName, lastName, roleId, again: true },
    ],
  ])
})

describe('a limit', () => {
  const card = { id: 'card', name: 'Card' }
  const wallet = { id: 'wallet', name: 'Wallet' }
  const none = { isLimited: false, items: [] }
  const limitedTo = (...items: (typeof card)[]) => ({
    ...{ isManageable: true, version: 4, effective: [], permissions: [] },
    ...{ scaRequiredPermissions: [], role: { id: idOf(3), name: 'Support' } },
    limits: { merchants: none, paymentMethods: { isLimited: true, items }, serviceProviders: none },
  })
  test('to merchants is changed as this page has read it', async () => {
    const shop = { id: idOf(9), name: 'Shop' }
    const access = limitedTo()
    const limits = { ...access.limits, merchants: { isLimited: true, items: [shop] } }
    show(<LimitsSection user={user} access={{ ...access, limits } as never} />)
    await userEvent.type(await screen.findByRole('combobox', { name: 'Merchants' }), '{Backspace}')
    await press('Lift the limit', await screen.findByRole('dialog', { name: 'Lift this limit?' }))
    await waitFor(() => expect(sent().map(({ body }) => body)).toEqual([{ ids: [], version: 4 }]))
  })

  const shown = (...items: (typeof card)[]) =>
    show(<LimitsSection user={user} access={limitedTo(...items) as never} />)
  const takeLast = async () =>
    userEvent.type(await screen.findByRole('combobox', { name: 'Payment methods' }), '{Backspace}')

  test('that is the last is lifted only by who is told what follows', async () => {
    shown(card)
    await takeLast()
    const dialog = await screen.findByRole('dialog', { name: 'Lift this limit?' })
    expect(dialog.textContent).toContain('Without a limit Nora Winder sees payments by all methods')
    expect(sent()).toEqual([])
    await press('Cancel', dialog)
    expect(sent()).toEqual([])
    await takeLast()
    await press('Lift the limit', await screen.findByRole('dialog', { name: 'Lift this limit?' }))
    await waitFor(() => expect(sent().map(({ body }) => body)).toEqual([{ ids: [], version: 4 }]))
  })

  test('to payment methods names them in the language of the page', async () => {
    localStorage.setItem('Language', 'tr')
    const limits = <LimitsSection user={user} access={limitedTo(card) as never} />
    show(<LanguageProvider>{limits}</LanguageProvider>)
    expect(await screen.findAllByText('Kart')).not.toEqual([])
    expect(screen.queryAllByText('Card')).toEqual([])
  })

  test('of several goes at once', async () => {
    shown(card, wallet)
    await takeLast()
    await waitFor(() =>
      expect(sent().map(({ body }) => body)).toEqual([{ ids: ['card'], version: 4 }]),
    )
  })
})
