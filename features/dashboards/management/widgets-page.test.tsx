import { answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import WidgetsPage from './widgets-page.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const refused = (code: string) =>
  Response.json(
    {
      code,
      errors: [{ path: 'widgets.0.configuration.widgetType', message: 'There is no such kind' }],
    },
    { status: 400 },
  )

test.each(['request.invalid', 'dashboard.import_refused'])(
  'a file that is refused is said to be, by its widgets, until another one is chosen: %s',
  async (code) => {
    answerFetch(({ path }) =>
      path.endsWith('/widget/import') ? refused(code) : { data: [], count: 0 },
    )
    const { container } = renderInPortal(<WidgetsPage />, {
      permissions: ['Dashboard.Settings.Widgets'],
    })
    await screen.findByRole('button', { name: 'Import JSON' })
    const choose = (text: string) => {
      const files = [new File([text], 'widgets.json', { type: 'application/json' })]
      fireEvent.change(container.querySelector('input[type=file]') as HTMLInputElement, {
        target: { files },
      })
    }
    const reason = '1. “Map” configuration.widgetType: There is no such kind'
    choose(JSON.stringify({ widgets: [{ name: 'Map' }] }))
    await screen.findByText(reason)
    expect(screen.getByText(/^Nothing was imported/)).toBeDefined()
    choose('{"other":1}')
    await screen.findByText(/^The file holds no widgets/)
    await waitFor(() => expect(screen.queryByText(reason)).toBeNull())
  },
)

test('what was designed and not saved is there again, and is dropped by Cancel after a question', async () => {
  const endpoint = {
    ...{ endpointId: 'transactions', dataSourceType: '', title: { en: 'Payments' }, columns: [] },
    ...{ widgetTypes: ['COUNT_WIDGET'], hasFilters: true },
  }
  const noFigures = Response.json({ errors: [{ message: 'No figures' }] }, { status: 400 })
  answerFetch(({ path }) =>
    path.includes('/transactions')
      ? noFigures.clone()
      : { data: path.endsWith('/endpoints') ? [endpoint] : [], count: 1 },
  )
  const open = async () => {
    cleanup()
    renderInPortal(<WidgetsPage />, { permissions: ['Dashboard.Settings.Widgets'] })
    fireEvent.click(await screen.findByRole('button', { name: 'New widget' }))
    return (await screen.findByLabelText('Name')) as HTMLInputElement
  }
  const cancel = () => fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  fireEvent.change(await open(), { target: { value: 'Movers' } })
  expect((await open()).value).toBe('Movers')
  expect(screen.getByRole('note').textContent).toContain('is here again')
  cancel()
  fireEvent.click(await screen.findByRole('button', { name: 'Discard it' }))
  await screen.findByRole('button', { name: 'New widget' })
  expect((await open()).value).toBe('')
  // nothing to lose: no question
  cancel()
  await screen.findByRole('button', { name: 'New widget' })
})
