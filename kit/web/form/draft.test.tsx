import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { CallProblem } from '../calls/problem.ts'
import { Dialog } from '../overlays/dialog.tsx'
import { SideDrawer } from '../overlays/side-drawer.tsx'
import { keepDrafts } from './draft-store.ts'
import { TextField } from './fields.tsx'
import { Form, useSchemaForm } from './form.tsx'
import { keepWhileHidden } from './hidden-drafts.ts'
import { draftsOnlyOf } from './left-drafts.ts'
import { withoutSecrets } from './without-secrets.ts'

const refund = z.object({ reason: z.string(), reference: z.string(), cardNumber: z.string() })

let saves = () => {}
let problem: CallProblem | null = null

function RefundForm() {
  const form = useSchemaForm(refund, { reason: '', reference: 'R-1', cardNumber: '' })
  return (
    <Form form={form} problem={problem} onSubmit={() => saves()}>
      <TextField name="reason" label="Reason" />
      <TextField name="reference" label="Reference" />
      <TextField name="cardNumber" label="Card" />
    </Form>
  )
}

const shownIn = (label: string) => (screen.getByLabelText(label) as HTMLInputElement).value
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const ada = { id: 'ada' }

beforeEach(() => {
  sessionStorage.clear()
  saves = () => {}
  problem = null
})
afterEach(() => cleanup())

/** Types into the form as one user, is signed out, and opens it again as another or the same. */
function openAgainAs(user: { id: string }) {
  renderInPortal(<RefundForm />, ada)
  type('Reason', 'Damaged in transit')
  type('Card', '4242 4242 4242 4242')
  keepDrafts()
  cleanup()
  renderInPortal(<RefundForm />, user)
}

describe('what was typed into a form when its user was signed out', () => {
  test('is offered to the same user, and put back when wanted', () => {
    openAgainAs(ada)
    expect(shownIn('Reason')).toBe('')
    fireEvent.click(screen.getByRole('button', { name: 'Restore what I typed' }))
    expect(shownIn('Reason')).toBe('Damaged in transit')
    expect(shownIn('Reference')).toBe('R-1')
    expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull()
    expect(draftsOnlyOf('ada')).toEqual([])
  })

  test('is not offered in another record of the same page', () => {
    window.history.replaceState(null, '', '/reasons?record=a&page=2')
    openAgainAs(ada)
    expect(screen.queryByRole('button', { name: 'Discard' })).not.toBeNull()
    cleanup()
    window.history.replaceState(null, '', '/reasons?record=b')
    renderInPortal(<RefundForm />, ada)
    expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull()
    window.history.replaceState(null, '', '/')
  })

  test('never holds card data', () => {
    openAgainAs(ada)
    expect(JSON.stringify({ ...sessionStorage })).not.toMatch(/4242/)
    fireEvent.click(screen.getByRole('button', { name: 'Restore what I typed' }))
    expect(shownIn('Card')).toBe('')
  })

  test('is not offered to somebody else, and is gone when somebody else signs in', () => {
    openAgainAs({ id: 'grace' })
    expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull()
    draftsOnlyOf('grace')
    expect({ ...sessionStorage }).toEqual({})
  })

  test('is gone when it is not wanted', () => {
    openAgainAs(ada)
    fireEvent.click(screen.getByRole('button', { name: 'Discard' }))
    expect(shownIn('Reason')).toBe('')
    cleanup()
    renderInPortal(<RefundForm />, ada)
    expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull()
  })

  test('is nothing when nothing was typed', () => {
    renderInPortal(<RefundForm />, ada)
    keepDrafts()
    expect({ ...sessionStorage }).toEqual({})
  })
})

test.each([
  [{ reason: 'ok', securityCode: '123', expiryMonth: 12, number: '42' }, { reason: 'ok' }],
  [{ method: { type: 'card', number: '1', cvv: '9' } }, { method: { type: 'card' } }],
  [
    { number: 'INV-7', note: 'x' },
    { number: 'INV-7', note: 'x' },
  ],
  [{ cardNumber: '1234', note: 'half typed' }, { note: 'half typed' }],
  [{ note: 'paid with 4242-4242-4242-4242 today' }, {}],
  [{ note: 'order 123456789012345' }, { note: 'order 123456789012345' }],
  [{ password: 'x', scaCode: '1', apiSecret: 's', name: 'n' }, { name: 'n' }],
  [{ file: new Blob(['x']), tags: ['a', '4242424242424242'] }, { tags: ['a'] }],
])('%j is kept as %j', (typed, kept) => {
  expect(withoutSecrets(typed)).toEqual(kept)
})

describe('a drawer over what was typed and not saved', () => {
  const closed = vi.fn()
  const opened = () =>
    renderInPortal(
      <SideDrawer isOpen onClose={closed} title="Refund">
        <RefundForm />
      </SideDrawer>,
      ada,
    )
  const close = () => fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  beforeEach(() => closed.mockClear())

  test('closes at once when nothing was typed', () => {
    opened()
    close()
    expect(closed).toHaveBeenCalledTimes(1)
  })

  test('asks before it closes, and keeps nothing of what is discarded', async () => {
    opened()
    type('Reason', 'Damaged in transit')
    close()
    expect(closed).not.toHaveBeenCalled()
    const question = await screen.findByRole('dialog', { name: 'Discard what you typed?' })
    fireEvent.click(within(question).getByRole('button', { name: 'Discard' }))
    expect(closed).toHaveBeenCalledTimes(1)
    cleanup()
    opened()
    expect(screen.queryByRole('button', { name: 'Restore what I typed' })).toBeNull()
  })

  test('by Escape too: the question stays, and a second Escape goes back to the form', async () => {
    opened()
    type('Reason', 'Damaged in transit')
    fireEvent.keyDown(screen.getByLabelText('Reason'), { key: 'Escape' })
    const question = await screen.findByRole('dialog', { name: 'Discard what you typed?' })
    fireEvent.keyDown(question, { key: 'Escape' })
    await waitFor(() => expect(question.isConnected).toBe(false))
    expect(closed).not.toHaveBeenCalled()
    expect(shownIn('Reason')).toBe('Damaged in transit')
  })

  test('gone by Back it is offered again, without its secrets', () => {
    opened()
    type('Reason', 'Damaged in transit')
    type('Card', '4242 4242 4242 4242')
    cleanup()
    opened()
    expect(screen.queryByText('You left before this was saved.')).not.toBeNull()
    expect(draftsOnlyOf('ada')).toEqual([])
    fireEvent.click(screen.getByRole('button', { name: 'Restore what I typed' }))
    expect(shownIn('Reason')).toBe('Damaged in transit')
    expect(shownIn('Card')).toBe('')
  })

  test.each([
    [0, /^This was sent, but no answer came/],
    [409, 'You left before this was saved.'],
  ])('gone by Back after %i it says what is known', (status, said) => {
    problem = new CallProblem('No', { status })
    opened()
    type('Reason', 'Damaged in transit')
    cleanup()
    opened()
    expect(screen.queryByText(said)).not.toBeNull()
  })

  test('gone with the session it is said to be that', () => {
    opened()
    type('Reason', 'Damaged in transit')
    keepDrafts()
    cleanup()
    expect(draftsOnlyOf('ada').length).toBe(1)
    opened()
    expect(screen.queryByText('You were signed out while you were typing here.')).not.toBeNull()
  })

  test('saved it is not offered again', async () => {
    opened()
    type('Reason', 'Damaged in transit')
    saves = () => cleanup()
    fireEvent.submit(screen.getByLabelText('Reason').closest('form') as HTMLFormElement)
    await waitFor(() => expect(screen.queryByLabelText('Reason')).toBeNull())
    opened()
    expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull()
  })
})

describe('a dialog over what was typed and not saved', () => {
  const closed = vi.fn()
  const opened = () =>
    renderInPortal(
      <Dialog isOpen onClose={closed} title="Refund" keepsOpenOutside action={{ label: 'Send' }}>
        <RefundForm />
      </Dialog>,
      ada,
    )
  const question = () => screen.findByRole('dialog', { name: 'Discard what you typed?' })
  beforeEach(() => closed.mockClear())

  test('closes at once when nothing was typed', () => {
    opened()
    fireEvent.keyDown(screen.getByLabelText('Reason'), { key: 'Escape' })
    expect(closed).toHaveBeenCalledTimes(1)
  })

  test.each(['Escape', 'cross'])(
    'asks before it closes by %s, and goes back to it',
    async (way) => {
      opened()
      type('Reason', 'Damaged in transit')
      if (way === 'Escape') fireEvent.keyDown(screen.getByLabelText('Reason'), { key: 'Escape' })
      else fireEvent.click(screen.getByRole('button', { name: 'Close' }))
      fireEvent.click(within(await question()).getByRole('button', { name: 'Cancel' }))
      expect(closed).not.toHaveBeenCalled()
      expect(shownIn('Reason')).toBe('Damaged in transit')
    },
  )

  test('is closed where what was typed is discarded, or given up by Cancel', async () => {
    opened()
    type('Reason', 'Damaged in transit')
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(closed).toHaveBeenCalledTimes(1)
    fireEvent.keyDown(screen.getByLabelText('Reason'), { key: 'Escape' })
    fireEvent.click(within(await question()).getByRole('button', { name: 'Discard' }))
    expect(closed).toHaveBeenCalledTimes(2)
  })
})

describe('a page that goes out of sight', () => {
  const restore = () => screen.queryByRole('button', { name: 'Restore what I typed' })
  let stop = () => {}
  function turn(visibility: DocumentVisibilityState) {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility)
    document.dispatchEvent(new Event('visibilitychange'))
  }
  function typeAndTurnAway() {
    renderInPortal(<RefundForm />, ada)
    type('Reason', 'Damaged in transit')
    type('Card', '4242 4242 4242 4242')
    turn('hidden')
  }
  /** What another document finds: this one's forms end without a word. */
  function endUnseen() {
    const kept = { ...sessionStorage }
    cleanup()
    for (const [name, value] of Object.entries(kept)) sessionStorage.setItem(name, value)
    turn('visible')
    renderInPortal(<RefundForm />, ada)
  }
  beforeEach(() => {
    stop = keepWhileHidden()
  })
  afterEach(() => {
    stop()
    vi.restoreAllMocks()
  })

  test('and is ended there offers what was typed, without its secrets', () => {
    typeAndTurnAway()
    expect(JSON.stringify({ ...sessionStorage })).not.toMatch(/4242/)
    endUnseen()
    expect(screen.queryByText('You left before this was saved.')).not.toBeNull()
    fireEvent.click(restore() as HTMLElement)
    expect(shownIn('Reason')).toBe('Damaged in transit')
    expect(shownIn('Card')).toBe('')
  })

  test('and is loaded anew too', () => {
    renderInPortal(<RefundForm />, ada)
    type('Reason', 'Damaged in transit')
    window.dispatchEvent(new Event('pagehide'))
    endUnseen()
    expect(restore()).not.toBeNull()
  })

  test('and comes back leaves nothing behind', () => {
    typeAndTurnAway()
    turn('visible')
    expect({ ...sessionStorage }).toEqual({})
    expect(shownIn('Card')).toBe('4242 4242 4242 4242')
  })

  test('offers nothing of what was saved meanwhile', () => {
    typeAndTurnAway()
    cleanup()
    expect({ ...sessionStorage }).toEqual({})
  })

  test('says of what was being sent that it may have arrived', () => {
    saves = () => new Promise<void>(() => {})
    renderInPortal(<RefundForm />, ada)
    type('Reason', 'Damaged in transit')
    fireEvent.submit(screen.getByLabelText('Reason').closest('form') as HTMLFormElement)
    turn('hidden')
    endUnseen()
    expect(screen.queryByText(/^This was sent, but no answer came/)).not.toBeNull()
  })

  test('is offered as what it is where the session ends meanwhile', () => {
    typeAndTurnAway()
    keepDrafts()
    cleanup()
    renderInPortal(<RefundForm />, ada)
    expect(screen.queryByText('You were signed out while you were typing here.')).not.toBeNull()
  })
})
