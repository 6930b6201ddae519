import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLocation } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { DataGrid } from './grid.tsx'
import { useListState } from './list-state.ts'

afterEach(cleanup)

interface Row {
  readonly id: string
}

function List() {
  const list = useListState({ filters: [] })
  const { search } = useLocation()
  return (
    <>
      <output data-testid="asked">{list.pageSize}</output>
      <output data-testid="address">{search}</output>
      <DataGrid<Row>
        id="rows"
        label="Rows"
        columns={[{ id: 'id', title: 'Id', cell: (row) => row.id }]}
        rows={[{ id: 'a' }]}
        rowId={(row) => row.id}
        paging={list.indexPaging({ count: 500 })}
      />
    </>
  )
}

const show = (address: string) => renderInPortal(<List />, {}, address)
const text = (id: string) => screen.getByTestId(id).textContent
const choice = () => screen.getByRole<HTMLSelectElement>('combobox')

test('a list offers 5 to 100 rows a page and begins with 20 [lists.page-size.options]', async () => {
  show('/')
  expect(text('asked')).toBe('20')
  const offered = within(choice()).getAllByRole('option')
  expect(offered.map((option) => option.textContent)).toEqual(['5', '10', '20', '50', '75', '100'])
  await userEvent.selectOptions(choice(), '75')
  expect(text('asked')).toBe('75')
  expect(text('address')).toBe('?pageSize=75')
})

test('a size that no list offers is the usual one [lists.page-size.global-unknown]', () => {
  for (const asked of ['7', '0', '-20', '1000', 'all', '']) {
    show(`/?pageSize=${asked}`)
    expect(text('asked'), asked).toBe('20')
    expect(choice().value).toBe('20')
    cleanup()
  }
})
