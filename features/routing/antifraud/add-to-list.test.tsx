import { answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { installPopovers } from '@counterfoil/kit/testing/popovers.tsx'
import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { AddToList } from './add-to-list.tsx'
import { blacklist } from './blacklist.resource.ts'

installPopovers()
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const payment = {
  id: '0191f3a4-0000-7000-8000-0000000000aa',
  merchantId: '0191f3a4-0000-7000-8000-0000000000bb',
  tenantId: '0191f3a4-0000-7000-8000-0000000000cc',
}

function show(permissions: readonly string[], blockedBy: string | null = null) {
  const asked = answerFetch(({ method, body }) =>
    method === 'POST' ? { ...(body as object), id: payment.id, version: 1 } : undefined,
  )
  renderInPortal(
    <AddToList
      {...{ payment, list: 'block', kind: 'card', value: payment.id, blockedBy }}
      shown="Visa 424242••••4242"
    />,
    { permissions, audience: 'tenant' },
  )
  return asked
}

test('whoever may change the blacklist lists the card of the payment, by the keyboard alone', async () => {
  const asked = show(blacklist.permissions.edit)
  const keys = userEvent.setup()
  await keys.tab()
  expect(document.activeElement?.textContent).toBe('Block this card')
  await keys.keyboard('{Enter}')
  const form = await screen.findByRole('dialog', { name: 'Block this card' })
  expect(form.textContent).toContain('Visa 424242••••4242')
  expect(form.textContent).toContain('blocked at all your merchants')
  // the id that stands for the card is not shown to be read
  expect(screen.queryByRole('textbox', { name: /^Value/ })).toBeNull()
  await keys.type(screen.getByRole('textbox', { name: /^Reason/ }), 'Stolen{Enter}')
  await waitFor(() => expect(asked.some(({ method }) => method === 'POST')).toBe(true))
  const made = asked.find(({ method }) => method === 'POST')
  expect(made?.path).toBe(`/api${blacklist.path}`)
  expect(made?.query.get('tenantId')).toBe(payment.tenantId)
  expect(made?.body).toMatchObject({ kind: 'card', value: payment.id, reason: 'Stolen' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  // it is not offered again
  const blocked = await screen.findByRole('link', { name: 'This card is blocked' })
  expect(blocked.getAttribute('href')).toBe(`${blacklist.screen?.path}?record=${payment.id}`)
  expect(screen.queryByRole('button', { name: 'Block this card' })).toBeNull()
})

test('a card that is blocked already is said to be, with the entry', () => {
  show(blacklist.permissions.edit, payment.tenantId)
  const blocked = screen.getByRole('link', { name: 'This card is blocked' })
  expect(blocked.getAttribute('href')).toContain(`record=${payment.tenantId}`)
  expect(screen.queryByRole('button', { name: 'Block this card' })).toBeNull()
})

test('nobody else is offered it', () => {
  show(['CRM.Transaction.View'])
  expect(screen.queryByRole('button', { name: 'Block this card' })).toBeNull()
})
