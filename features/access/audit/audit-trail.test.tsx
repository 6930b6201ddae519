import { answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { installPopovers } from '@counterfoil/kit/testing/popovers.tsx'
import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import AuditTrail from './audit-trail.tsx'

installPopovers()
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const id = (number: number) => `0191f3a4-0000-7000-8000-${String(number).padStart(12, '0')}`
const entry = {
  ...{ id: id(1), tenantId: id(2), tenantName: 'Northwind Pay', actorId: id(3), actorName: 'Ada' },
  ...{ action: 'api-keys.update', recordType: 'api-keys', recordId: id(4), recordLabel: 'Shop' },
  before: { mode: '1', scopes: ['payments:read'], isActive: true, most: 900, mostIn: 'JPY' },
  after: {
    ...{ mode: '2', scopes: ['payments:read', 'refunds:write'], isActive: false },
    ...{ most: 12500, mostIn: 'GBP' },
  },
  currencyFields: { most: 'mostIn' },
  words: {
    mode: { en: 'Mode', tr: 'Mod' },
    'mode.1': { en: 'Test', tr: 'Deneme' },
    'mode.2': { en: 'Live', tr: 'Canlı' },
    scopes: { en: 'May', tr: 'Yetkileri' },
    'scopes.payments:read': { en: 'Read payments', tr: 'Ödemeleri okuma' },
    'scopes.refunds:write': { en: 'Refund', tr: 'İade' },
  },
  ...{ requestId: id(5), ip: '192.0.2.7', createdAt: '2026-02-03T04:05:06.000Z' },
}

test('records, fields and choices are called by their names', async () => {
  answerFetch(({ path }) => {
    if (path === '/api/crm/audit') return { data: [entry], count: 1 }
    const recordNames = { 'api-keys': { en: 'API key', tr: 'API anahtarı' } }
    return path === '/api/crm/audit-actions'
      ? { actions: [], recordTypes: [], recordNames }
      : undefined
  })
  renderInPortal(<AuditTrail />, { permissions: ['Settings.GeneralSettings.Audit.View'] })
  const row = await screen.findByRole('row', { name: /API key Shop/ })
  expect(row.textContent).toContain('Ada')
  // a name says more than an id, which is a column of its own for who looks for it
  expect(row.textContent).not.toContain(id(4))
  await userEvent.click(screen.getByRole('button', { name: 'Show' }))
  const table = (await screen.findByText('Before')).closest('table') as HTMLElement
  const rows = within(table).getAllByRole('row', { hidden: true })
  expect(rows.map(({ children }) => [...children].map((cell) => cell.textContent))).toEqual([
    ['Field', 'Before', 'After'],
    ['Mode', 'Test', 'Live'],
    ['May', 'Read payments', 'Read payments, Refund'],
    ['Active', 'Yes', 'No'],
    ['Most', '900 JPY', '125.00 GBP'],
    ['Most in', 'JPY', 'GBP'],
  ])
})
