import { answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { antifraudRules } from './antifraud-rules.resource.ts'
import { parts } from './antifraud-rules-parts.tsx'
import { RuleDecisions } from './rule-decisions.tsx'
import { decisionTexts } from './screening-rules.messages.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const at = '2026-03-14T12:00:00.000Z'
const row = (some: object) => ({
  ...{ id: '0191f3a4-0000-7000-8000-0000000000cc', version: 1, isActive: true, updatedAt: at },
  ...{ tenantId: null, names: {}, effect: 'live', rule: 'amount_ceiling' },
  ...some,
})
const waiting = {
  ...{ number: 2, state: 'waiting', values: {}, madeBy: 'Ada', askedBy: 'Ada' },
  ...{ activatedBy: null, activatedAt: null, createdAt: at },
}

test.each([
  ['live', true, 'Confirm and put in force', 'The rule is in force'],
  ['shadow', false, 'Confirm and put in force', 'The rule is in force'],
  [
    'live',
    false,
    'Confirm, and leave it switched off',
    'The change is confirmed. The rule is still switched off.',
  ],
] as const)(
  'a change of a rule (%s, switched on: %s) is confirmed with “%s”',
  async (effect, isActive, label, done) => {
    const record = row({ effect, isActive })
    const state = {
      id: record.id,
      effect,
      leaving: null,
      versions: [waiting],
      refusal: null,
    }
    answerFetch(({ path }) => (path.includes(record.id) ? state : undefined))
    renderInPortal(<RuleDecisions row={record} />, { permissions: antifraudRules.permissions.edit })
    await userEvent.click(await screen.findByRole('button', { name: label }))
    await screen.findByText(done)
  },
)

test('that a change waits is said of what differs alone', () => {
  const saved = row({ threshold: null, amountMinor: 5000, countries: [] })
  const { savedText } = parts
  expect(savedText?.(saved, { ...saved, amountMinor: 4000 })).toBe(decisionTexts.asked)
  expect(savedText?.(saved, { ...saved })).toBeUndefined()
  expect(savedText?.({ ...saved, effect: 'shadow' }, { ...saved, amountMinor: 1 })).toBeUndefined()
})
