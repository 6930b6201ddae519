import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import type { ReportField } from '@counterfoil/kit/contract/reports.contract.ts'
import type { Text } from '@counterfoil/kit/contract/texts.ts'
import { useId } from 'react'
import { useTexts, useTranslate } from '../texts/i18n.tsx'
import classes from './levels.module.css'

const msg = messagesOf(import.meta.url)

const texts = msg({ thenBy: 'then by', nothingMore: 'nothing more' })

type Options = NonNullable<ReportField['options']>

interface LevelsProps {
  readonly field: ReportField
  readonly value: readonly string[]
  onChange(value: string[]): void
}

/** Some of the options, one behind the other. */
export function Levels({ field, value, onChange }: LevelsProps) {
  const t = useTexts(texts)
  const translate = useTranslate()
  const { options = [], validations = [] } = field
  const most = Number(validations.find(({ name }) => name === 'max')?.value ?? options.length)
  const places = Array.from({ length: Math.min(value.length + 1, most) }, (_, at) => at)
  return (
    <span className={classes.levels}>
      {places.map((at) => (
        <Level
          key={at}
          label={at === 0 ? translate(field.label as Text) : t.thenBy}
          value={value[at]}
          options={options.filter((one) => !value.includes(one.value) || one.value === value[at])}
          isNeeded={at === 0 && value.length === 1}
          onChange={(one) => onChange(changed(value, at, one))}
        />
      ))}
    </span>
  )
}

/** The levels with another in this place, or with one fewer. */
const changed = (value: readonly string[], at: number, one: string): string[] => [
  ...value.slice(0, at),
  ...(one === '' ? [] : [one]),
  ...value.slice(at + 1),
]

function Level(props: {
  label: string
  value: string | undefined
  options: Options
  isNeeded: boolean
  onChange(one: string): void
}) {
  const t = useTexts(texts)
  const translate = useTranslate()
  const id = useId()
  return (
    <span className={classes.level}>
      <label htmlFor={id}>{props.label}</label>
      <select
        id={id}
        value={props.value ?? ''}
        onChange={({ currentTarget }) => props.onChange(currentTarget.value)}
      >
        {!props.isNeeded && <option value="">{t.nothingMore}</option>}
        {props.options.map(({ value, label }) => (
          <option key={value} value={value}>
            {translate(label as Text)}
          </option>
        ))}
      </select>
    </span>
  )
}
