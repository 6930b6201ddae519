import { countryName } from '@counterfoil/kit/contract/country-name.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import { optional, reference, text } from '@counterfoil/kit/contract/resource-fields.ts'
import { answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { installPopovers } from '@counterfoil/kit/testing/popovers.tsx'
import { place, renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { useListState } from '@counterfoil/kit/web/grid/list-state.ts'
import { ResourceField } from '@counterfoil/kit/web/resource/resource-field.tsx'
import { ResourceFilters } from '@counterfoil/kit/web/resource/resource-filters.tsx'
import { ThemeProvider } from '@counterfoil/kit/web/theme/theme-provider.tsx'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import countries from 'i18n-iso-countries'
import type { ReactNode } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { afterEach, expect, test } from 'vitest'
import { UserProvider, useUserContext } from '../session/user.tsx'
import { LanguageProvider } from '../texts/i18n.tsx'
import { CurrencyField, SelectField } from './select-fields.tsx'

installPopovers()
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
  await userEvent.keyboard('{Enter}')
  expect(input.value).toBe('Istanbul')
  expect(document.querySelector<HTMLInputElement>('input[name=city]')?.value).toBe('i')
})

const usedCurrencies = [
  { id: 'ALL', name: 'Lek', decimalPlaces: 2 },
  { id: 'EUR', name: 'Euro', decimalPlaces: 2 },
  { id: 'INR', name: 'Indian Rupee', decimalPlaces: 2 },
]

function Paying() {
  return (
    <UserProvider value={{ ...useUserContext(), currencies: usedCurrencies }}>
      <LanguageProvider>
        <FormProvider {...useForm()}>
          <CurrencyField name="currency" label="Currency" />
        </FormProvider>
      </LanguageProvider>
    </UserProvider>
  )
}

test('currencies are named in the language of the page', async () => {
  localStorage.setItem('Language', 'tr')
  show(<Paying />)
  await userEvent.click(input('Currency'))
  const options = await screen.findAllByRole('option', { hidden: true })
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'ALL · Arnavutluk leki',
    'EUR · Euro',
    'INR · Hindistan rupisi',
  ])
})

test.each(['inr', 'İNR', 'hındıstan'])(
  'a currency is found in Turkish by its code and its name, with either i: %s',
  async (typed) => {
    localStorage.setItem('Language', 'tr')
    show(<Paying />)
    await userEvent.click(input('Currency'))
    await userEvent.type(input('Currency'), typed)
    const options = await screen.findAllByRole('option', { hidden: true })
    expect(options.map(({ textContent }) => textContent)).toEqual(['INR · Hindistan rupisi'])
  },
)

const own = (table: string) => ({ table, key: 'id', name: 'name', owner: 'tenant' }) as const
const berths = resource({
  id: 'berths',
  one: { en: 'Berth', tr: 'Rıhtım' },
  many: { en: 'Berths', tr: 'Rıhtımlar' },
  about: { en: 'Where ships lie', tr: 'Gemilerin yattığı yer' },
  path: '/berths',
  permission: 'Berths.View',
  table: 'berth',
  owner: 'tenant',
  fields: {
    name: text({ en: 'Name', tr: 'Ad' }),
    harbourId: reference({ en: 'Harbour', tr: 'Liman' }, own('harbour')),
    quayId: optional(
      reference({ en: 'Quay', tr: 'İskele' }, { ...own('quay'), partOf: 'harbourId' }),
    ),
  },
  columns: ['name'],
  sort: 'name',
  search: ['name'],
  filters: ['harbourId', 'quayId'],
})
const harbours = ['Izmir', 'Mersin'].map((name) => ({ id: name.toLowerCase(), name }))

function show(children: ReactNode, address?: string) {
  answerFetch(({ path, query }) =>
    path.includes('harbourId')
      ? harbours
      : [{ id: `${query.get('partOf')}-1`, name: `First of ${query.get('partOf')}` }],
  )
  renderInPortal(<ThemeProvider settings={{}}>{children}</ThemeProvider>, {}, address)
}

const input = (name: string) =>
  screen.getByLabelText<HTMLInputElement>(name, { exact: false, selector: 'input' })

function Berth() {
  const form = useForm({ defaultValues: { harbourId: 'izmir', quayId: 'izmir-1' } })
  const common = { of: berths, row: undefined, tenantId: undefined, isDisabled: false }
  return (
    <FormProvider {...form}>
      <ResourceField {...common} name="harbourId" />
      <ResourceField {...common} name="quayId" />
      <output data-testid="values">{JSON.stringify(form.watch())}</output>
    </FormProvider>
  )
}

test('of another record the parts of the one before are not kept in a form', async () => {
  show(<Berth />)
  await waitFor(() => expect(input('Quay').value).toBe('First of izmir'))
  await userEvent.click(input('Harbour'))
  await userEvent.click(await screen.findByText('Mersin'))
  await waitFor(() => expect(input('Quay').value).toBe(''))
  expect(JSON.parse(screen.getByTestId('values').textContent ?? '')).toEqual({
    ...{ harbourId: 'mersin', quayId: '' },
  })
})

function Filters() {
  return <ResourceFilters of={berths} list={useListState({ filters: ['harbourId', 'quayId'] })} />
}

test('of another record the parts of the one before leave the address of a list', async () => {
  show(<Filters />, '/berths?harbourId=izmir&quayId=izmir-1')
  await userEvent.click(await screen.findByRole('button', { name: /Harbour.*Izmir/ }))
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Mersin', hidden: true }))
  await waitFor(() => expect(place()).toBe('/berths?harbourId=mersin'))
})
