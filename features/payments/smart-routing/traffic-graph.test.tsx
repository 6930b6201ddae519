import { answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Traffic } from './traffic-graph.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const edge = (currency: string, payments: number, cost: number | null) => ({
  ...{ ruleId: 'large', rule: 'Large', midId: 'm1', midCode: 'ALPHA', provider: 'sandbox_alpha' },
  ...{ currency, payments, decided: payments, approved: payments, amount: 100, cost },
})
const show = (cost: number | null) => {
  answerFetch(() => ({
    ...{ merchantId: 'h1', mode: 'Live', versionId: 'v1', number: 1 },
    ...{ from: '2026-11-01T00:00:00.000Z', to: '2026-11-02T00:00:00.000Z' },
    rules: [{ id: 'large', name: 'Large' }],
    edges: [edge('EUR', 4, cost), edge('GBP', 106, cost)],
  }))
  renderInPortal(<Traffic />, { permissions: ['Settings.Mid.Management.View'], audience: 'tenant' })
}

test('an edge counts the payments of every currency and leads to all of them, a row to those of its own', async () => {
  show(null)
  const link = await screen.findByRole('link', {
    name: 'Large to ALPHA: 110 payments, 100% approved',
  })
  expect(link.getAttribute('href')).toContain('routingRule=large')
  expect(link.getAttribute('href')).not.toContain('currency=')
  const row = screen.getByRole('link', { name: 'Open the payments: 106' })
  expect(row.getAttribute('href')).toContain('currency=GBP')
})

test('labels of edges that cross do not lie on one another, and MIDs whose names begin alike have different labels', async () => {
  const rules = ['a', 'b', 'c', 'd'].map((id) => ({ id, name: `Rule ${id}` }))
  const mids = ['HARBOUR-BOOKS-OF-LONDON-LIVE-ALPHA', 'HARBOUR-BOOKS-OF-LONDON-LIVE-BETA']
  answerFetch(() => ({
    ...{ merchantId: 'h1', mode: 'Live', versionId: 'v1', number: 1, rules },
    ...{ from: '2026-11-01T00:00:00.000Z', to: '2026-11-02T00:00:00.000Z' },
    edges: rules.flatMap(({ id }) =>
      mids.map((midCode) => ({
        ...edge('GBP', 4, null),
        ...{ ruleId: id, rule: id, midId: midCode, midCode },
      })),
    ),
  }))
  renderInPortal(<Traffic />, { permissions: ['Settings.Mid.Management.View'], audience: 'tenant' })
  const labels = await screen.findAllByText('4 · 100%')
  expect(labels).toHaveLength(8)
  const spots = labels.map((one) => [one.getAttribute('x'), one.getAttribute('y')].map(Number))
  for (const [at, [x = 0, y = 0]] of spots.entries()) {
    for (const [otherX = 0, otherY = 0] of spots.slice(at + 1)) {
      expect(Math.abs(x - otherX) >= 74 || Math.abs(y - otherY) >= 15).toBe(true)
    }
  }
  expect(screen.getByText(/….*ALPHA$/)).toBeTruthy()
  expect(screen.getByText(/….*BETA$/)).toBeTruthy()
})

test('costs are a column once one is known; before, operators read where they come from', async () => {
  show(null)
  await screen.findByText('Costs are shown once they are entered with the MIDs.')
  expect(screen.queryByRole('columnheader', { name: 'Cost' })).toBeNull()
  cleanup()
  show(12)
  await screen.findByRole('columnheader', { name: 'Cost' })
  expect(screen.queryByText(/once they are entered/)).toBeNull()
})
