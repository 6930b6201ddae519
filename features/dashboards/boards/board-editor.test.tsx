import { answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import BoardEditor from './board-editor.tsx'
import type { Board, PlacedWidget } from './boards.contract.ts'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const placed = (id: string, title: string): PlacedWidget => ({
  ...{ id, widgetId: id, title, filters: {}, width: 4, height: 1, fault: null },
  widget: {
    ...{ widgetId: id, categoryId: 'payments', owner: 'product', version: null },
    ...{ title: { en: title }, filters: {}, data: null, fault: null },
    configuration: { widgetType: 'BANNER_WIDGET', banner: { en: title, tr: title } },
  },
})

const board = (version: number, ...widgets: PlacedWidget[]): Board => ({
  ...{
    categoryId: '0191f3a4-0000-7000-8000-000000000001',
    name: 'Morning',
    isHome: false,
    version,
  },
  ...{ widgets, shared: [], ended: [], categories: [], maySeeFigures: true },
})
const [hours, statuses] = [placed('hours', 'Hours'), placed('statuses', 'Statuses')]

function open(shown: Board, latest = shown) {
  const calls = { onBoard: vi.fn(), onDone: vi.fn(), onReread: vi.fn(async () => latest) }
  renderInPortal(<BoardEditor board={shown} answers={new Map()} {...calls} />)
  return calls
}
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const titles = () => screen.getAllByRole('heading', { level: 2 }).map((one) => one.textContent)

const changedMeanwhile = () =>
  Response.json(
    { code: 'dashboard.changed_meanwhile', errors: [{ message: 'It was changed' }] },
    { status: 409 },
  )

test('what was arranged and not stored is there again, and is dropped by Cancel after a question', () => {
  answerFetch(() => undefined)
  open(board(3, hours, statuses))
  press('Move Hours later')
  cleanup()
  const { onDone } = open(board(3, hours, statuses))
  expect(titles()).toEqual(['Statuses', 'Hours'])
  expect(screen.getByRole('note').textContent).toContain('is here again')
  press('Cancel')
  expect(onDone).not.toHaveBeenCalled()
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Discard it' }))
  expect(onDone).toHaveBeenCalled()
  cleanup()
  open(board(3, hours, statuses))
  expect(titles()).toEqual(['Hours', 'Statuses'])
  expect(screen.queryByRole('note')).toBeNull()
})

test('a tab that is loaded again goes on with its own, whatever another tab has kept or discarded', () => {
  answerFetch(() => undefined)
  const three = board(3, hours, statuses, placed('methods', 'Methods'))
  open(three)
  press('Move Hours later')
  const ofFirst = { ...sessionStorage }
  cleanup()
  // another tab of the same device
  sessionStorage.clear()
  open(three)
  press('Cancel')
  fireEvent.click(screen.getByRole('button', { name: 'Discard it' }))
  cleanup()
  open(three)
  press('Remove Methods')
  cleanup()
  sessionStorage.clear()
  for (const [key, text] of Object.entries(ofFirst)) sessionStorage.setItem(key, text)
  open(three)
  expect(titles()).toEqual(['Statuses', 'Hours', 'Methods'])
  // discarding it leaves what the other tab has kept
  press('Cancel')
  fireEvent.click(screen.getByRole('button', { name: 'Discard it' }))
  cleanup()
  sessionStorage.clear()
  open(three)
  expect(titles()).toEqual(['Hours', 'Statuses'])
})

test('a dashboard that was stored elsewhere is overwritten only by one who chooses so', async () => {
  const asked = answerFetch(({ body }) =>
    (body as { version: number }).version === 3 ? changedMeanwhile() : board(5, statuses, hours),
  )
  const { onDone, onReread } = open(board(3, hours, statuses), board(4, hours))
  press('Move Hours later')
  press('Done')
  const question = await screen.findByRole('dialog', {
    name: 'The dashboard was changed elsewhere',
  })
  expect([onDone.mock.calls, onReread.mock.calls]).toEqual([[], []])
  fireEvent.click(within(question).getByRole('button', { name: 'Save mine' }))
  await waitFor(() => expect(onDone).toHaveBeenCalled())
  const stored = asked.map(({ body }) => body as { version: number; widgets: { id: string }[] })
  expect(stored.map(({ version, widgets }) => [version, widgets.map(({ id }) => id)])).toEqual([
    [3, ['statuses', 'hours']],
    [4, ['statuses', 'hours']],
  ])
})

test('a widget is shared without storing what is arranged elsewhere on the dashboard', async () => {
  const asked = answerFetch(({ method }) =>
    method === 'GET' ? { data: [], count: 0, roles: [] } : board(4, statuses, hours),
  )
  open(board(3, hours, statuses))
  press('Make Hours wider')
  press('Share Statuses')
  await screen.findByRole('dialog', { name: 'Share “Statuses”' })
  expect(asked.map(({ method }) => method)).not.toContain('PUT')
})

test('a new dashboard has a name, and what is arranged is stored before it begins', async () => {
  const asked = answerFetch(({ method }) =>
    method === 'POST'
      ? Response.json({ categoryId: 'c', name: 'Evening', isHome: false }, { status: 201 })
      : board(4, statuses, hours),
  )
  const { onBoard } = open(board(3, hours, statuses))
  press('Move Hours later')
  press('New dashboard')
  const dialog = screen.getByRole('dialog')
  expect(dialog.textContent).toContain('What you arranged here is saved first.')
  fireEvent.change(within(dialog).getByLabelText('Name'), { target: { value: 'Evening' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Create' }))
  await waitFor(() => expect(onBoard).toHaveBeenLastCalledWith('c'))
  expect(asked.map(({ method }) => method)).toEqual(['PUT', 'POST'])
})

test('a widget of payments is narrowed to a currency that there is', async () => {
  answerFetch(() => undefined)
  const widget = {
    ...{ widgetId: 'count', categoryId: 'payments', owner: 'product' as const, version: null },
    ...{ title: { en: 'Count' }, filters: {}, fault: null },
    configuration: { widgetType: 'COUNT_WIDGET' },
    data: {
      ...{ dataSourceEndpoint: '', dataSourceMoreDataEndpoint: null },
      ...{ dataSourceEndpointId: 'transactions', dataSourceType: 'transactions' },
    },
  }
  open(board(3, { ...placed('count', 'Count'), widget, filters: { currency: 'XTS' } }))
  press('Change Count')
  const field = await screen.findByRole('combobox', { name: 'Currency' })
  expect([...field.querySelectorAll('option')].map((one) => one.textContent)).toEqual([
    'As the widget has it',
    // chosen before
    'XTS',
  ])
})

test('a widget is shared with two roles by two presses, the second while the first is being stored', async () => {
  const shared: string[] = []
  const stored = Promise.withResolvers<void>()
  const role = (id: string, name: string) => ({ id, name, widgetIds: ['hours'] })
  answerFetch(async ({ method, url, body }) => {
    if (!url.includes('/share')) return undefined
    if (method !== 'GET') {
      shared.push((body as { roleId: string }).roleId)
      await stored.promise
    }
    return Response.json({ data: [], roles: [role('r1', 'Agent'), role('r2', 'Auditor')] })
  })
  open(board(3, hours))
  press('Share Hours')
  for (const name of ['Share with Agent', 'Share with Auditor'])
    fireEvent.click(await screen.findByRole('button', { name }))
  await waitFor(() => expect(shared).toEqual(['r1', 'r2']))
  stored.resolve()
})
