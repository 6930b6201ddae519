import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { endTyped, keepTyped, useTypedAhead } from './typed-ahead.ts'

afterEach(() => {
  cleanup()
  endTyped()
})

function Field() {
  const [typed, setTyped] = useState('')
  useTypedAhead(setTyped)
  return <input aria-label="Search" value={typed} onChange={() => {}} onFocus={endTyped} />
}
function press(key: string) {
  let isLeftToPage = true
  act(() => {
    isLeftToPage = fireEvent.keyDown(document.body, { key })
  })
  return isLeftToPage
}
const value = () => (screen.getByLabelText('Search') as HTMLInputElement).value

test('what is typed before the field is there, and before it has the focus, is in it', () => {
  keepTyped()
  for (const key of ['r', 'e', 'x', 'Backspace']) expect(press(key)).toBe(false)
  render(<Field />)
  expect(value()).toBe('re')
  press('f')
  expect(value()).toBe('ref')
  act(() => screen.getByLabelText('Search').focus())
  // from here on the browser types it
  expect(press('u')).toBe(true)
})
