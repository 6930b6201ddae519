import {
  approvedStatuses,
  undecidedStatuses,
} from '@counterfoil/features/reporting/figures/outcomes.schema.ts'
import { answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { LanguageProvider } from '@counterfoil/kit/web/texts/i18n.tsx'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { AlertDrawer } from './alert-drawer.tsx'

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const at = '2026-11-20T10:00:00.000Z'
const shown = {
  ...{ id: 'a', ruleId: 'r', tenantId: 't', tenantName: 'Northwind Pay', name: 'Declines' },
  ...{ kind: 'threshold', severity: 'warning', state: 'open', measure: 'declined' },
  ...{ value: 12, low: null, high: 5, payments: 12, currency: null, from: at, to: at },
  ...{ mode: 'Live', merchantId: null, merchantName: null, provider: null, method: null },
  ...{ message: 'Declines: 12', firedAt: at, isSilenced: false, escalatedAt: null },
  ...{ acknowledgedAt: null, acknowledgedBy: null, resolvedAt: null, resolvedBy: null },
  past: [],
}

test.each([
  ['firstTryDeclined', { attempts: 'first_declined' }],
  ['rescued', { attempts: 'first_declined', status: approvedStatuses.join() }],
  ['answered', { attempts: 'answered' }],
  ['undecided', { status: undecidedStatuses.join() }],
])('an alert of %s opens the payments that it counts', async (measure, filter) => {
  answerFetch(() => ({ ...shown, measure }))
  renderInPortal(
    <LanguageProvider>
      <AlertDrawer id="a" onClose={() => {}} />
    </LanguageProvider>,
    { permissions: ['CRM.Transaction.View'] },
  )
  const link = await screen.findByRole('link', { name: /payments/ })
  const { searchParams } = new URL(String(link.getAttribute('href')), 'http://portal.example')
  const { attempts, status } = Object.fromEntries(searchParams)
  expect({ ...(attempts && { attempts }), ...(status && { status }) }).toEqual(filter)
})

test.each([
  ['en', 'Mode', 'Live'],
  ['tr', 'Mod', 'Canlı'],
])('in %s the drawer says %s: %s', async (language, name, mode) => {
  answerFetch(() => shown)
  localStorage.setItem('Language', language)
  renderInPortal(
    <LanguageProvider>
      <AlertDrawer id="a" onClose={() => {}} />
    </LanguageProvider>,
  )
  const fact = (await screen.findByText(name, { selector: 'dt' })).parentElement
  expect(fact?.querySelector('dd')?.textContent).toBe(mode)
})
