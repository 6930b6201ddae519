import { decimalPlacesOf, formatAmount } from '@counterfoil/kit/contract/money.ts'
import { useAmountFault } from '@counterfoil/kit/web/form/fields.tsx'
import { inputRules } from '@counterfoil/kit/web/form/input-kinds.ts'
import { RuledInput } from '@counterfoil/kit/web/form/ruled-input.tsx'
import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { parseAmount, typedAmount } from '../formats/money.tsx'
import { useCurrencies } from '../session/user.tsx'
import { useLanguage, useTexts } from '../texts/i18n.tsx'
import { filterTexts } from './filter.messages.ts'
import classes from './filter.module.css'
import { FilterButton } from './filter-button.tsx'

/** Minor units. */
export interface AmountRange {
  readonly from?: number | undefined
  readonly to?: number | undefined
}

interface AmountFilterProps {
  readonly label: string
  readonly value: AmountRange
  /** Whose decimals count; without one two are taken. */
  readonly currency?: string | undefined
  onChange(value: AmountRange): void
}

/** From and to, in the currency's decimals; either may be left open. */
export function AmountFilter(props: AmountFilterProps) {
  const places = usePlaces(props.currency)
  const { locale } = useLanguage()
  const { from, to } = props.value
  const text = (amount: number | undefined) =>
    amount === undefined ? '' : formatAmount(amount, places, locale)
  const shown = from === undefined && to === undefined ? undefined : `${text(from)} – ${text(to)}`
  return (
    <FilterButton label={props.label} value={shown}>
      {(close) => <AmountPanel {...props} places={places} close={close} />}
    </FilterButton>
  )
}

function usePlaces(currency: string | undefined) {
  const currencies = useCurrencies()
  return currency === undefined ? 2 : decimalPlacesOf(currency, currencies)
}

function AmountPanel(props: AmountFilterProps & { places: number; close(): void }) {
  const t = useTexts(filterTexts)
  const { places } = props
  const { locale } = useLanguage()
  const typedOf = (amount: number | undefined) =>
    amount === undefined ? '' : typedAmount(amount, places, locale)
  const amountIn = (typed: string) => parseAmount(typed, places, locale)
  const [from, setFrom] = useState(typedOf(props.value.from))
  const [to, setTo] = useState(typedOf(props.value.to))
  const faultOf = useAmountFault(props.currency)

  function apply(event: FormEvent) {
    event.preventDefault()
    if (faultOf(from) !== undefined || faultOf(to) !== undefined) return
    props.onChange({ from: amountIn(from), to: amountIn(to) })
    props.close()
  }

  const field = (label: string, value: string, set: (value: string) => void) => (
    <RuledInput
      size="xs"
      rule={inputRules.money}
      label={label}
      value={value}
      error={faultOf(value)}
      onValue={set}
    />
  )
  return (
    <form onSubmit={apply} className={classes.panelForm}>
      <div className={classes.pair}>
        {field(t.amountFrom, from, setFrom)}
        {field(t.amountTo, to, setTo)}
      </div>
      <div className={classes.foot}>
        <Button
          variant="subtle"
          size="compact-xs"
          onClick={() => {
            props.onChange({})
            props.close()
          }}
        >
          {t.clear}
        </Button>
        <Button size="compact-xs" type="submit">
          {t.apply}
        </Button>
      </div>
    </form>
  )
}
