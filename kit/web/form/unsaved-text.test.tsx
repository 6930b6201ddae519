import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { useKeptText } from './unsaved-text.ts'

function Writing({ name = 'ticket 1' }: { name?: string }) {
  const { text, write, clear } = useKeptText(name)
  return (
    <>
      <textarea
        aria-label="Comment"
        value={text}
        onChange={(event) => write(event.currentTarget.value)}
      />
      <button type="button" onClick={() => clear(text)}>
        sent
      </button>
      <button type="button" onClick={() => clear('an older text')}>
        sent before
      </button>
    </>
  )
}

const ada = { id: 'ada' }
const shown = () => (screen.getByLabelText('Comment') as HTMLTextAreaElement).value
const type = (text: string) =>
  fireEvent.change(screen.getByLabelText('Comment'), { target: { value: text } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

/** As if the page had been left, by whatever way, and opened again. */
function openAgain(user = ada, name?: string) {
  cleanup()
  renderInPortal(<Writing {...(name === undefined ? {} : { name })} />, user)
}

beforeEach(() => localStorage.clear())
afterEach(() => cleanup())

test('a text is there again after the page was left, for the same user and place alone', () => {
  openAgain()
  type('We have asked the bank')
  openAgain()
  expect(shown()).toBe('We have asked the bank')
  openAgain(ada, 'ticket 2')
  expect(shown()).toBe('')
  openAgain({ id: 'grace' })
  expect(shown()).toBe('')
})

test('a text is gone once it was sent, but not what was typed since', () => {
  openAgain()
  type('We have asked the bank')
  press('sent before')
  expect(shown()).toBe('We have asked the bank')
  press('sent')
  expect([shown(), { ...localStorage }]).toEqual(['', {}])
})

test('a number of a card never reaches the device', () => {
  openAgain()
  type('It was 4242 4242 4242 4242')
  expect(JSON.stringify({ ...localStorage })).not.toMatch(/4242/)
  expect(shown()).toBe('It was 4242 4242 4242 4242')
})
