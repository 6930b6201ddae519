import { installPopovers } from '@counterfoil/kit/testing/popovers.tsx'
import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { DateRangePanel } from './date-range-filter.tsx'
import { rangeText } from './day-ranges.ts'

installPopovers()
afterEach(cleanup)

const range = { from: '2026-03-02', to: '2026-03-09', fromTime: '00:00', toTime: '23:55' }

test('a range is written DD-MM-YYYY HH:mm with 24 hours', () => {
  expect(rangeText(range)).toBe('02-03-2026 00:00 – 09-03-2026 23:55')
})

test('a range is not longer than its most days [dates.range-picker]', async () => {
  const onChange = vi.fn()
  renderInPortal(
    <DateRangePanel value={range} maxDays={7} hasTimes close={() => {}} onChange={onChange} />,
    { timeZone: 'Europe/Istanbul' },
  )
  // 2 to 9 March are eight days
  expect((await screen.findByRole('alert')).textContent).toBe('At most 7 days')
  const apply = screen.getByRole<HTMLButtonElement>('button', { name: 'Apply' })
  expect(apply.disabled).toBe(true)
  await screen.findByLabelText('From: Hours')
  await userEvent.click(await screen.findByRole('button', { name: /^10 March 2026/i }))
  await userEvent.click(screen.getByRole('button', { name: /^16 March 2026/i }))
  expect(apply.disabled).toBe(false)
  const hours = screen.getByLabelText('To: Hours')
  fireEvent.focus(hours)
  await userEvent.type(hours, '17')
  await userEvent.click(apply)
  expect(onChange).toHaveBeenLastCalledWith({
    ...range,
    ...{ from: '2026-03-10', to: '2026-03-16', toTime: '17:55' },
  })
  expect(screen.queryByRole('button', { name: 'Last 30 days' })).toBeNull()
})
