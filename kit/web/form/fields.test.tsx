import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { LanguageProvider } from '../texts/i18n.tsx'
import { AmountField, TextField } from './fields.tsx'
import { Form, useSchemaForm } from './form.tsx'
import { inputRules, type RuledKind } from './input-kinds.ts'
import { DigitsField, NumberField, PercentageField } from './number-fields.tsx'

afterEach(cleanup)

/** A form with one field named `it`, and what its value is. */
function open(field: ReactNode, value?: unknown) {
  renderInPortal(<OneField value={value}>{field}</OneField>)
  return screen.getByLabelText<HTMLInputElement>('It')
}

function OneField(props: { value: unknown; children: ReactNode }) {
  const form = useForm({ defaultValues: { it: props.value } })
  return (
    <FormProvider {...form}>
      {props.children}
      <Value />
    </FormProvider>
  )
}

function Value() {
  return <output data-form-value>{JSON.stringify(useWatch({ name: 'it' })) ?? 'none'}</output>
}
const value = () => document.querySelector('[data-form-value]')?.textContent

const it = { name: 'it', label: 'It' }

describe('a field', () => {
  test('takes what its kind allows and cleans plain text when it is left', async () => {
    const input = open(<TextField {...it} />)
    await userEvent.type(input, "  O'Neil <script> & Sons ")
    expect(value()).toBe(JSON.stringify("  O'Neil <script> & Sons "))
    await userEvent.tab()
    expect(value()).toBe(JSON.stringify("O'Neil  & Sons"))
  })

  test.each(Object.keys(inputRules) as RuledKind[])(
    'of kind %s keeps out what its kind does not allow, without a message [inputs.no-other-messages]',
    async (kind) => {
      const input = open(<TextField {...it} kind={kind} />)
      await userEvent.type(input, 'a <i>1,5</i> @ğ (9)'.repeat(3))
      await userEvent.tab()
      expect(input.getAttribute('aria-invalid')).not.toBe('true')
      expect(input.getAttribute('aria-describedby')).toBeNull()
      expect(screen.queryByRole('alert')).toBeNull()
    },
  )

  test('of an amount is typed over where it says zero, wherever it was pressed', async () => {
    const input = open(<AmountField {...it} currency="GBP" />, 0)
    await userEvent.click(input)
    await userEvent.keyboard('250')
    expect([input.value, value()]).toEqual(['250', '25000'])
    await userEvent.click(input)
    await userEvent.keyboard('1')
    expect(value()).toBe('250100')
  })

  test('what is not taken in the middle leaves the caret where it was', async () => {
    const input = open(<TextField {...it} kind="tel" />, '12345')
    await userEvent.click(input)
    input.setSelectionRange(2, 2)
    await userEvent.keyboard('x9')
    expect(input.value).toBe('129345')
    expect(input.selectionStart).toBe(3)
  })

  test('of a Swift code shows its parts and has the code itself', async () => {
    const input = open(<TextField {...it} kind="swift" />)
    await userEvent.type(input, 'deutdeff500')
    expect(input.value).toBe('DEUT DE FF 500')
    expect(value()).toBe('"DEUTDEFF500"')
  })

  test('of a payer’s address has the keyboard for one, and takes nothing out of it', async () => {
    const input = open(<TextField {...it} kind="payerEmail" />)
    await userEvent.type(input, 'Ali+Shop@people.example')
    expect(input.type).toBe('email')
    expect(value()).toBe('"Ali+Shop@people.example"')
  })

  test('of a URL with another protocol keeps nothing', async () => {
    const input = open(<TextField {...it} kind="url" />)
    await userEvent.type(input, 'file:///etc/passwd')
    await userEvent.tab()
    expect(value()).toBe('""')
  })
})

describe('numbers', () => {
  test('are numbers in the form', async () => {
    const input = open(<NumberField {...it} />)
    await userEvent.type(input, '-')
    expect(value()).toBe('none')
    await userEvent.type(input, '1.50x')
    expect([input.value, value()]).toEqual(['-1.50', '-1.5'])
  })

  test('per cent stays what it was when more is typed than it takes', async () => {
    const input = open(<PercentageField {...it} />)
    await userEvent.type(input, '123.456')
    expect([input.value, value()]).toEqual(['12.45', '12.45'])
    await userEvent.clear(input)
    await userEvent.type(input, '.00')
    expect(input.value).toBe('0')
  })

  test('do not change by the wheel, which the page gets back when the field is left [inputs.wheel]', async () => {
    for (const field of [<NumberField key="n" {...it} />, <DigitsField key="d" {...it} />]) {
      const input = open(field)
      const turn = () => {
        const wheel = new WheelEvent('wheel', { deltaY: 1, bubbles: true, cancelable: true })
        input.dispatchEvent(wheel)
        return wheel.defaultPrevented
      }
      expect(turn()).toBe(false)
      await userEvent.type(input, '5')
      expect(turn()).toBe(true)
      expect(input.value).toBe('5')
      input.blur()
      expect(turn()).toBe(false)
      cleanup()
    }
  })

  test('what is pasted or dropped is reduced to digits and to the length [inputs.digits.paste]', async () => {
    const input = open(<DigitsField {...it} maxLength={6} />)
    await userEvent.click(input)
    await userEvent.paste('TR33-0006 1005')
    expect([input.value, value()]).toEqual(['330006', '"330006"'])
    // a browser would cut the text before it is reduced
    expect(input.hasAttribute('maxlength')).toBe(false)
    // dropping puts the text into the field, as one input event
    fireEvent.input(input, { target: { value: 'a1b2c3d4e5f6g7' }, inputType: 'insertFromDrop' })
    expect([input.value, value()]).toEqual(['123456', '"123456"'])
  })
})

const counts = z.object({ share: z.number().optional(), days: z.int().optional() })

function Counts(props: { onSubmit(values: unknown): void; share?: number }) {
  const form = useSchemaForm(counts, { share: props.share })
  return (
    <Form form={form} onSubmit={props.onSubmit}>
      <NumberField name="share" label="Share" />
      <NumberField name="days" label="Days" />
      <button type="submit">Save</button>
    </Form>
  )
}

/** The form as a reader has it whose decimal mark is a comma. */
function openInTurkish(share?: number) {
  localStorage.setItem('Language', 'tr')
  const sent = vi.fn()
  renderInPortal(
    <LanguageProvider>
      <Counts onSubmit={sent} {...(share === undefined ? {} : { share })} />
    </LanguageProvider>,
  )
  return {
    sent,
    share: screen.getByLabelText<HTMLInputElement>('Share'),
    days: screen.getByLabelText<HTMLInputElement>('Days'),
    save: () => userEvent.click(screen.getByRole('button', { name: 'Save' })),
  }
}

describe('numbers in Turkish', () => {
  afterEach(() => localStorage.removeItem('Language'))

  test('per cent has the comma that amounts beside it have, however it is typed', async () => {
    localStorage.setItem('Language', 'tr')
    for (const typed of ['1,75', '1.75']) {
      renderInPortal(
        <LanguageProvider>
          <OneField value={undefined}>
            <PercentageField {...it} />
          </OneField>
        </LanguageProvider>,
      )
      const input = screen.getByLabelText<HTMLInputElement>('It')
      await userEvent.type(input, typed)
      expect([input.value, value()]).toEqual(['1,75', '1.75'])
      cleanup()
    }
  })

  test.each([
    ['2,5', 2.5],
    ['1.500,25', 1500.25],
    ['-0,5', -0.5],
  ])('%s, typed or pasted, is sent as %d', async (text, number) => {
    const typed = openInTurkish()
    await userEvent.type(typed.share, text)
    expect(typed.share.value).toBe(text)
    await typed.save()
    await waitFor(() => expect(typed.sent).toHaveBeenCalledWith({ share: number }))
    cleanup()
    const pasted = openInTurkish()
    await userEvent.click(pasted.share)
    await userEvent.paste(text)
    await pasted.save()
    await waitFor(() => expect(pasted.sent).toHaveBeenCalledWith({ share: number }))
  })

  test('a stored one is shown with a comma', () => {
    expect(openInTurkish(12.345).share.value).toBe('12,345')
  })

  test('with marks that do not say one number is refused with a message, and nothing is sent', async () => {
    const { share, sent, save } = openInTurkish()
    await userEvent.click(share)
    await userEvent.paste('1,500.25')
    expect(share.value).toBe('1,500.25')
    await save()
    await screen.findByText(/1\.500,25 gibi girin/)
    expect(sent).not.toHaveBeenCalled()
  })

  test('a whole one refuses decimals with a message', async () => {
    const { days, sent, save } = openInTurkish()
    await userEvent.type(days, '2,5')
    await save()
    await screen.findByText('Tam sayı girin')
    expect(sent).not.toHaveBeenCalled()
    await userEvent.clear(days)
    await userEvent.type(days, '1.500')
    await save()
    await waitFor(() => expect(sent).toHaveBeenCalledWith({ days: 1500 }))
  })
})
