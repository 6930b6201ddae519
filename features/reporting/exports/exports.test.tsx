import { answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import Exports from './exports.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const at = '2026-11-29T12:00:00.000Z'

test('the list shows by which filters two exports of one report differ', async () => {
  const exportOf = (id: string, value: string) => ({
    ...{ id, name: { en: 'Payments' }, mode: 'Live', format: 'csv', state: 'done', failure: null },
    ...{ filters: [{ name: 'Status', value }], isAutomated: false, createdAt: at, expiresAt: at },
    ...{ rows: 3, rowsTotal: 3, bytes: 900 },
  })
  answerFetch(() => ({ data: [exportOf('a', 'Captured'), exportOf('b', 'Declined')], count: 2 }))
  renderInPortal(<Exports />)
  await screen.findAllByText('Status: Captured')
  expect(screen.getAllByText('Status: Declined').length).toBeGreaterThan(0)
})
