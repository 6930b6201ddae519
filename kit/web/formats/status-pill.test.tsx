import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { LanguageProvider } from '../texts/i18n.tsx'
import { disputeStatusMap, statusTokenOf } from './status.ts'
import { StatusPill } from './status-pill.tsx'

afterEach(cleanup)

function lookOf(status: string, isQuiet = false) {
  const { unmount } = render(
    <LanguageProvider>
      <StatusPill status={status} label={status} isQuiet={isQuiet} />
    </LanguageProvider>,
  )
  const { token, shade, quiet } = screen.getByText(status).dataset
  const icon = screen.getByText(status).querySelector('svg')?.getAttribute('class')
  unmount()
  return { token, shade, quiet, icon }
}

test('captured, reserved and refunded have one colour and differ in shade and icon', () => {
  const looks = ['captured', 'reserved', 'refunded'].map((status) => lookOf(status))
  expect(new Set(looks.map(({ token }) => token))).toEqual(new Set(['positive']))
  expect(new Set(looks.map(({ shade }) => shade)).size).toBe(3)
  expect(new Set(looks.map(({ icon }) => icon)).size).toBe(3)
})

test('what is no state to act on has no alarm colour', () => {
  expect(lookOf('Closed', true)).toMatchObject({ quiet: 'true' })
  expect(lookOf('Closed')).toMatchObject({ token: 'negative', quiet: undefined })
})

test('a dispute wears the documented colours of its statuses', () => {
  const states = ['opened', 'answered', 'under_review', 'accepted', 'won', 'lost']
  const worn = states.map((state) => statusTokenOf(state, disputeStatusMap))
  expect(worn).toEqual(['positive', 'ongoing', 'pending', 'positive', 'positive', 'negative'])
})
