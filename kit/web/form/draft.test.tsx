import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { draftsOnlyOf, keepDrafts, withoutSecrets } from './draft-store.ts'
import { TextField } from './fields.tsx'
import { Form, useSchemaForm } from './form.tsx'

const refund = z.object({ reason: z.string(), reference: z.string(), cardNumber: z.string() })

function RefundForm() {
  const form = useSchemaForm(refund, { reason: '', reference: 'R-1', cardNumber: '' })
  return (
    <Form form={form} onSubmit={() => {}}>
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

beforeEach(() => sessionStorage.clear())
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
