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

test('an export that could not be made says why, one of an earlier version by the code', async () => {
  const failed = (id: string, failureMessage: string | null) => ({
    ...{ id, name: { en: 'Payments' }, mode: 'Live', format: 'pdf', state: 'failed', filters: [] },
    ...{ isAutomated: false, createdAt: at, expiresAt: at, rows: 0, rowsTotal: null, bytes: 0 },
    ...{ failure: 'export.too_long_to_print', failureMessage, failureParams: null },
  })
  const message = 'This has 9,000 rows. Choose fewer days.'
  answerFetch(() => ({ data: [failed('a', message), failed('b', null)], count: 2 }))
  renderInPortal(<Exports />)
  await screen.findAllByText(message)
  expect(screen.getAllByText('export.too_long_to_print')).toHaveLength(1)
})
