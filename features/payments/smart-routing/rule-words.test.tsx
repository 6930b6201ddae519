import type {
  Condition,
  Otherwise,
} from '@counterfoil/features/routing/rule-sets/rule-sets.schema.ts'
import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { LanguageProvider } from '@counterfoil/kit/web/texts/i18n.tsx'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { newCondition } from './condition-fields.tsx'
import { useRuleWords } from './rule-words.tsx'
import type { RoutingOverview } from './smart-routing.contract.ts'

afterEach(() => {
  cleanup()
  localStorage.clear()
})

const [alpha, beta] = [
  '0191f3a4-0000-7000-8000-000000000001',
  '0191f3a4-0000-7000-8000-000000000002',
]
const overview = {
  mids: [
    { id: alpha, midCode: 'ALPHA' },
    { id: beta, midCode: 'BETA' },
  ],
  websites: [],
} as unknown as RoutingOverview

function Words(props: { condition: Condition; target: Otherwise }) {
  const words = useRuleWords(overview)
  return (
    <>
      <p>{words.condition(props.condition)}</p>
      <p>{words.target(props.target)}</p>
    </>
  )
}

const amount = (min: number | null, max: number | null): Condition => ({
  ...{ fact: 'amount', currency: 'GBP', min, max },
})
const split: Otherwise = {
  way: 'split',
  parts: [
    { midId: alpha, basisPoints: 3_333 },
    { midId: beta, basisPoints: 6_667 },
  ],
}

test('a rule is read with its amounts and shares as the reader’s language writes them', async () => {
  renderInPortal(<Words condition={amount(100, 500_000)} target={split} />)
  expect(await screen.findByText('Amount: 1.00 GBP – 5,000.00 GBP')).toBeTruthy()
  expect(screen.getByText(/ALPHA 33.33%, BETA 66.67%$/)).toBeTruthy()
  cleanup()
  localStorage.setItem('Language', 'tr')
  renderInPortal(
    <LanguageProvider>
      <Words condition={amount(100, 500_000)} target={split} />
    </LanguageProvider>,
  )
  expect(await screen.findByText(/1,00 GBP – 5\.000,00 GBP$/)).toBeTruthy()
  expect(screen.getByText(/ALPHA %33,33, BETA %66,67$/)).toBeTruthy()
})

test('an amount without bounds is a condition on the currency alone', async () => {
  renderInPortal(<Words condition={amount(null, null)} target={split} />)
  expect(await screen.findByText('Amount: GBP')).toBeTruthy()
})

test('a new condition about money begins with the currency of the merchant', () => {
  const turkish = { ...overview, currency: 'TRY' }
  expect(newCondition('amount', turkish)).toMatchObject({ currency: 'TRY', min: null })
  expect(newCondition('currency', turkish)).toMatchObject({ values: ['TRY'] })
})
