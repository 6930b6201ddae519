import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { keepDrafts } from '../form/draft-store.ts'
import { RejectDialog } from './reject-dialog.tsx'

afterEach(() => {
  cleanup()
  sessionStorage.clear()
})

function open() {
  const onReject = vi.fn()
  const onClose = vi.fn()
  renderInPortal(
    <RejectDialog onReject={onReject} onClose={onClose} isRunning={false} problem={null} />,
  )
  return { onReject, onClose }
}
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })

test('the Reject dialog has a reason of several lines, Cancel and Save [dialogs.reject]', async () => {
  const { onReject, onClose } = open()
  expect(await screen.findByRole('dialog', { name: 'Reject' })).toBeTruthy()
  const reason = screen.getByRole('textbox', { name: /Reject Reason/ })
  expect(reason.tagName).toBe('TEXTAREA')
  await userEvent.type(reason, 'The name\ncannot be read')
  await userEvent.click(save())
  await waitFor(() => expect(onReject).toHaveBeenCalledWith('The name\ncannot be read'))
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(onClose).toHaveBeenCalledOnce()
})

test('without a reason nothing is saved, and it says so [dialogs.reject.required]', async () => {
  const { onReject } = open()
  const reason = await screen.findByRole('textbox', { name: /Reject Reason/ })
  await waitFor(() => expect(save().disabled).toBe(true))
  await userEvent.type(reason, '   ')
  await userEvent.tab()
  expect(await screen.findByText('Reject reason is required')).toBeTruthy()
  expect(save().disabled).toBe(true)
  expect(onReject).not.toHaveBeenCalled()
})

test('what was typed before a sign-out can be saved as soon as it is restored', async () => {
  open()
  await userEvent.type(await screen.findByRole('textbox'), 'The name cannot be read')
  keepDrafts()
  cleanup()
  const { onReject } = open()
  await userEvent.click(await screen.findByRole('button', { name: 'Restore what I typed' }))
  await waitFor(() => expect(save().disabled).toBe(false))
  await userEvent.click(save())
  await waitFor(() => expect(onReject).toHaveBeenCalledWith('The name cannot be read'))
})
