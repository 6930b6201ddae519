import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { WaitingDecisions } from './waiting-decisions.tsx'

afterEach(cleanup)

const item = { id: 'a', merchantName: 'Harbour Books', isOwn: false, refusal: null }
const texts = {
  ...{ waiting: 'Files awaiting approval', merchant: 'Merchant', cannot: 'You cannot' },
  ...{ approve: 'Approve', decline: 'Decline' },
}

test.each([
  [1, null],
  [3, '2 more wait, and are shown here when these are decided.'],
])('of %i that wait, one of which is shown, the others are said', (count, further) => {
  renderInPortal(
    <WaitingDecisions
      waiting={{ data: [item], count }}
      texts={texts}
      facts={() => null}
      dialog={() => null}
    />,
  )
  expect(screen.getByRole('button', { name: 'Approve' })).toBeTruthy()
  expect(screen.queryByText(/more wait/)?.textContent ?? null).toBe(further)
})
