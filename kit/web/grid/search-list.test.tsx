import { defaultPageSize as pageSize } from '@counterfoil/kit/contract/fields.ts'
import { LanguageProvider } from '@counterfoil/kit/web/i18n.tsx'
import { type UserContext, UserProvider } from '@counterfoil/kit/web/user.tsx'
import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { SearchList, useListSearch } from './search-list.tsx'

afterEach(cleanup)

const context = { user: { id: 'user-1' }, currencies: [] } as unknown as UserContext
const answer = { data: { data: [{ id: 'a' }], count: 500 }, error: null }

function List() {
  const search = useListSearch({ choice: { name: 'state', values: ['open', 'done'] } })
  return (
    <>
      <output>{JSON.stringify(search.query)}</output>
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

function show(address: string) {
  render(
    <MantineProvider>
      <LanguageProvider>
        <UserProvider value={context}>
          <MemoryRouter initialEntries={[address]}>
            <List />
          </MemoryRouter>
        </UserProvider>
      </LanguageProvider>
    </MantineProvider>,
  )
}

const asked = () => JSON.parse(document.querySelector('output')?.textContent ?? '')

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
  await vi.waitFor(() =>
    expect(asked()).toEqual({ pageIndex: 0, pageSize, searchKey: 'x', state: 'open' }),
  )
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))
  await vi.waitFor(() => expect(asked()).toEqual({ pageIndex: 0, pageSize }))
})
