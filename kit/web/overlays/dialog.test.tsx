import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { Dialog } from './dialog.tsx'

afterEach(cleanup)

function Opening() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="Details" isMaximizable>
        Content
      </Dialog>
    </>
  )
}

test('a dialog that was maximised has its own size again when it was closed [shell.modal.maximized]', async () => {
  renderInPortal(<Opening />)
  const open = () => userEvent.click(screen.getByRole('button', { name: 'Open', hidden: true }))
  const isFull = () =>
    document.querySelector('.mantine-Modal-root')?.hasAttribute('data-full-screen') === true
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Maximize' }))
  expect(isFull()).toBe(true)
  expect(screen.getByRole('button', { name: 'Restore' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await open()
  expect(await screen.findByRole('button', { name: 'Maximize' })).toBeTruthy()
  expect(isFull()).toBe(false)
})
