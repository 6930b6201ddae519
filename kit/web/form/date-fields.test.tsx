import { installPopovers } from '@counterfoil/kit/testing/popovers.tsx'
import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { afterEach, describe, expect, test } from 'vitest'
import { DateField, DateTimeField, parseDay, takenOf } from './date-fields.tsx'

installPopovers()
afterEach(cleanup)

function open(field: ReactNode, value?: unknown, timeZone = 'Europe/Istanbul') {
  renderInPortal(<OneField value={value}>{field}</OneField>, { timeZone })
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

describe('a day', () => {
  test('is noon UTC of that day, whatever the zone [dates.picker.date-only]', async () => {
    for (const zone of ['Europe/Istanbul', 'Pacific/Kiritimati', 'America/Los_Angeles']) {
      open(<DateField {...it} />, undefined, zone)
      const input = screen.getByLabelText('It')
      await userEvent.type(input, '09/03/2026')
      await userEvent.tab()
      expect(value()).toBe('"2026-03-09T12:00:00.000Z"')
      cleanup()
    }
  })

  test.each([
    ['9/3/2026', '2026-03-09'],
    ['09.03.2026', '2026-03-09'],
    ['29/02/2028', '2028-02-29'],
    ['29/02/2026', null],
    ['31/04/2026', null],
    ['03/13/2026', null],
    ['2026', null],
    ['', null],
    // copied from a file that was exported here
    [' 2028-02-29 ', '2028-02-29'],
    ['2027-02-29', null],
  ])('%j is typed for %s', (typed, day) => {
    expect(parseDay(typed)).toBe(day)
  })

  test('is shown DD/MM/YYYY, with a time DD/MM/YYYY HH:mm [dates.picker.display]', () => {
    open(<DateField {...it} />, '2026-03-09T12:00:00.000Z')
    expect(screen.getByLabelText<HTMLInputElement>('It').value).toBe('09/03/2026')
    expect(screen.getByPlaceholderText('DD/MM/YYYY')).toBeDefined()
    cleanup()
    open(<DateTimeField {...it} />, '2026-03-09T21:35:00.000Z')
    expect(screen.getByLabelText('It').textContent).toBe('10/03/2026 00:35')
  })

  test('with a time is read out by the name of its button', () => {
    open(<DateTimeField {...it} />, '2026-03-09T21:35:00.000Z')
    expect(screen.getByRole('button', { name: 'It: 10/03/2026 00:35' })).toBeDefined()
  })
})

describe('a day with a time', () => {
  const openPicker = async () => {
    await userEvent.click(screen.getByLabelText('It'))
    return screen.findByRole('dialog', { hidden: true })
  }

  test('goes to the API in UTC [dates.picker.utc]', async () => {
    open(<DateTimeField {...it} />, '2026-03-09T10:00:00.000Z')
    await openPicker()
    const hours = screen.getByLabelText('Hours')
    fireEvent.focus(hours)
    await userEvent.type(hours, '15')
    // 15:00 in Istanbul
    expect(value()).toBe('"2026-03-09T12:00:00.000Z"')
  })

  test('of another day begins at its start [dates.picker.change-day]', async () => {
    open(<DateTimeField {...it} />, '2026-03-09T10:30:00.000Z')
    await openPicker()
    await userEvent.click(screen.getByRole('button', { name: /^20 March 2026/i, hidden: true }))
    expect(value()).toBe('"2026-03-19T21:00:00.000Z"')
  })

  test('has steps of five minutes and one hour, and no seconds [dates.picker.time-steps]', async () => {
    open(<DateTimeField {...it} />, '2026-03-09T10:30:00.000Z')
    await openPicker()
    const minutes = screen.getByLabelText<HTMLInputElement>('Minutes')
    await userEvent.click(minutes)
    await userEvent.keyboard('{ArrowUp}')
    expect(value()).toBe('"2026-03-09T10:35:00.000Z"')
    await userEvent.click(screen.getByLabelText('Hours'))
    await userEvent.keyboard('{ArrowUp}')
    expect(value()).toBe('"2026-03-09T11:35:00.000Z"')
    expect(screen.queryByLabelText(/second/i)).toBeNull()
    // typed between the steps
    expect(takenOf('2026-03-09 13:38:59', '2026-03-09')).toEqual({
      day: '2026-03-09',
      time: '13:35',
    })
  })
})
