import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { countryName } from '@counterfoil/kit/web/countries.ts'
import { ThemeProvider } from '@counterfoil/kit/web/theme/theme-provider.tsx'
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import countries from 'i18n-iso-countries'
import { FormProvider, useForm } from 'react-hook-form'
import { afterEach, expect, test } from 'vitest'
import { SelectField } from './select-fields.tsx'

afterEach(cleanup)

test('countries are ISO two-letter codes with names, in English and Turkish [inputs.countries]', () => {
  const codes = Object.keys(countries.getAlpha2Codes())
  expect(codes.length).toBeGreaterThan(240)
  for (const locale of ['en-GB', 'tr-TR']) {
    const names = codes.map((code) => countryName(code, locale))
    expect(names.filter((name) => /^[A-Z]{2}$/.test(name))).toEqual([])
    expect(new Set(names).size).toBe(codes.length)
  }
  expect([countryName('DE', 'en-GB'), countryName('DE', 'tr-TR')]).toEqual(['Germany', 'Almanya'])
  expect(countryName('nowhere', 'en-GB')).toBe('nowhere')
})

function Choosing() {
  const form = useForm({ defaultValues: { city: 'a' } })
  const choices = [
    { value: 'a', label: 'Ankara' },
    { value: 'i', label: 'Istanbul' },
  ]
  return (
    <ThemeProvider settings={{}}>
      <FormProvider {...form}>
        <SelectField name="city" label="City" choices={choices} />
      </FormProvider>
    </ThemeProvider>
  )
}

test('a list is at most 250 px high, opens and is walked by the keyboard [shell.dropdown.max-height]', async () => {
  renderInPortal(<Choosing />)
  const input = screen.getByLabelText<HTMLInputElement>('City', { selector: 'input' })
  input.focus()
  await userEvent.keyboard('{ArrowDown}')
  const list = await screen.findByRole('listbox', { hidden: true })
  const limited = [...list.querySelectorAll<HTMLElement>('*'), list].filter(
    ({ style }) => style.maxHeight !== '',
  )
  expect(limited.map(({ style }) => style.maxHeight).join()).toContain(`${250 / 16}rem`)
  await userEvent.clear(input)
  await userEvent.type(input, 'ist')
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect(input.value).toBe('Istanbul')
})
