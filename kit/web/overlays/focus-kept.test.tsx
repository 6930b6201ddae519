import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { useFocusBack } from './focus-back.ts'
import { useFocusKept } from './focus-kept.ts'
import { SideDrawer } from './side-drawer.tsx'

afterEach(cleanup)

function Page({ isWorking }: { isWorking: boolean }) {
  useFocusKept()
  return (
    <>
      <button type="button" disabled={isWorking}>
        Export
      </button>
      <button type="button">Import</button>
    </>
  )
}

const button = (name: string) => screen.getByRole('button', { name })

/** As a browser does: what is disabled loses the focus. */
async function work(rerender: (page: React.ReactNode) => void, meanwhile = () => {}) {
  button('Export').focus()
  button('Export').blur()
  await act(async () => rerender(<Page isWorking />))
  meanwhile()
  await act(async () => rerender(<Page isWorking={false} />))
}

test('a button that worked has the focus again', async () => {
  const { rerender } = render(<Page isWorking={false} />)
  await work(rerender)
  expect(document.activeElement).toBe(button('Export'))
})

test('whoever went on meanwhile stays there', async () => {
  const { rerender } = render(<Page isWorking={false} />)
  await work(rerender, () => button('Import').focus())
  expect(document.activeElement).toBe(button('Import'))
})

function Question() {
  useFocusBack(true)
  return <input aria-label="Code" ref={(input) => input?.focus()} />
}

/** A page that asks something before it does what was pressed. */
const Asking = ({ isWorking, isAsked }: { isWorking: boolean; isAsked: boolean }) => (
  <>
    <Page isWorking={isWorking} />
    {isAsked && <Question />}
  </>
)

test.each([
  ['goes before the button can be pressed', [true, false]],
  ['goes after it', [false, true]],
  ['goes with it', [false, false]],
])('a question that %s leaves the focus on it', async (_, [isWorking = false, isAsked = false]) => {
  const { rerender } = render(<Asking isWorking={false} isAsked={false} />)
  const turn = (isWorking: boolean, isAsked: boolean) =>
    act(async () => rerender(<Asking isWorking={isWorking} isAsked={isAsked} />))
  button('Export').focus()
  button('Export').blur()
  await turn(true, false)
  await turn(true, true)
  expect(document.activeElement).toBe(screen.getByLabelText('Code'))
  await turn(isWorking, isAsked)
  await turn(false, false)
  await vi.waitFor(() => expect(document.activeElement).toBe(button('Export')))
})

function Refund({ isLeft }: { isLeft: boolean }) {
  useFocusKept()
  return (
    <main>
      <header>
        <h1 tabIndex={-1}>Payment 1042</h1>
        {isLeft && <button type="button">Refund</button>}
      </header>
      <table>
        <tbody>
          {isLeft && (
            <tr>
              <td>
                <button type="button">Remove</button>
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </main>
  )
}

test.each([
  ['Refund', 'H1', 'the heading over a button that is gone has the focus'],
  ['Remove', 'BODY', 'after a row that is gone the browser goes on by itself'],
])('%s leaves the focus on %s: %s', async (name, left) => {
  const { rerender } = render(<Refund isLeft />)
  button(name).focus()
  await act(async () => rerender(<Refund isLeft={false} />))
  await new Promise((resolve) => setTimeout(resolve, 150))
  expect(document.activeElement?.tagName).toBe(left)
})

function Recurring() {
  useFocusKept()
  const [isActive, setActive] = useState(true)
  return (
    <SideDrawer isOpen onClose={() => {}} title="Penrose Paper Ltd">
      {isActive && (
        <button type="button" onClick={() => setActive(false)}>
          Stop
        </button>
      )}
    </SideDrawer>
  )
}

test('the title of an open drawer has the focus after a button in it that is gone', async () => {
  renderInPortal(<Recurring />)
  const stop = await screen.findByRole('button', { name: 'Stop' })
  stop.focus()
  fireEvent.click(stop)
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Penrose Paper Ltd'))
})
