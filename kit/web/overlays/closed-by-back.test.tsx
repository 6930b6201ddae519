import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { TextField } from '../form/fields.tsx'
import { Form, useSchemaForm } from '../form/form.tsx'
import { Dialog } from './dialog.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function Refund({ onClose }: { onClose(): void }) {
  const form = useSchemaForm(z.object({ why: z.string() }), { why: '' })
  return (
    <Dialog isOpen onClose={onClose} title="Refund">
      <Form form={form} problem={null} onSubmit={() => undefined}>
        <TextField name="why" label="Why" />
      </Form>
    </Dialog>
  )
}

function Payment() {
  const [isOpen, setOpen] = useState(true)
  return isOpen ? <Refund onClose={() => setOpen(false)} /> : null
}

/** As the browser does: the history's entry changes first, then the event comes. */
function go(place: number) {
  window.history.replaceState({ idx: place }, '')
  window.dispatchEvent(new PopStateEvent('popstate', { state: { idx: place } }))
}

test('Back closes the dialog and not its page, and asks first where something was typed', async () => {
  window.history.replaceState({ idx: 4 }, '')
  vi.spyOn(window.history, 'go').mockImplementation((by = 0) => {
    go(window.history.state.idx + by)
  })
  const router = vi.fn()
  window.addEventListener('popstate', router)
  renderInPortal(<Payment />)
  await userEvent.type(await screen.findByLabelText('Why'), 'Wrong size')
  go(3)
  await screen.findByText('Discard what you typed?')
  expect(window.history.state).toEqual({ idx: 4 })
  go(3)
  await waitFor(() => expect(screen.queryByText('Discard what you typed?')).toBeNull())
  expect(screen.getByLabelText<HTMLInputElement>('Why').value).toBe('Wrong size')
  go(3)
  await userEvent.click(await screen.findByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(router).not.toHaveBeenCalled()
  go(3)
  expect(router).toHaveBeenCalledOnce()
  window.removeEventListener('popstate', router)
})

test('Back closes a dialog of the first page too, below which is the sign-in', async () => {
  window.history.replaceState({ idx: 0, key: 'first' }, '')
  vi.spyOn(window.history, 'go').mockImplementation((by = 0) => {
    go(window.history.state.idx + by)
  })
  renderInPortal(<Payment />)
  await screen.findByLabelText('Why')
  expect(window.history.state).toEqual({ idx: 1, key: 'first' })
  go(0)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(window.history.state).toEqual({ idx: 1 })
})

test('Back from an entry without a place, as the link past the menu makes one, goes back by one entry', async () => {
  window.history.replaceState(null, '')
  const went = vi.spyOn(window.history, 'go').mockImplementation(() => undefined)
  const router = vi.fn()
  window.addEventListener('popstate', router)
  renderInPortal(<Payment />)
  await screen.findByLabelText('Why')
  go(3)
  expect(went).not.toHaveBeenCalled()
  expect(router).toHaveBeenCalledOnce()
  window.removeEventListener('popstate', router)
})
