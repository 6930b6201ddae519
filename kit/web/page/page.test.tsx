import { MantineProvider, Modal } from '@mantine/core'
import { act, cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { Page } from './page.tsx'

afterEach(cleanup)

/** A search over the page, and the page once its code is there. */
function Arriving({ isSearching, isThere }: { isSearching: boolean; isThere: boolean }) {
  return (
    <MantineProvider env="test">
      <MemoryRouter>
        <Modal opened={isSearching} onClose={() => {}} lockScroll={false}>
          <input data-autofocus aria-label="Search" />
        </Modal>
        {isThere && <Page title="Fees">Content</Page>}
      </MemoryRouter>
    </MantineProvider>
  )
}

const focused = () =>
  document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent

test('a page that arrives has the focus', () => {
  render(<Arriving isSearching={false} isThere />)
  expect(focused()).toBe('Fees')
})

test('a page that arrives late takes nothing from what is typed over it', async () => {
  const { rerender } = render(<Arriving isSearching isThere={false} />)
  act(() => screen.getByLabelText('Search').focus())
  rerender(<Arriving isSearching isThere />)
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(focused()).toBe('Search')
})

test('a page that is chosen in a search has the focus once that is gone', async () => {
  const { rerender } = render(<Arriving isSearching isThere={false} />)
  act(() => screen.getByLabelText('Search').focus())
  rerender(<Arriving isSearching isThere />)
  rerender(<Arriving isSearching={false} isThere />)
  await expect.poll(focused).toBe('Fees')
})
