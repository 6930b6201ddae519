import { installPopovers } from '@counterfoil/kit/testing/popovers.tsx'
import { pass, renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noPreferences, type Preferences, PreferencesProvider } from '../session/preferences.ts'
import { inOrder, moved } from './column-order.ts'
import { DataGrid } from './grid.tsx'

interface Row {
  readonly id: string
}
const columns = ['Created', 'Amount', 'Status', 'Country'].map((title) => ({
  id: title.toLowerCase(),
  title,
  isFixed: title === 'Created',
  isOptional: title === 'Country',
  cell: (row: Row) => `${title} ${row.id}`,
}))

/** What is sent to the server. */
let sent: Preferences['columns'][] = []

function Grid({ usual }: { usual?: readonly string[] }) {
  const [preferences, setPreferences] = useState<Preferences>(noPreferences)
  const change = (part: Partial<Preferences>) => {
    if (part.columns) sent.push(part.columns)
    setPreferences((was) => ({ ...was, columns: { ...was.columns, ...part.columns } }))
  }
  return (
    <PreferencesProvider value={{ preferences, change }}>
      <DataGrid
        id="things"
        label="Things"
        keptAs="lookup-things"
        usualColumns={usual}
        columns={columns}
        rows={[{ id: '1' }]}
        rowId={(row) => row.id}
      />
    </PreferencesProvider>
  )
}

installPopovers()
beforeEach(() => {
  vi.useFakeTimers()
  sent = []
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const heads = () => screen.getAllByRole('columnheader').map((head) => head.textContent)
const button = (name: string) => screen.getByRole('button', { name, hidden: true })
const panel = () => screen.getByRole('dialog', { name: 'Columns', hidden: true })

async function open() {
  fireEvent.click(button('Columns'))
  await pass(0)
}

/** As Enter does on a focused button: whatever has the focus is pressed. */
async function pressFocused() {
  fireEvent.click(document.activeElement as HTMLElement)
  await pass(0)
}

test('a column is moved with the keyboard: the focus stays on its button, and its place is said', async () => {
  renderInPortal(<Grid />)
  expect(heads()).toEqual(['Created', 'Amount', 'Status'])
  await open()
  button('Move Status up').focus()
  await pressFocused()
  expect(heads()).toEqual(['Created', 'Status', 'Amount'])
  expect(document.activeElement).toBe(button('Move Status up'))
  expect(within(panel()).getByRole('status', { hidden: true }).textContent).toBe(
    'Status is now column 2 of 3',
  )
  await pressFocused()
  expect(heads()).toEqual(['Status', 'Created', 'Amount'])
  // at the edge nothing moves, and the focus is not lost
  await pressFocused()
  expect(heads()).toEqual(['Status', 'Created', 'Amount'])
  expect(document.activeElement).toBe(button('Move Status up'))
  expect(sent.at(-1)).toEqual({ 'lookup-things': ['status', 'created', 'amount'] })
})

test('columns are chosen and taken away, but for those that always stand, and reset to the usual ones', async () => {
  renderInPortal(<Grid usual={['created', 'country']} />)
  expect(heads()).toEqual(['Created', 'Country'])
  await open()
  const box = (name: string) => within(panel()).getByRole('checkbox', { name, hidden: true })
  expect((box('Created') as HTMLInputElement).disabled).toBe(true)
  fireEvent.click(box('Status'))
  await pass(0)
  expect(heads()).toEqual(['Created', 'Country', 'Status'])
  fireEvent.click(box('Country'))
  await pass(0)
  expect(heads()).toEqual(['Created', 'Status'])
  fireEvent.click(button('Reset'))
  await pass(0)
  expect(heads()).toEqual(['Created', 'Country'])
  expect(sent.at(-1)).toEqual({ 'lookup-things': [] })
})

test('a move beyond the edge changes nothing, and columns that were not named stand first', () => {
  expect(moved(['a', 'b', 'c'], 'b', 1)).toEqual(['a', 'c', 'b'])
  expect(moved(['a', 'b'], 'a', -1)).toEqual(['a', 'b'])
  expect(moved(['a', 'b'], 'c', 1)).toEqual(['a', 'b'])
  const shown = columns.filter(({ id }) => ['created', 'status'].includes(id))
  expect(inOrder(shown, ['status']).map(({ id }) => id)).toEqual(['created', 'status'])
})
