import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { CardBoard } from './card-board.tsx'
import { SortableList } from './sortable-list.tsx'

const items = ['Urgent', 'Waiting', 'Bank'].map((name) => ({ id: name.toLowerCase(), name }))
let moved: string[][] = []
/** One for each order that was told: says whether it was taken. */
let answers: ((isTaken: boolean) => void)[] = []

const rowHeightPx = 40

beforeEach(() => {
  moved = []
  answers = []
  // the DOM of component tests lays nothing out, and what is dragged goes by where things stand
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (
    this: HTMLElement,
  ) {
    const place = [...document.querySelectorAll('li')].indexOf(this as HTMLLIElement)
    return new DOMRect(0, Math.max(place, 0) * rowHeightPx, 200, rowHeightPx)
  })
  renderInPortal(
    <SortableList
      label="Labels"
      items={items}
      onMove={(ids) => {
        moved.push(ids)
        return new Promise((resolve) => answers.push((isTaken) => resolve(isTaken || undefined)))
      }}
      render={({ name }) => <span>{name}</span>}
    />,
  )
})

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const button = (name: string) => screen.getByRole('button', { name }) as HTMLButtonElement

describe('a list in an order of the user', () => {
  const names = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

  test('is put in order by buttons, whose ends go nowhere', () => {
    fireEvent.click(button('Move Waiting up'))
    expect(moved).toEqual([['waiting', 'urgent', 'bank']])
    expect(names()).toEqual(['Waiting', 'Urgent', 'Bank'])
    expect([button('Move Waiting up').disabled, button('Move Bank down').disabled]).toEqual([
      true,
      true,
    ])
  })

  test('tells one order at a time, and of what is put meanwhile the last', async () => {
    fireEvent.click(button('Move Waiting up'))
    fireEvent.click(button('Move Urgent down'))
    fireEvent.click(button('Move Waiting down'))
    expect(names()).toEqual(['Bank', 'Waiting', 'Urgent'])
    expect(moved).toHaveLength(1)
    await act(async () => answers[0]?.(true))
    expect(moved).toEqual([
      ['waiting', 'urgent', 'bank'],
      ['bank', 'waiting', 'urgent'],
    ])
  })

  test('shows the order of the server once one was refused', async () => {
    fireEvent.click(button('Move Waiting up'))
    fireEvent.click(button('Move Bank up'))
    await act(async () => answers[0]?.(false))
    expect(names()).toEqual(['Urgent', 'Waiting', 'Bank'])
    expect(moved).toHaveLength(1)
  })

  test('is put in order by the keyboard on the handle, which says what happens', async () => {
    const handle = button('Move Urgent')
    const press = (code: string) =>
      act(async () => {
        fireEvent.keyDown(document.activeElement ?? handle, { code, key: code })
        await new Promise((done) => setTimeout(done, 20))
      })
    handle.focus()
    await press('Space')
    await press('ArrowDown')
    await press('Space')
    expect(moved).toEqual([['waiting', 'urgent', 'bank']])
    expect(document.body.textContent).toContain('Urgent was left at place 2')
  })

  test('stays as it was when Escape puts the entry back', async () => {
    const handle = button('Move Urgent')
    const press = (code: string) =>
      act(async () => {
        fireEvent.keyDown(document.activeElement ?? handle, { code, key: code })
        await new Promise((done) => setTimeout(done, 20))
      })
    handle.focus()
    await press('Space')
    await press('ArrowDown')
    await press('Escape')
    expect(moved).toEqual([])
  })
})

test('the buttons of a card on a board lead past columns that are shut', () => {
  const steps: string[] = []
  const column = (id: string, isShut = false) => ({
    ...{ id, name: id, isShut, head: <h2>{id}</h2> },
    cards: [{ id: `card ${id}`, name: `Card ${id}` }],
  })
  renderInPortal(
    <CardBoard
      columns={[column('New', true), column('Met'), column('Old', true), column('Won')]}
      onMove={({ name }, to) => steps.push(`${name}: ${to}`)}
      title={({ name }) => name}
      render={() => null}
      empty="Nothing"
    />,
  )
  for (const name of ['on to Met', 'back to Met', 'on to Won']) {
    for (const one of screen.getAllByRole('button', { name: new RegExp(`${name}$`) })) {
      fireEvent.click(one)
    }
  }
  expect(steps).toEqual([
    ...['Card New: Met', 'Card Old: Met', 'Card Won: Met', 'Card Met: Won', 'Card Old: Won'],
  ])
  expect(screen.queryAllByRole('button', { name: /to (New|Old)$/ })).toEqual([])
})
