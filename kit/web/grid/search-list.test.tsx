import { defaultPageSize as pageSize } from '@counterfoil/kit/contract/fields.ts'
import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { SearchList, useListSearch } from './search-list.tsx'

afterEach(cleanup)

const answer = { data: { data: [{ id: 'a' }], count: 500 }, error: null }

function List() {
  const search = useListSearch({ choice: { name: 'state', values: ['open', 'done'] } })
  return (
    <>
      <output data-testid="asked">{JSON.stringify(search.query)}</output>
      <SearchList
        id="rows"
        label="Rows"
        columns={[{ id: 'id', title: 'Id', cell: (row) => row.id }]}
        rowId={(row) => row.id}
        search={search}
        answer={{ ...answer, isPlaceholderData: false, refetch: () => {} }}
        searchLabel="Find a row"
        choiceLabel="State"
        labelOf={(state) => ({ open: 'Still open', done: 'Done' })[state]}
      />
    </>
  )
}

const show = (address: string) => renderInPortal(<List />, {}, address)

const asked = () => JSON.parse(screen.getByTestId('asked').textContent ?? '')

test('the address says what is asked for, and what it does not know is not asked', () => {
  show('/?searchKey=abc&state=done&page=2')
  expect(asked()).toEqual({ pageIndex: 2, pageSize, searchKey: 'abc', state: 'done' })
  cleanup()
  show('/?state=nonsense')
  expect(asked()).toEqual({ pageIndex: 0, pageSize })
})

test('what is typed is asked for from the first page on, and taken away together with the choice', async () => {
  const user = userEvent.setup()
  show('/?page=2&state=open')
  expect(screen.getByRole('button', { name: /Still open/ })).toBeDefined()
  await user.type(screen.getByRole('searchbox', { name: 'Find a row' }), 'x{Enter}')
  await waitFor(() =>
    expect(asked()).toEqual({ pageIndex: 0, pageSize, searchKey: 'x', state: 'open' }),
  )
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(asked()).toEqual({ pageIndex: 0, pageSize }))
})
