import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import BoardNotes from './board-notes.tsx'
import type { Board, PlacedWidget } from './boards.contract.ts'

beforeEach(() => localStorage.clear())
afterEach(cleanup)

const placed = (widgetId: string): PlacedWidget => ({
  ...{ id: widgetId, widgetId, title: null, filters: {}, width: 4, height: 1, fault: null },
  widget: {
    ...{ widgetId, categoryId: 'payments', owner: 'product', version: null, fault: null },
    ...{ title: { en: widgetId }, filters: {}, data: null, configuration: {} },
  },
})
const board = (...widgetIds: string[]): Board => ({
  ...{ categoryId: null, name: null, isHome: true, version: null, shared: [], categories: [] },
  ...{ widgets: widgetIds.map(placed), maySeeFigures: true },
  ended: [
    { id: 'share', title: { en: 'Movers' }, sharedBy: 'Ada', endedAt: '2026-11-27T09:00:00Z' },
  ],
})
const notes = () => screen.queryAllByRole('note').map((one) => one.textContent)

test('what a role lost is said until its reader takes the word away', () => {
  const show = (...ids: string[]) => {
    cleanup()
    renderInPortal(<BoardNotes isTest={false} board={board(...ids)} />)
  }
  const ended = 'Ada no longer shares “Movers” with your role.'
  show('hours', 'statuses')
  expect(notes()).toEqual([ended])
  show('hours')
  const lost = 'Your role is no longer given “statuses”, which stood here.'
  expect(notes()).toEqual([lost, ended])
  for (const text of [lost, ended]) {
    fireEvent.click(screen.getByRole('button', { name: `Dismiss: ${text}` }))
  }
  expect(notes()).toEqual([])
  show('hours')
  expect(notes()).toEqual([])
})
