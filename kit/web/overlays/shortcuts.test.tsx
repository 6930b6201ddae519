import { act, cleanup, fireEvent, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useShortcutKeys, useShortcuts } from './shortcuts.ts'

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
