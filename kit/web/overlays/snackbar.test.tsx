import { MantineProvider } from '@mantine/core'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AlertBanner, showAlert } from './alert-banner.tsx'
import { Snackbars, showError, showSnackbar, snackbarMs } from './snackbar.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  render(
    <MantineProvider>
      <AlertBanner />
      <Snackbars />
    </MantineProvider>,
  )
})
afterEach(() => {
  act(() => vi.runAllTimers())
  cleanup()
  vi.useRealTimers()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

test('an error stands for 7 s with a way to close it [errors.global.snackbar] [snackbar.errors]', () => {
  act(() => showError('Too much'))
  pass(6999)
  expect(screen.getByRole('alert').textContent).toContain('Too much')
  pass(1)
  expect(screen.queryByText('Too much')).toBeNull()

  act(() => showError('Too much'))
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByText('Too much')).toBeNull()
})

test('others stand for 5 s unless said: filters 3 s, a deleted label 2 s [snackbar.default] [snackbar.filter] [snackbar.label-deleted]', () => {
  act(() => showSnackbar({ message: 'Saved' }))
  act(() => showSnackbar({ message: 'Filtered', durationMs: snackbarMs.filter }))
  act(() => showSnackbar({ message: 'Label deleted', durationMs: snackbarMs.labelDeleted }))
  pass(1999)
  expect(screen.getByText('Label deleted')).toBeTruthy()
  pass(1)
  expect(screen.queryByText('Label deleted')).toBeNull()
  pass(999)
  expect(screen.getByText('Filtered')).toBeTruthy()
  pass(1)
  expect(screen.queryByText('Filtered')).toBeNull()
  expect(screen.getByText('Saved')).toBeTruthy()
  pass(2000)
  expect(screen.queryByText('Saved')).toBeNull()
})

test('the same message twice stands once, and from the second time on anew', () => {
  act(() => showError('Again'))
  pass(5000)
  act(() => showError('Again'))
  expect(screen.getAllByText('Again')).toHaveLength(1)
  pass(5000)
  expect(screen.getByText('Again')).toBeTruthy()
})

test('an action is run once and takes the message away', () => {
  const run = vi.fn()
  act(() => showSnackbar({ message: 'New', action: { label: 'View', run } }))
  fireEvent.click(screen.getByRole('button', { name: 'View' }))
  expect(run).toHaveBeenCalledOnce()
  expect(screen.queryByText('New')).toBeNull()
})

test('the time of a message stops while somebody is on it, by mouse or keyboard', () => {
  act(() => showSnackbar({ message: 'Switched off', action: { label: 'Undo', run: vi.fn() } }))
  pass(4000)
  const undo = screen.getByRole('button', { name: 'Undo' })
  act(() => undo.focus())
  pass(20_000)
  act(() => undo.blur())
  pass(4999)
  fireEvent.mouseEnter(screen.getByRole('status'))
  pass(20_000)
  fireEvent.mouseLeave(screen.getByRole('status'))
  pass(4999)
  expect(screen.getByText('Switched off')).toBeTruthy()
  pass(1)
  expect(screen.queryByText('Switched off')).toBeNull()
})

test('a banner goes after 5 s unless it is persistent, and has an icon for a known severity alone [alerts.banner.content] [alerts.banner.dismiss] [alerts.banner.severities]', () => {
  for (const severity of ['success', 'warning', 'info', 'failed']) {
    act(() => showAlert({ severity, message: `It is ${severity}` }))
    const shown = screen.getByText(`It is ${severity}`).parentElement
    expect([severity, shown?.querySelectorAll('svg.tabler-icon').length]).toEqual([severity, 1])
    expect(shown?.dataset.severity).toBe(severity)
  }
  act(() => showAlert({ severity: 'info', message: 'You are now in Test mode' }))
  const banner = screen.getByText('You are now in Test mode').parentElement
  expect(banner?.querySelector('svg.tabler-icon')).toBeTruthy()
  pass(5000)
  expect(screen.queryByText('You are now in Test mode')).toBeNull()

  act(() => showAlert({ severity: 'odd', message: 'Stays', isPersistent: true }))
  pass(60_000)
  const odd = screen.getByText('Stays').parentElement
  expect(odd?.querySelector('svg.tabler-icon')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByText('Stays')).toBeNull()
})

test('messages go to the head of the window while they would cover what is typed', () => {
  render(<textarea aria-label="Reply" />)
  const field = screen.getByLabelText('Reply')
  const edge = () => screen.getByLabelText('Messages').getAttribute('data-edge')
  const at = (bottom: number, top = 100, left = 0) =>
    vi.spyOn(field, 'getBoundingClientRect').mockReturnValue({ bottom, top, left } as DOMRect)
  at(window.innerHeight - 10)
  act(() => showSnackbar({ message: 'Ticket created' }))
  expect(edge()).toBe('foot')
  act(() => field.focus())
  expect(edge()).toBe('head')
  act(() => field.blur())
  at(100)
  act(() => field.focus())
  expect(edge()).toBe('foot')
  // a drawer takes the whole height, and leaves the side
  act(() => field.blur())
  at(window.innerHeight, 0, 600)
  act(() => field.focus())
  expect(edge()).toBe('beside')
})
