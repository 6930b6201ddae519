import { answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import BoardPage from './board-page.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const evening = '0191f3a4-0000-7000-8000-000000000002'

test('a new dashboard is arranged at once', async () => {
  let isCreated = false
  const categories = () =>
    isCreated ? [{ categoryId: evening, name: 'Evening', isHome: false }] : []
  answerFetch(({ method, url }) => {
    if (url.includes('/data')) return { asOf: '2026-11-29T12:00:00.000Z', answers: [] }
    if (method === 'POST') {
      isCreated = true
      return Response.json({ categoryId: evening, name: 'Evening', isHome: false }, { status: 201 })
    }
    const isNew = url.includes(evening)
    return {
      ...{ categoryId: isNew ? evening : null, name: isNew ? 'Evening' : null, isHome: !isNew },
      ...{ version: isNew ? 1 : null, widgets: [], shared: [], ended: [] },
      ...{ categories: categories(), maySeeFigures: true },
    }
  })
  renderInPortal(<BoardPage />)
  fireEvent.click(await screen.findByRole('button', { name: 'Arrange' }))
  fireEvent.click(await screen.findByRole('button', { name: 'New dashboard' }))
  const dialog = within(screen.getByRole('dialog'))
  fireEvent.change(dialog.getByLabelText('Name'), { target: { value: 'Evening' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Create' }))
  await screen.findByRole('heading', { level: 1, name: 'Evening' })
  expect(screen.getByRole('button', { name: 'Add widgets' })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Rename' })).toBeDefined()
  screen.getByText('Nothing stands here yet')
  // there is none to be moved
  expect(screen.queryByText(/Arrow keys/)).toBeNull()
  expect(screen.queryByRole('dialog')).toBeNull()
})
