import { installPopovers } from '@counterfoil/kit/testing/popovers.tsx'
import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CallProblem } from '../calls/problem.ts'
import { type UserContext, UserProvider } from '../session/user.tsx'
import { LanguageProvider } from '../texts/i18n.tsx'
import type { GridColumn } from './columns.ts'
import { DataGrid, type DataGridProps } from './grid.tsx'

interface Row {
  readonly id: string
  readonly name: string
  readonly amount: number
}

const rows: readonly Row[] = [
  { id: 'a', name: 'First', amount: 1 },
  { id: 'b', name: 'Second', amount: 2 },
  { id: 'c', name: 'Third', amount: 3 },
]
const columns: readonly GridColumn<Row>[] = [
  { id: 'name', title: 'Name', cell: (row) => row.name, isFixed: true },
  { id: 'amount', title: 'Amount', cell: (row) => row.amount, sort: 'amount_minor' },
  { id: 'secret', title: 'Secret', cell: () => 'hidden value', isOptional: true },
]
const context = { user: { id: 'user-1' }, currencies: [] } as unknown as UserContext

installPopovers()
afterEach(cleanup)
beforeEach(() => {
  localStorage.clear()
  localStorage.setItem('Language', 'en')
})

function show(props: Partial<DataGridProps<Row>> = {}) {
  return render(
    <MantineProvider>
      <LanguageProvider>
        <UserProvider value={context}>
          <MemoryRouter>
            <Routes>
              <Route
                path="/"
                element={
                  <DataGrid
                    id="rows"
                    label="Rows"
                    columns={columns}
                    rows={rows}
                    rowId={(row) => row.id}
                    rowLink={(row) => `/rows/${row.id}`}
                    {...props}
                  />
                }
              />
              <Route path="/rows/:id" element={<p>opened</p>} />
            </Routes>
          </MemoryRouter>
        </UserProvider>
      </LanguageProvider>
    </MantineProvider>,
  )
}

test('rows are links, and the arrow keys go from one to the next', async () => {
  const user = userEvent.setup()
  show()
  const first = screen.getByRole('link', { name: 'First' })
  first.focus()
  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(document.activeElement?.textContent).toBe('Third')
  await user.keyboard('{Home}{Enter}')
  expect(screen.getByText('opened')).toBeTruthy()
})

test('a click anywhere on a row opens it', async () => {
  const user = userEvent.setup()
  show()
  await user.click(screen.getByText('2'))
  expect(screen.getByText('opened')).toBeTruthy()
})

test('sorting asks for the API’s field, largest first, then the other way', async () => {
  const user = userEvent.setup()
  const onSort = vi.fn()
  const { unmount } = show({ onSort })
  await user.click(screen.getByRole('button', { name: /Amount/ }))
  expect(onSort).toHaveBeenLastCalledWith({ by: 'amount_minor', descending: true })
  unmount()
  show({ onSort, sort: { by: 'amount_minor', descending: true } })
  expect(screen.getByRole('columnheader', { name: /Amount/ }).getAttribute('aria-sort')).toBe(
    'descending',
  )
  await user.click(screen.getByRole('button', { name: /Amount/ }))
  expect(onSort).toHaveBeenLastCalledWith({ by: 'amount_minor', descending: false })
  expect(screen.queryByRole('button', { name: 'Name' })).toBeNull()
})

test('where the names of the columns are not seen, the order is chosen beside them', async () => {
  const onSort = vi.fn()
  show({ onSort, sort: { by: 'amount_minor', descending: true } })
  await userEvent.click(screen.getByRole('button', { name: 'Columns' }))
  const order = screen.getByLabelText<HTMLSelectElement>('Sort')
  expect(order.selectedOptions[0]?.text).toBe('Amount, descending')
  await userEvent.selectOptions(order, 'Amount, ascending')
  expect(onSort).toHaveBeenCalledWith({ by: 'amount_minor', descending: false })
})

test('the choice of columns is kept for this user', () => {
  const { unmount } = show()
  expect(screen.queryByText('hidden value')).toBeNull()
  unmount()
  localStorage.setItem(
    'grid:user-1:rows',
    JSON.stringify({ columns: { secret: true, amount: false, name: false } }),
  )
  show()
  expect(screen.getAllByText('hidden value')).toHaveLength(3)
  expect(screen.queryByRole('columnheader', { name: /Amount/ })).toBeNull()
  // What cannot be taken away stays, whatever is stored.
  expect(screen.getByRole('columnheader', { name: 'Name' })).toBeTruthy()
})

test('a broken choice does no harm', () => {
  localStorage.setItem('grid:user-1:rows', '{')
  show()
  expect(screen.getAllByRole('link')).toHaveLength(3)
})

test('without an answer yet there are shapes of rows, without rows a word', () => {
  const { unmount } = show({ rows: undefined })
  expect(screen.getByRole('row', { name: 'Loading' })).toBeTruthy()
  unmount()
  show({ rows: [], empty: { title: 'No payments' } })
  expect(screen.getByText('No payments')).toBeTruthy()
})

test('a failure says why and which request, and can be tried again', async () => {
  const user = userEvent.setup()
  const onRetry = vi.fn()
  const problem = new CallProblem('The database rests', { status: 503, requestId: 'request-9' })
  show({ rows: undefined, problem, onRetry })
  const alert = within(screen.getByRole('alert'))
  expect(alert.getByText('The database rests')).toBeTruthy()
  expect(alert.getByText('request-9')).toBeTruthy()
  await user.click(alert.getByRole('button', { name: 'Try again' }))
  expect(onRetry).toHaveBeenCalledOnce()
})

test('rows stay when a later load fails, and say that they may be old', () => {
  show({ problem: new CallProblem('You are offline', { status: 0 }) })
  expect(screen.getAllByRole('link')).toHaveLength(3)
  expect(screen.getByRole('status').textContent).toContain('You are offline')
})

test('the foot tells where the page stands, as far as that is known', () => {
  const paging = { pageSize: 20, onPageSize: () => {}, from: 21, count: null, countAtLeast: 10000 }
  const { unmount } = show({ paging: { ...paging, onNext: () => {} } })
  expect(screen.getByText('21–23 of 10,000+')).toBeTruthy()
  const isDisabled = (name: string) =>
    screen.getByRole<HTMLButtonElement>('button', { name }).disabled
  expect(isDisabled('Next page')).toBe(false)
  expect(isDisabled('Previous page')).toBe(true)
  unmount()
  show({ paging: { ...paging, from: undefined, countAtLeast: undefined } })
  expect(screen.getByText('3 rows')).toBeTruthy()
})

test('a column of what can be done stays in view, its name too', () => {
  const { container } = show({
    columns: [...columns, { id: 'actions', title: 'Actions', cell: () => 'Pause', isKept: true }],
  })
  const kept = [...container.querySelectorAll('[data-kept]')].map(({ textContent }) => textContent)
  expect(kept).toEqual(['Actions', 'Pause', 'Pause', 'Pause'])
})

test('rows of another filter are dimmed and said to be the previous ones, until the new ones are there', () => {
  const { unmount } = show({ isRefreshing: true, isOutdated: true })
  expect(screen.getByText(/These are the previous rows/)).toBeDefined()
  expect(screen.getByRole('table').hasAttribute('data-older')).toBe(true)
  unmount()
  // the same rows read again are not old
  show({ isRefreshing: true, isOutdated: false })
  expect(screen.queryByText(/These are the previous rows/)).toBeNull()
  expect(screen.getByRole('table').hasAttribute('data-older')).toBe(false)
})

test('columns beyond the edge are marked, and the mark leads to them', async () => {
  vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(900)
  const scrollBy = vi.fn()
  Element.prototype.scrollBy = scrollBy
  const { unmount } = show()
  await userEvent.click(screen.getByRole('button', { name: 'Show more columns' }))
  expect(scrollBy).toHaveBeenCalledOnce()
  unmount()
  vi.restoreAllMocks()
  show()
  expect(screen.queryByRole('button', { name: 'Show more columns' })).toBeNull()
})

test('a column of buttons has a name for those who listen, and is no nameless box among the columns to choose', async () => {
  const buttons: GridColumn<Row> = {
    id: 'do',
    title: '',
    cell: () => <button type="button">Do</button>,
  }
  show({ columns: [...columns, buttons] })
  expect(screen.getByRole('columnheader', { name: 'What can be done' })).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Columns' }))
  const boxes = await screen.findAllByRole('checkbox', { hidden: true })
  expect(boxes.map((one) => (one as HTMLInputElement).labels?.[0]?.textContent)).toEqual([
    ...['Name', 'Amount', 'Secret'],
  ])
})
