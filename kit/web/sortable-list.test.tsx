import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { SortableList } from './sortable-list.tsx'

const items = ['Urgent', 'Waiting', 'Bank'].map((name) => ({ id: name.toLowerCase(), name }))
let moved: string[][] = []

const rowHeightPx = 40

beforeEach(() => {
  moved = []
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
      onMove={(ids) => moved.push(ids)}
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
  test('is put in order by buttons, whose ends go nowhere', () => {
    fireEvent.click(button('Move Waiting up'))
    fireEvent.click(button('Move Waiting down'))
    expect(moved).toEqual([
      ['waiting', 'urgent', 'bank'],
      ['urgent', 'bank', 'waiting'],
    ])
    expect([button('Move Urgent up').disabled, button('Move Bank down').disabled]).toEqual([
      true,
      true,
    ])
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
