import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { SystemModeProvider } from '@counterfoil/kit/web/session/system-mode.tsx'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import BulkUpdateRequest from './bulk-update-request.tsx'

afterEach(cleanup)

test('the mode is a field of the form: who changes it stays on the page with what was entered', () => {
  const change = vi.fn()
  renderInPortal(
    <SystemModeProvider value={{ mode: 'Test', change }}>
      <BulkUpdateRequest />
    </SystemModeProvider>,
  )
  fireEvent.change(screen.getByLabelText(/Reason/), { target: { value: 'The bank said so' } })
  const mode: HTMLSelectElement = screen.getByLabelText(/Mode/)
  // as the portal shows
  expect(mode.value).toBe('Test')
  fireEvent.change(mode, { target: { value: 'Live' } })
  expect(mode.value).toBe('Live')
  // another mode of the portal leads to the dashboard
  expect(change).not.toHaveBeenCalled()
  screen.getByDisplayValue('The bank said so')
})
