import { answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { ResourceForm } from '@counterfoil/kit/web/resource/resource-form.tsx'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { antifraudRules } from './antifraud-rules.resource.ts'
import { parts } from './antifraud-rules-parts.tsx'
import { StatusPart } from './rule-status-parts.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const row = {
  ...{ id: '0191f3a4-0000-7000-8000-0000000000cc', version: 1, isActive: false },
  ...{ updatedAt: '2026-03-14T12:00:00.000Z', tenantId: null, names: {} },
  ...{ effect: 'live', rule: 'amount_ceiling' },
}
const none = { matched: 0, blocked: 0, held: 0, flagged: 0 }
const status = {
  ...{ ruleId: row.id, isInForce: false, reasons: ['switchedOff', 'changeWaits'] },
  counts: { ...none, wouldBlock: 0, wouldHold: 0, wouldFlag: 0, lastAt: null },
}

test('a rule that is switched off says so in its form too, and that a change of it waits', async () => {
  answerFetch(({ path }) => (path.endsWith('/statuses') ? [status] : undefined))
  renderInPortal(
    <ResourceForm of={antifraudRules} row={row} cells={parts.cells} onDone={() => undefined} />,
    { permissions: antifraudRules.permissions.edit },
  )
  expect(await screen.findByText('Off')).toBeTruthy()
  expect(screen.getByText('Change waits')).toBeTruthy()
  expect(screen.queryByText('In force')).toBeNull()
})

test('what a rule has found says of which payments', async () => {
  answerFetch(({ path }) => (path.endsWith('/statuses') ? [status] : undefined))
  renderInPortal(<StatusPart row={row} />, { permissions: antifraudRules.permissions.edit })
  expect(await screen.findByText('Live payments of the last 30 days')).toBeTruthy()
})
