import { answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { installPopovers } from '@counterfoil/kit/testing/popovers.tsx'
import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { BulkUpdateDetails } from './bulk-updates.contract.ts'
import { StartDialog } from './start-dialog.tsx'

installPopovers()
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const update: BulkUpdateDetails = {
  ...{ id: '00000000-0000-7000-8000-000000000001', tenantId: '', tenantName: 'Northwind' },
  ...{ mode: 'Live', target: 'Declined', reason: 'Never came', state: 'draft', maker: 'Ada' },
  ...{ rows: 1210, open: 1206, changed: 0, waiting: 0, refused: 4, groups: [] },
  ...{ undoes: null, undoneBy: [], undoRefusal: null },
  ...{ createdAt: '2026-03-14T12:00:00Z', startedAt: null, endedAt: null },
}

test('nothing begins before the number of payments is typed', async () => {
  const asked = answerFetch(({ method }) => (method === 'POST' ? update : undefined))
  const onClose = vi.fn()
  renderInPortal(<StartDialog update={update} onClose={onClose} />)
  const number = screen.getByLabelText(/To confirm, type the number of payments: 1206/)
  const start = screen.getByRole('button', { name: 'Change 1,206 payments' })
  fireEvent.change(number, { target: { value: '1210' } })
  fireEvent.click(start)
  await screen.findByText('Type 1206')
  const begun = () => asked.filter(({ method }) => method === 'POST')
  expect(begun()).toEqual([])
  fireEvent.change(number, { target: { value: '1206' } })
  fireEvent.click(start)
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(begun().map(({ body }) => body)).toEqual([{ count: 1206 }])
})
