import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { SearchField } from './search-field.tsx'

afterEach(cleanup)

test.each([
  ['4242 4242 4242 4242', '4242'],
  ['4000-0000-0000-0069', '0069'],
  // a number that is no card's stays whole
  ['1234567890123456', '1234567890123456'],
  ['HB-11673', 'HB-11673'],
])('of %s the browser searches for %s', async (typed, searched) => {
  const search = vi.fn()
  renderInPortal(<SearchField value={undefined} onSearch={search} />)
  const field = screen.getByRole('searchbox')
  fireEvent.change(field, { target: { value: typed } })
  fireEvent.keyDown(field, { key: 'Enter' })
  await waitFor(() => expect(search).toHaveBeenCalledWith(searched))
  expect(search).toHaveBeenCalledTimes(1)
})

test('on leaving the field the search begins at once, and not again after that', async () => {
  const search = vi.fn()
  renderInPortal(<SearchField value={undefined} onSearch={search} />)
  const field = screen.getByRole('searchbox')
  fireEvent.change(field, { target: { value: 'HB-1' } })
  fireEvent.blur(field)
  expect(search.mock.calls).toEqual([['HB-1']])
  await new Promise((resolve) => setTimeout(resolve, 600))
  fireEvent.blur(field)
  expect(search).toHaveBeenCalledTimes(1)
})
