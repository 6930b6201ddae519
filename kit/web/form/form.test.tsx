import { amountMinor } from '@counterfoil/kit/contract/fields.ts'
import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { CallProblem } from '../calls/problem.ts'
import { SideDrawer } from '../overlays/side-drawer.tsx'
import { LanguageProvider } from '../texts/i18n.tsx'
import { AmountField, ChoiceField, TextField, useField } from './fields.tsx'
import { Form, useSchemaForm } from './form.tsx'

afterEach(cleanup)

const schema = z.object({ name: z.string(), place: z.string() })

function Fields() {
  const form = useSchemaForm(schema, { name: '', place: '' })
  return (
    <Form form={form} onSubmit={() => {}}>
      <TextField name="name" label="Name" />
      <TextField name="place" label="Place" />
    </Form>
  )
}

function Drawer() {
  const [isLoaded, setLoaded] = useState(false)
  return (
    <SideDrawer isOpen onClose={() => {}} title="New country">
      {isLoaded ? (
        <Fields />
      ) : (
        <button type="button" onClick={() => setLoaded(true)}>
          Load
        </button>
      )}
    </SideDrawer>
  )
}

test('in a drawer the work begins at the first field', async () => {
  renderInPortal(
    <SideDrawer isOpen onClose={() => {}} title="New country">
      <Fields />
    </SideDrawer>,
  )
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')))
})

test('whoever has gone to another field before the drawer has opened stays there', async () => {
  renderInPortal(
    <SideDrawer isOpen onClose={() => {}} title="New country">
      <Fields />
    </SideDrawer>,
  )
  const place = screen.getByLabelText('Place')
  place.focus()
  // the drawer's own timers
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(document.activeElement).toBe(place)
})

test('also where that is a choice', async () => {
  renderInPortal(
    <SideDrawer isOpen onClose={() => {}} title="New rule">
      <Choosing />
    </SideDrawer>,
  )
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Rule')))
})

function Choosing() {
  const form = useSchemaForm(z.object({ rule: z.string(), name: z.string() }), {
    ...{ rule: '', name: '' },
  })
  return (
    <Form form={form} onSubmit={() => {}}>
      <ChoiceField name="rule" label="Rule" choices={[{ value: 'one', label: 'One' }]} none="–" />
      <TextField name="name" label="Name" />
    </Form>
  )
}

test('a form that comes after its drawer takes the focus', async () => {
  renderInPortal(<Drawer />)
  await userEvent.click(screen.getByRole('button', { name: 'Load', hidden: true }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')))
})

test('on a page the focus stays where it is', async () => {
  renderInPortal(<Fields />)
  await new Promise((settled) => setTimeout(settled, 50))
  expect(document.activeElement).toBe(document.body)
})

const strict = z.object({
  name: z.string().trim().min(1).max(5),
  url: z.url(),
  count: z.int().min(2).max(9),
  lines: z.array(z.string().regex(/^\d+$/)),
})
const right = { name: 'Ada', url: 'https://example.com', count: 3, lines: ['1'] }

function Lines() {
  const { field, shared } = useField({ name: 'lines', label: 'Lines' })
  return (
    <label>
      Lines
      <input ref={field.ref} aria-describedby="lines" />
      <span id="lines">{shared.error}</span>
    </label>
  )
}

function StrictForm(props: {
  values?: Partial<Record<keyof typeof right, unknown>>
  problem?: CallProblem
  onSubmit?: () => unknown
}) {
  const form = useSchemaForm(strict, { ...right, ...props.values } as typeof right)
  return (
    <Form form={form} problem={props.problem ?? null} onSubmit={() => props.onSubmit?.()}>
      <TextField name="name" label="Name" />
      <TextField name="url" label="Address" kind="url" />
      <TextField name="count" label="Count" />
      <Lines />
      <button type="submit">Save</button>
    </Form>
  )
}

test.each([
  [{ name: '   ' }, 'Name', 'This field is required'],
  [{ name: 'Adeline' }, 'Name', 'At most 5 characters'],
  [{ url: 'example' }, 'Address', 'Enter a whole address, like https://example.com'],
  [{ count: 10 }, 'Count', 'At most 9'],
  [{ count: 1 }, 'Count', 'At least 2'],
  [{ count: 2.5 }, 'Count', 'Enter a whole number'],
  [{ lines: ['1', 'two'] }, 'Lines', '2: This value is not valid'],
] as const)(
  'a refused form says at the field what is wrong and goes there: %o',
  async (values, label, said) => {
    renderInPortal(<StrictForm values={values} />)
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText(said)
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByLabelText(label, { exact: false })),
    )
  },
)

/** Is refused at the server for this field. */
function RefusedForm({ path }: { path: string }) {
  const [problem, setProblem] = useState<CallProblem>()
  const refusal = { status: 409, code: 'x', errors: [{ message: 'Taken', path }] }
  return (
    <StrictForm
      {...(problem === undefined ? {} : { problem })}
      onSubmit={() => setProblem(new CallProblem('Refused', refusal))}
    />
  )
}

test.each([
  ['url', /Address/],
  ['lines.3', /Lines/],
])(
  'what the server refuses of %s is said there, and the work goes on there',
  async (path, label) => {
    renderInPortal(<RefusedForm path={path} />)
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Taken')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(label)))
  },
)

test.each([
  ['url', 0],
  ['somewhere.else', 1],
])('a refusal of %s stands at its field or at the end, not at both', async (path, notes) => {
  renderInPortal(<RefusedForm path={path} />)
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText(notes === 0 ? 'Taken' : 'Refused')
  expect(screen.queryAllByRole('alert')).toHaveLength(notes)
})

test('a double click sends once', async () => {
  let finish = () => {}
  const send = vi.fn(() => new Promise<void>((done) => (finish = done)))
  renderInPortal(<StrictForm onSubmit={send} />)
  const save = screen.getByRole('button', { name: 'Save' })
  fireEvent.click(save)
  fireEvent.click(save)
  await waitFor(() => expect(send).toHaveBeenCalled())
  fireEvent.click(save)
  // nor does the browser send the form by itself, with what was typed in the address
  expect(fireEvent.submit(save.closest('form') as HTMLFormElement)).toBe(false)
  await new Promise((settled) => setTimeout(settled, 50))
  expect(send).toHaveBeenCalledTimes(1)
  finish()
})

function Link(props: { onSubmit(values: unknown): void }) {
  const form = useSchemaForm(z.object({ amount: amountMinor.optional() }), {})
  return (
    <Form form={form} onSubmit={props.onSubmit}>
      <AmountField name="amount" label="Amount" currency="GBP" />
      <button type="submit">Create</button>
    </Form>
  )
}

test('an amount that may be left out and is typed wrongly is not left out', async () => {
  const sent = vi.fn()
  renderInPortal(<Link onSubmit={sent} />)
  const create = screen.getByRole('button', { name: 'Create' })
  const amount = screen.getByLabelText('Amount')
  await userEvent.type(amount, '1e5')
  await userEvent.click(create)
  await screen.findByText('Enter an amount with up to 2 decimals, like 1,250.00')
  await waitFor(() => expect(document.activeElement).toBe(amount))
  expect(sent).not.toHaveBeenCalled()
  await userEvent.type(amount, '{Backspace}{Backspace}')
  await waitFor(() => expect(screen.queryByText(/Enter an amount/)).toBeNull())
  await userEvent.clear(amount)
  await userEvent.click(create)
  await waitFor(() => expect(sent).toHaveBeenCalledWith({}))
  await userEvent.type(amount, '12.50')
  await userEvent.click(create)
  await waitFor(() => expect(sent).toHaveBeenCalledWith({ amount: 1250 }))
})

function InCurrency({ onSubmit }: { onSubmit(values: unknown): void }) {
  const form = useSchemaForm(z.object({ amount: amountMinor }), { amount: undefined as never })
  const [currency, setCurrency] = useState('GBP')
  return (
    <Form form={form} onSubmit={onSubmit}>
      {['GBP', 'EUR', 'JPY', 'KWD'].map((code) => (
        <button key={code} type="button" onClick={() => setCurrency(code)}>
          {code}
        </button>
      ))}
      <AmountField name="amount" label="Amount" currency={currency} />
      <button type="button" onClick={() => form.setValue('amount', 7_000)}>
        All
      </button>
      <button type="submit">Charge</button>
    </Form>
  )
}

test('in another currency an amount is the number that was typed, not as many minor units', async () => {
  const charged = vi.fn()
  renderInPortal(<InCurrency onSubmit={charged} />)
  const amount = screen.getByLabelText<HTMLInputElement>('Amount')
  const becomes = (currency: string) => {
    fireEvent.click(screen.getByRole('button', { name: currency }))
    return amount.value
  }
  await userEvent.type(amount, '500')
  expect(['JPY', 'KWD', 'JPY'].map(becomes)).toEqual(['500', '500', '500'])
  await userEvent.click(screen.getByRole('button', { name: 'Charge' }))
  await waitFor(() => expect(charged).toHaveBeenLastCalledWith({ amount: 500 }))
  // all that is left was set in minor units of the currency that it is in
  await userEvent.click(screen.getByRole('button', { name: 'All' }))
  expect([amount.value, becomes('GBP')]).toEqual(['7000', '7000.00'])
  await userEvent.clear(amount)
  await userEvent.type(amount, '12.50')
  expect(becomes('JPY')).toBe('12.50')
  screen.getByText('Enter a whole amount, like 1,250')
  await userEvent.click(screen.getByRole('button', { name: 'Charge' }))
  expect(charged).toHaveBeenCalledTimes(1)
  expect(becomes('EUR')).toBe('12.50')
  await userEvent.click(screen.getByRole('button', { name: 'Charge' }))
  await waitFor(() => expect(charged).toHaveBeenLastCalledWith({ amount: 1250 }))
})

function Sale() {
  const form = useSchemaForm(z.object({ amount: amountMinor }), { amount: undefined as never })
  return (
    <Form form={form} onSubmit={() => {}}>
      <AmountField name="amount" label="Amount" currency="GBP" />
      <button type="submit">Charge</button>
    </Form>
  )
}

test.each([
  ['{Backspace}', 'Enter an amount'],
  ['-5', 'Enter an amount above zero'],
  ['1e5', 'Enter an amount with up to 2 decimals, like 1,250.00'],
  ['1.234', 'Enter an amount with up to 2 decimals, like 1,250.00'],
  ['12.000,50', 'Enter an amount with up to 2 decimals, like 1,250.00'],
  ['99999999999', 'This amount is too large'],
  // 2^53 minor units and more are no longer whole as numbers
  ['90,071,992,547,409.92', 'This amount is too large'],
  ['99999999999999999999', 'This amount is too large'],
])(
  'an amount typed as %s is refused in words of amounts, never of minor units',
  async (typed, said) => {
    renderInPortal(<Sale />)
    await userEvent.type(screen.getByLabelText('Amount'), typed)
    await userEvent.click(screen.getByRole('button', { name: 'Charge' }))
    await screen.findByText(said)
    expect(document.body.textContent).not.toContain('minor units')
  },
)

function Limit(props: { onSubmit(values: unknown): void }) {
  const form = useSchemaForm(z.object({ amount: z.int() }), { amount: undefined as never })
  return (
    <Form form={form} onSubmit={props.onSubmit}>
      <AmountField name="amount" label="Amount" currency="GBP" />
      <button type="submit">Save</button>
    </Form>
  )
}

test('what is too much is what the form says: the limits of a MID are more than a payment has', async () => {
  const sent = vi.fn()
  renderInPortal(<Limit onSubmit={sent} />)
  await userEvent.type(screen.getByLabelText('Amount'), '10,000,000,000')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent).toHaveBeenCalledWith({ amount: 1_000_000_000_000 }))
})

test('an amount of zero is refused in the reader’s language', async () => {
  localStorage.setItem('Language', 'tr')
  renderInPortal(
    <LanguageProvider>
      <Sale />
    </LanguageProvider>,
  )
  await userEvent.type(screen.getByLabelText('Amount'), '0,00')
  await userEvent.click(screen.getByRole('button', { name: 'Charge' }))
  await screen.findByText('Sıfırdan büyük bir tutar girin')
})

test('an amount in the marks of another language is refused with an example in the reader’s own', async () => {
  localStorage.setItem('Language', 'tr')
  renderInPortal(
    <LanguageProvider>
      <Sale />
    </LanguageProvider>,
  )
  await userEvent.type(screen.getByLabelText('Amount'), '1,250.50')
  await screen.findByText('En fazla 2 ondalıklı bir tutar girin, örneğin 1.250,00')
  localStorage.removeItem('Language')
})
