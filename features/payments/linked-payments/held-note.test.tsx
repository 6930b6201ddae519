import type { PaymentDetails } from '@counterfoil/features/payments/details/details.contract.ts'
import { blacklist } from '@counterfoil/features/routing/antifraud/blacklist.resource.ts'
import { answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { installPopovers } from '@counterfoil/kit/testing/popovers.tsx'
import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { HeldNote } from './held-note.tsx'

installPopovers()
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const payment = {
  ...{ id: 'p1', merchantId: 'm1', tenantId: 't1', status: 'waiting_for_approval' },
  ...{ tenantName: 'Northwind Pay', merchantName: 'Harbour Books' },
  ...{ holdReason: 'Screening asks for a review', authorisationExpiresAt: '2026-12-03T10:00:00Z' },
} as unknown as PaymentDetails
const link = { refused: 0, disputed: 0, cards: 1, emails: 1 }
const links = [
  { by: 'card', value: null, payments: 3, ...link, disputed: 2, emails: 2 },
  { by: 'address', value: '203.0.113.7', payments: 100, ...link },
  { by: 'device', value: 'device-1', payments: 0, ...link, cards: 0, emails: 0 },
]
const alerts = [
  {
    ...{ id: 'a1', rule: 'card_velocity', outcome: 'review', message: 'Three tries' },
    ...{ isShadow: false, owner: 'merchant', ruleVersion: 4 },
  },
  { id: 'a2', rule: 'ip_velocity', outcome: 'review', message: 'Only tried', isShadow: true },
]
const path = '/transaction-management/transaction-lookup/p1'

test('says why it is held, what the rules found, and what else was paid with the same', async () => {
  answerFetch(({ path }) => (path.endsWith('/links') ? links : alerts))
  renderInPortal(
    <HeldNote payment={payment} isOperator />,
    { permissions: blacklist.permissions.edit, audience: 'tenant' },
    path,
  )
  const list = await screen.findByRole('list', { name: 'Linked payments' })
  screen.getByText('Held because: Screening asks for a review')
  await screen.findByText('Three tries (A card pays too often, Harbour Books, version 4)')
  expect(screen.queryByText(/Only tried/)).toBeNull()
  const [card, address, device] = within(list)
    .getAllByRole('listitem')
    .map((item) => item.textContent)
  expect(card).toMatch(/^Same card3 other payments · 2 disputed · 2 e-mails/)
  expect(address).toMatch(/^Same IP address203\.0\.113\.7100 other payments or more/)
  expect(device).toBe('Same devicedevice-1No other payment')
  expect(within(list).getByRole('link', { name: 'Same card' }).getAttribute('href')).toBe(
    `${path}/payer/card`,
  )
  // its reader may change the blacklist, and not the whitelist
  await within(list).findByRole('button', { name: 'Block this address' })
  expect(within(list).queryByRole('button', { name: /^Trust/ })).toBeNull()
})

test('what the rules found is not disclosed to merchants', async () => {
  const asked = answerFetch(() => [])
  const own = { ...payment, holdReason: null }
  renderInPortal(<HeldNote payment={own} isOperator={false} />, { audience: 'merchant' }, path)
  await screen.findByText('No other payment has its card, e-mail, address or device in common.')
  expect(asked.map((one) => one.path)).toEqual(['/api/transactions/p1/links'])
  expect(screen.queryByText(/^Held because/)).toBeNull()
})

test('of a card that is blocked already it says so, with the entry, and offers no other block of it', async () => {
  answerFetch(({ path }) => (path.endsWith('/links') ? links : alerts))
  renderInPortal(
    <HeldNote payment={{ ...payment, blockedBy: 'b1' }} isOperator />,
    { permissions: blacklist.permissions.edit, audience: 'tenant' },
    path,
  )
  const blocked = await screen.findByRole('link', { name: 'This card is blocked' })
  expect(blocked.getAttribute('href')).toBe(`${blacklist.screen?.path}?record=b1`)
  expect(screen.queryByRole('button', { name: 'Block this card' })).toBeNull()
  // its address is not on the list by that
  expect(screen.getByRole('button', { name: 'Block this address' })).toBeTruthy()
})
