import { answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { installPopovers } from '@counterfoil/kit/testing/popovers.tsx'
import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { act, cleanup, screen } from '@testing-library/react'
import { useLocation, useNavigate } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import AutomatedReports from './automated-reports.tsx'

installPopovers()
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

let go: ReturnType<typeof useNavigate>
let at: ReturnType<typeof useLocation>

function Places() {
  go = useNavigate()
  at = useLocation()
  return at.pathname === '/automated-reports' ? <AutomatedReports /> : null
}

test('a report that is scheduled says its filters in words, and opens the form once', async () => {
  answerFetch(({ path }) =>
    path.endsWith('/sources') || path.endsWith('/targets') ? [] : { data: [], count: 0 },
  )
  renderInPortal(<Places />)
  const query = { groupBy: 'provider,declineReason', timeZone: 'Europe/London' }
  act(() => void go('/automated-reports', { state: { source: 'declines', query } }))
  const dialog = await screen.findByRole('dialog', { name: 'New automated report' })
  expect(dialog.textContent).toContain(
    'As they were on the report: Group by: Provider, Decline reason · Time zone: Europe/London',
  )
  // a reload finds what the browser keeps with the address
  expect([at.pathname, at.state]).toEqual(['/automated-reports', null])
})
