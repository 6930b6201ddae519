import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import type { ReportField } from '@counterfoil/kit/contract/reports.contract.ts'
import type { Text } from '@counterfoil/kit/contract/texts.ts'
import { useTexts, useTranslate } from '../texts/i18n.tsx'
import { LabelledSelect, SelectGroup } from './labelled-select.tsx'

const msg = messagesOf(import.meta.url)

const texts = msg({ thenBy: 'then by', nothingMore: 'nothing more' })

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
    <SelectGroup>
      {places.map((at) => (
        <LabelledSelect
          key={at}
          label={at === 0 ? translate(field.label as Text) : t.thenBy}
          value={value[at] ?? ''}
          choices={[
            // the only level cannot be taken away
            ...(at === 0 && value.length === 1 ? [] : [['', t.nothingMore] as const]),
            ...options
              .filter((one) => !value.includes(one.value) || one.value === value[at])
              .map((one) => [one.value, translate(one.label as Text)] as const),
          ]}
          onChange={(one) => onChange(changed(value, at, one))}
        />
      ))}
    </SelectGroup>
  )
}

/** The levels with another in this place, or with one fewer. */
const changed = (value: readonly string[], at: number, one: string): string[] => [
  ...value.slice(0, at),
  ...(one === '' ? [] : [one]),
  ...value.slice(at + 1),
]
