import { answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { activityCalls } from './activity.contract.ts'
import Activity from './activity.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const calls = activityCalls({
  ...{ id: 'opportunities', path: '/crm/opportunities' },
  permission: { view: 'CRM.Opportunity.View', edit: 'CRM.Opportunity.Edit' },
})

test('the activity of an opportunity says which of its beginnings is that of its lead', async () => {
  const idOf = (last: number) => `0191f3a4-0000-7000-8000-00000000000${last}`
  const made = { kind: 'made', text: null, before: null, after: null, actorName: 'Nora West' }
  const data = [
    { ...made, id: idOf(2), of: 'item', createdAt: '2026-11-02T10:00:00Z' },
    { ...made, id: idOf(1), of: 'lead', createdAt: '2026-11-01T10:00:00Z' },
  ]
  answerFetch(() => ({ data, count: data.length }))
  renderInPortal(<Activity calls={calls} id={idOf(9)} />)
  await screen.findByText('Created')
  expect(screen.getAllByRole('listitem').map((one) => one.querySelector('p')?.textContent)).toEqual(
    ['Created', 'Lead created'],
  )
})
