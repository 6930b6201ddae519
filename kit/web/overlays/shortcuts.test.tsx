import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useAllShortcuts, useShortcutKeys, useShortcuts } from './shortcuts.ts'

afterEach(cleanup)

const run: string[] = []

function Keys({ of }: { of: Record<string, string> }) {
  useShortcuts(
    'Page',
    Object.entries(of).map(([key, label]) => ({ key, label, run: () => run.push(label) })),
  )
  return null
}
function Listener() {
  useShortcutKeys()
  return <input />
}
function Sheet() {
  return useAllShortcuts().map(({ title, shortcuts }) => (
    <p key={title}>{[title, ...shortcuts.map(({ key }) => key)].join(' ')}</p>
  ))
}
const press = (key: string, more = {}, target: Element = document.body) => {
  run.length = 0
  act(() => void fireEvent.keyDown(target, { key, ...more }))
  return [...run]
}

test('a key works where nobody types, the latest of two has it, and not what the browser does with it', () => {
  const { rerender, container } = render(
    <>
      <Listener />
      <Keys of={{ r: 'Reply of the list', e: 'Close' }} />
      <Keys of={{ r: 'Reply' }} />
    </>,
  )
  expect(press('r')).toEqual(['Reply'])
  expect(press('e')).toEqual(['Close'])
  expect(press('r', { ctrlKey: true })).toEqual([])
  expect(press('r', {}, container.querySelector('input') as Element)).toEqual([])
  rerender(
    <>
      <Listener />
      <Keys of={{ r: 'Reply of the list', e: 'Close' }} />
    </>,
  )
  expect(press('r')).toEqual(['Reply of the list'])
})

test('Escape leaves a field of the page, with what it holds, but none of a list or a dialog', () => {
  render(
    <>
      <Listener />
      <textarea aria-label="Comment" defaultValue="We have asked" />
      <input aria-label="Assignee" role="combobox" aria-expanded="false" aria-controls="people" />
      <div role="dialog">
        <input aria-label="Reason" />
      </div>
    </>,
  )
  const hasFocusAfterEscape = (name: string) => {
    const field = screen.getByLabelText<HTMLElement>(name)
    field.focus()
    press('Escape', {}, field)
    return document.activeElement === field
  }
  expect(['Comment', 'Assignee', 'Reason'].map(hasFocusAfterEscape)).toEqual([false, true, true])
  expect(screen.getByLabelText<HTMLTextAreaElement>('Comment').value).toBe('We have asked')
})

test('keys of one name stand together in the sheet, the latest first', () => {
  const { container } = render(
    <>
      <Keys of={{ j: 'Next' }} />
      <Keys of={{ r: 'Reply' }} />
      <Sheet />
    </>,
  )
  expect(container.textContent).toBe('Page r j')
})
