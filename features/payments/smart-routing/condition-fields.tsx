import '@counterfoil/kit/web/theme/input-styles.ts'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import { paymentLabel } from '@counterfoil/features/payments/processing/labels.rules.ts'
import {
  type Condition,
  channelValues,
  healthValues,
  type ListedFact,
  methodValues,
  orderTypeValues,
  riskValues,
} from '@counterfoil/features/routing/rule-sets/rule-sets.schema.ts'
import { cardBrands } from '@counterfoil/kit/contract/card-brands.ts'
import { decimalPlacesOf } from '@counterfoil/kit/contract/money.ts'
import { useAmountFault } from '@counterfoil/kit/web/form/fields.tsx'
import { digitRule, inputRules } from '@counterfoil/kit/web/form/input-kinds.ts'
import { RuledInput } from '@counterfoil/kit/web/form/ruled-input.tsx'
import { parseAmount, typedAmount, withOtherDecimals } from '@counterfoil/kit/web/formats/money.tsx'
import { useCountries, useCurrencyChoices } from '@counterfoil/kit/web/formats/names-of-codes.ts'
import { useCurrencies } from '@counterfoil/kit/web/session/user.tsx'
import { useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { ActionIcon, MultiSelect, NativeSelect } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { RoutingOverview } from './smart-routing.contract.ts'
import { dayTexts, factTexts, healthTexts, riskTexts, ruleTexts } from './smart-routing.messages.ts'
import classes from './smart-routing.module.css'

interface ConditionProps {
  readonly condition: Condition
  readonly number: number
  readonly overview: RoutingOverview
  /** Null: it is removed. */
  onChange(condition: Condition | null): void
}

const facts = [
  ...['amount', 'currency', 'method', 'brand', 'iin', 'issuerCountry', 'customerCountry'],
  ...['website', 'channel', 'orderType', 'risk', 'time', 'health'],
] as readonly Condition['fact'][]

/** One condition: what it is about, and which values meet it. */
export function ConditionFields(props: ConditionProps) {
  const { condition, overview, onChange } = props
  const t = useTexts(ruleTexts)
  const names = useTexts(factTexts)
  const number = String(props.number)
  return (
    <div className={classes.row}>
      <NativeSelect
        aria-label={`${t.fact} ${number}`}
        size="xs"
        value={condition.fact}
        data={facts.map((value) => ({ value, label: names[value] }))}
        onChange={(event) =>
          onChange(newCondition(event.currentTarget.value as Condition['fact'], overview))
        }
      />
      <Values {...props} />
      <ActionIcon
        variant="default"
        aria-label={t.removeCondition({ number })}
        onClick={() => onChange(null)}
      >
        <IconTrash size={16} />
      </ActionIcon>
    </div>
  )
}

/** A condition about something, before it is filled in. */
export function newCondition(fact: Condition['fact'], overview: RoutingOverview): Condition {
  switch (fact) {
    case 'amount':
      return { fact, currency: overview.currency, min: null, max: null }
    case 'iin':
      return { fact, from: '400000', to: '499999' }
    case 'time':
      return { fact, days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00' }
    case 'health':
      return { fact, midId: overview.mids[0]?.id ?? overview.merchantId, is: ['healthy'] }
    default:
      return { fact, isNot: false, values: firstValues[fact] ?? [overview.currency] }
  }
}

const firstValues: Partial<Record<ListedFact, string[]>> = {
  method: ['card'],
  brand: ['visa'],
  issuerCountry: ['GB'],
  customerCountry: ['GB'],
  channel: ['api'],
  orderType: ['mail'],
  risk: ['none'],
}

function Values(props: ConditionProps) {
  const { condition, onChange } = props
  switch (condition.fact) {
    case 'amount':
      return <Amounts {...props} condition={condition} />
    case 'iin':
      return <Digits {...props} condition={condition} />
    case 'time':
      return <Times {...props} condition={condition} />
    case 'health':
      return <HealthValues {...props} condition={condition} />
    default:
      return <Listed {...props} condition={condition} onChange={onChange} />
  }
}

type Of<Fact extends Condition['fact']> = Omit<ConditionProps, 'condition'> & {
  readonly condition: Extract<Condition, { fact: Fact }>
}

/** Stands for what was typed and is no amount, so that it is not saved: null would be no limit. */
const noAmount = -1

/** An amount as the same number in another currency, which may have no decimals for it. */
export function useSameNumber() {
  const known = useCurrencies()
  return (minor: number | null, from: string, to: string): number | null => {
    if (minor === null || minor === noAmount) return minor
    const added = decimalPlacesOf(to, known) - decimalPlacesOf(from, known)
    return withOtherDecimals(minor, added) ?? noAmount
  }
}

function Amounts({ condition, onChange }: Of<'amount'>) {
  const t = useTexts(ruleTexts)
  const choices = useCurrencyChoices()
  const same = useSameNumber()
  const { currency: before, min, max } = condition
  return (
    <>
      <NativeSelect
        label={t.currency}
        size="xs"
        value={condition.currency}
        data={choices.map(({ value }) => value)}
        onChange={({ currentTarget: { value: currency } }) =>
          onChange({
            ...{ ...condition, currency },
            ...{ min: same(min, before, currency), max: same(max, before, currency) },
          })
        }
      />
      <AmountInput
        label={t.from}
        currency={condition.currency}
        value={condition.min}
        onChange={(min) => onChange({ ...condition, min })}
      />
      <AmountInput
        label={t.to}
        currency={condition.currency}
        value={condition.max}
        onChange={(max) => onChange({ ...condition, max })}
      />
    </>
  )
}

/** An amount in the reader's format; null while it is empty. */
export function AmountInput(props: {
  label: string
  currency: string
  value: number | null
  onChange(minor: number | null): void
}) {
  const { locale } = useLanguage()
  const places = decimalPlacesOf(props.currency, useCurrencies())
  const shown = props.value === null ? '' : typedAmount(props.value, places, locale)
  const [typed, setTyped] = useState(shown)
  const faultOf = useAmountFault(props.currency)
  const amountOf = (text: string) =>
    text.trim() === '' ? null : (parseAmount(text, places, locale) ?? noAmount)
  const isNone = props.value === noAmount
  const text = isNone || amountOf(typed) === props.value ? typed : shown
  return (
    <RuledInput
      label={props.label}
      // what has become an amount in another currency is taken as one once it is typed anew
      error={faultOf(text) ?? (isNone ? faultOf('–') : undefined)}
      size="xs"
      className={classes.narrow}
      rule={inputRules.money}
      value={text}
      onValue={(next) => {
        setTyped(next)
        props.onChange(amountOf(next))
      }}
    />
  )
}

function Digits({ condition, onChange }: Of<'iin'>) {
  const t = useTexts(ruleTexts)
  return (
    <>
      {(['from', 'to'] as const).map((end) => (
        <RuledInput
          key={end}
          label={end === 'from' ? t.fromIin : t.toIin}
          size="xs"
          rule={digitRule()}
          value={condition[end]}
          onValue={(text) => onChange({ ...condition, [end]: text.slice(0, 6) })}
        />
      ))}
    </>
  )
}

function Times({ condition, onChange }: Of<'time'>) {
  const t = useTexts(ruleTexts)
  const days = useTexts(dayTexts)
  return (
    <>
      <MultiSelect
        label={t.days}
        size="xs"
        className={classes.wide}
        value={condition.days.map(String)}
        data={([1, 2, 3, 4, 5, 6, 7] as const).map((day) => ({
          value: String(day),
          label: days[day],
        }))}
        onChange={(values) => onChange({ ...condition, days: values.map(Number).sort() })}
      />
      {(['from', 'to'] as const).map((end) => (
        <RuledInput
          key={end}
          label={t[end]}
          size="xs"
          className={classes.narrow}
          rule={inputRules.plain}
          value={condition[end]}
          onValue={(text) => onChange({ ...condition, [end]: text.slice(0, 5) })}
        />
      ))}
    </>
  )
}

function HealthValues({ condition, overview, onChange }: Of<'health'>) {
  const t = useTexts(ruleTexts)
  const states = useTexts(healthTexts)
  return (
    <>
      <NativeSelect
        label={t.mid}
        size="xs"
        value={condition.midId}
        data={overview.mids.map(({ id, midCode }) => ({ value: id, label: midCode }))}
        onChange={(event) => onChange({ ...condition, midId: event.currentTarget.value })}
      />
      <MultiSelect
        label={t.values}
        size="xs"
        className={classes.wide}
        value={condition.is}
        data={healthValues.map((value) => ({ value, label: states[value] }))}
        onChange={(is) => onChange({ ...condition, is: is as typeof condition.is })}
      />
    </>
  )
}

function Listed({ condition, overview, onChange }: Of<ListedFact>) {
  const t = useTexts(ruleTexts)
  const choices = useValueChoices(overview)(condition.fact)
  return (
    <>
      <NativeSelect
        aria-label={t.operator}
        size="xs"
        value={condition.isNot ? 'not' : 'is'}
        data={[
          { value: 'is', label: t.is },
          { value: 'not', label: t.isNot },
        ]}
        onChange={(event) => onChange({ ...condition, isNot: event.currentTarget.value === 'not' })}
      />
      <MultiSelect
        aria-label={t.values}
        size="xs"
        className={classes.wide}
        searchable
        value={condition.values}
        data={choices}
        onChange={(values) => onChange({ ...condition, values })}
      />
    </>
  )
}

/** The values that a fact can have, as people read them. */
export function useValueChoices(overview: RoutingOverview) {
  const { language } = useLanguage()
  const countries = useCountries()
  const currencies = useCurrencyChoices()
  const risks = useTexts(riskTexts)
  const brands = useTexts(cardBrands)
  const labelled = (group: 'method' | 'channel' | 'orderType', values: readonly string[]) =>
    values.map((value) => ({ value, label: paymentLabel(group, value, language) }))
  const ofCountries = countries.map(({ id, name }) => ({ value: id, label: name }))
  return (fact: ListedFact): { value: string; label: string }[] => {
    switch (fact) {
      case 'currency':
        return currencies
      case 'method':
        return labelled('method', methodValues)
      case 'channel':
        return labelled('channel', channelValues)
      case 'orderType':
        return labelled('orderType', orderTypeValues)
      case 'brand':
        return Object.entries(brands).map(([value, label]) => ({ value, label }))
      case 'issuerCountry':
      case 'customerCountry':
        return ofCountries
      case 'website':
        return overview.websites.map(({ id, name }) => ({ value: id, label: name }))
      case 'risk':
        return riskValues.map((value) => ({ value, label: risks[value] }))
    }
  }
}
