import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useFullScreen } from './use-full-screen.ts'

afterEach(cleanup)

function Board() {
  const { isFull, toggle, part } = useFullScreen<HTMLDivElement>()
  return (
    <div ref={part}>
      <button type="button" onClick={toggle}>
        {isFull ? 'Leave' : 'Begin'}
      </button>
    </div>
  )
}

const open = () =>
  render(
    <>
      <nav>
        <a href="/reports">Reports</a>
      </nav>
      <main>
        <p>Above</p>
        <Board />
      </main>
      <section aria-live="polite">Saved</section>
      <footer inert>Below</footer>
    </>,
  )
const behind = (text: string) => screen.getByText(text).closest('[inert]') !== null
const all = ['Reports', 'Above', 'Saved', 'Below']
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('in full screen all that is behind the page cannot be reached, and can be again afterwards', () => {
  open()
  expect(all.map(behind)).toEqual([false, false, false, true])
  press('Begin')
  expect(all.map(behind)).toEqual([true, true, false, true])
  press('Leave')
  expect(all.map(behind)).toEqual([false, false, false, true])
})

test('a page that is left in full screen leaves nothing behind that cannot be reached', () => {
  const page = (isOpen: boolean) => (
    <>
      <nav>Reports</nav>
      <main>{isOpen && <Board />}</main>
    </>
  )
  const { rerender } = render(page(true))
  press('Begin')
  expect(behind('Reports')).toBe(true)
  rerender(page(false))
  expect(behind('Reports')).toBe(false)
})

test('Escape leaves full screen, unless it closes a dialog over it or is used for something else', () => {
  open()
  press('Begin')
  const dialog = document.body.appendChild(document.createElement('div'))
  dialog.className = 'mantine-Modal-content'
  // as dialogs do, it goes before the key comes to the page
  window.addEventListener('keydown', () => dialog.remove(), { capture: true, once: true })
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect([dialog.isConnected, behind('Reports')]).toEqual([false, true])
  const used = new KeyboardEvent('keydown', { key: 'Escape', cancelable: true, bubbles: true })
  used.preventDefault()
  fireEvent(document.body, used)
  expect(behind('Reports')).toBe(true)
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(behind('Reports')).toBe(false)
})
