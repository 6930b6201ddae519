import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useRelativeTime } from './dates.tsx'

afterEach(cleanup)

function Ago({ ms }: { ms: number }) {
  const relative = useRelativeTime()
  const now = new Date('2026-11-20T12:00:00.000Z')
  return <p>{relative(new Date(now.getTime() - ms), now)}</p>
}

const minute = 60_000

test.each([
  [0, 'just now'],
  [minute - 1, 'just now'],
  [minute, '1 minutes ago'],
  [60 * minute - 1, '59 minutes ago'],
  [60 * minute, '1h ago'],
  [1440 * minute - 1, '23h ago'],
  [1440 * minute, '19/11/2026 12:00'],
])('%i ms ago is %s [dates.relative]', (ms, text) => {
  renderInPortal(<Ago ms={ms} />)
  expect(screen.getByText(text)).toBeTruthy()
})
