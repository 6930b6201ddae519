import type { Condition } from '@counterfoil/features/routing/rule-sets/rule-sets.schema.ts'
import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { ConditionFields } from './condition-fields.tsx'
import type { RoutingOverview } from './smart-routing.contract.ts'

afterEach(cleanup)

const overview = { mids: [], websites: [], currency: 'GBP' } as unknown as RoutingOverview
let latest: Condition | null

function Editor() {
  const [condition, setCondition] = useState<Condition>({
    ...{ fact: 'amount', currency: 'GBP', min: 50_000, max: 125_000 },
  })
  return (
    <ConditionFields
      condition={condition}
      number={1}
      overview={overview}
      onChange={(next) => {
        latest = next
        if (next !== null) setCondition(next)
      }}
    />
  )
}

test('in another currency the amounts of a condition are the numbers that were typed', () => {
  renderInPortal(<Editor />)
  const currency = screen.getByLabelText<HTMLSelectElement>('Currency')
  for (const code of ['JPY', 'KWD']) {
    currency.append(Object.assign(document.createElement('option'), { value: code }))
  }
  const amounts = ['From', 'To'].map((label) => screen.getByLabelText<HTMLInputElement>(label))
  const shown = () => amounts.map(({ value }) => Number(value))
  fireEvent.change(currency, { target: { value: 'JPY' } })
  expect(latest).toMatchObject({ currency: 'JPY', min: 500, max: 1250 })
  expect(shown()).toEqual([500, 1250])
  fireEvent.change(currency, { target: { value: 'KWD' } })
  expect(latest).toMatchObject({ currency: 'KWD', min: 500_000, max: 1_250_000 })
  expect(shown()).toEqual([500, 1250])
})

test('what is typed as an amount and is none is never saved as no limit', () => {
  renderInPortal(<Editor />)
  const from = screen.getByLabelText<HTMLInputElement>('From')
  fireEvent.change(from, { target: { value: '1.000,50' } })
  expect(latest).toMatchObject({ min: -1, max: 125_000 })
  expect(from.value).toBe('1.000,50')
  screen.getByText('Enter an amount with up to 2 decimals, like 1,250.00')
  fireEvent.change(from, { target: { value: '' } })
  expect(latest).toMatchObject({ min: null, max: 125_000 })
  fireEvent.change(from, { target: { value: '12.50' } })
  const currency = screen.getByLabelText<HTMLSelectElement>('Currency')
  currency.append(Object.assign(document.createElement('option'), { value: 'JPY' }))
  fireEvent.change(currency, { target: { value: 'JPY' } })
  expect(latest).toMatchObject({ min: -1, max: 1250 })
  expect(from.value).toBe('12.50')
})
