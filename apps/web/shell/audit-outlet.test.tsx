import { type Asked, answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { place, renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { AuditLink } from '@counterfoil/kit/web/page/audit-link.tsx'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Link, useNavigate } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AuditOutlet } from './audit-outlet.tsx'

const id = '0191f3a4-0000-7000-8000-0000000000cc'
let asked: Asked[] = []

beforeEach(() => {
  asked = answerFetch(({ path }) =>
    path === `/api/crm/audit/payment/${id}`
      ? {
          count: 1,
          data: [
            {
              id,
              actorId: id,
              actorName: 'Ada Tester',
              action: 'payments.refund',
              before: { status: 'captured', currency: 'GBP', refundedAmount: 0 },
              after: { status: 'refunded', currency: 'GBP', refundedAmount: 1250 },
              ...{ words: {}, currencyFields: {} },
              requestId: 'request-1',
              createdAt: '2026-11-20T12:00:00.000Z',
            },
          ],
        }
      : undefined,
  )
})
afterEach(cleanup)

function Page() {
  const navigate = useNavigate()
  return (
    <>
      <AuditLink recordType="payment" recordId={id} />
      <Link to={`/other?tab=fees&audit=payment:${id}`}>Deep link</Link>
      <Link to="/other?audit=payment:../users">No such record</Link>
      <button type="button" onClick={() => navigate(-1)}>
        Back
      </button>
      <AuditOutlet />
    </>
  )
}

const open = (user = {}) => renderInPortal(<Page />, user)

test('the outlet audit opens beside any page by its address, and tells who, when, before and after [routes.groups.audit-outlet]', async () => {
  open()
  fireEvent.click(screen.getByText('Deep link'))
  const panel = await screen.findByRole('dialog', { name: 'Changes' })
  expect(await within(panel).findByText('Refund')).toBeTruthy()
  expect(panel.textContent).toContain('Ada Tester · 20/11/2026 12:00:00')
  const rows = within(panel).getAllByRole('row')
  expect(rows.map((row) => row.textContent)).toEqual([
    'FieldBeforeAfter',
    'StatusCapturedRefunded',
    'Refunded0.00 GBP12.50 GBP',
  ])
  fireEvent.click(within(panel).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(place()).toBe('/other?tab=fees')
})

test('opened from a record, closing goes back to where it was, and so does the back button', async () => {
  open()
  fireEvent.click(screen.getByText('Changes'))
  const panel = await screen.findByRole('dialog')
  expect(place()).toBe(`/start?audit=payment%3A${id}`)
  fireEvent.keyDown(panel, { key: 'Escape' })
  await waitFor(() => expect(place()).toBe('/start'))
  fireEvent.click(screen.getByText('Changes'))
  await screen.findByRole('dialog')
  fireEvent.click(screen.getByText('Back'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(place()).toBe('/start')
})

test('an address of no record opens nothing and asks nothing', async () => {
  open()
  fireEvent.click(screen.getByText('No such record'))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(asked).toEqual([])
})

test('merchants are not offered it', () => {
  open({ audience: 'merchant' })
  expect(screen.queryByText('Changes')).toBeNull()
})
