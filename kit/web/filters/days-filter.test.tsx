import { installPopovers } from '@counterfoil/kit/testing/popovers.tsx'
import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import type { ListState } from '@counterfoil/kit/web/grid/list-state.ts'
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { DaysFilter } from './list-filters.tsx'

installPopovers()
afterEach(cleanup)

test('a range of times ends with its last minute, and stays the same when it is applied again', async () => {
  const setFilters = vi.fn()
  // the hour of a chart, as its link has it
  const filters = { dateFrom: '2026-03-09T10:00:00.000Z', dateTo: '2026-03-09T10:59:59.999Z' }
  const list = { filters, setFilters } as unknown as ListState<'dateFrom' | 'dateTo'>
  renderInPortal(<DaysFilter label="Days" from="dateFrom" to="dateTo" hasTimes list={list} />, {
    timeZone: 'Europe/Istanbul',
  })
  await userEvent.click(await screen.findByRole('button', { name: /13:00 – 09-03-2026 13:59/ }))
  await userEvent.click(await screen.findByRole('button', { name: 'Apply' }))
  expect(setFilters).toHaveBeenLastCalledWith(filters)
})
