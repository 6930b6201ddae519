import { useLanguage, useTexts } from '@counterfoil/kit/web/i18n.tsx'
import { Button, Checkbox, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { filterTexts } from './filter.messages.ts'
import classes from './filter.module.css'
import { FilterButton } from './filter-button.tsx'

export interface Choice {
  readonly value: string
  readonly label: string
  /** How it looks in the panel, when not as its label: a status pill. */
  readonly node?: ReactNode
}

interface ChoiceFilterProps {
  readonly label: string
  readonly choices: readonly Choice[]
  readonly value: readonly string[]
  onChange(value: string[]): void
}

/** From how many choices on they can be searched. */
const searchableFrom = 9

/** Any number of given values. */
export function ChoiceFilter(props: ChoiceFilterProps) {
  const t = useTexts(filterTexts)
  const [first, ...others] = props.value
  const shown =
    first === undefined
      ? undefined
      : others.length > 0
        ? t.several(props.value.length)
        : (props.choices.find(({ value }) => value === first)?.label ?? first)
  return (
    <FilterButton label={props.label} value={shown}>
      <Choices {...props} />
    </FilterButton>
  )
}

function Choices({ choices, value, onChange, label }: ChoiceFilterProps) {
  const t = useTexts(filterTexts)
  const { locale } = useLanguage()
  const [search, setSearch] = useState('')
  const wanted = search.toLocaleLowerCase(locale)
  const matching = choices.filter((each) => each.label.toLocaleLowerCase(locale).includes(wanted))
  return (
    <>
      {choices.length >= searchableFrom && (
        <TextInput
          size="xs"
          aria-label={t.search}
          placeholder={t.search}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      <fieldset className={classes.options}>
        <legend className="cf-quiet">{label}</legend>
        {matching.map((choice) => (
          <Checkbox
            key={choice.value}
            size="xs"
            label={choice.node ?? choice.label}
            checked={value.includes(choice.value)}
            onChange={(event) =>
              onChange(
                event.currentTarget.checked
                  ? [...value, choice.value]
                  : value.filter((each) => each !== choice.value),
              )
            }
          />
        ))}
        {matching.length === 0 && <p className={classes.none}>{t.noMatch}</p>}
      </fieldset>
      {value.length > 0 && (
        <div className={classes.foot}>
          <Button variant="subtle" size="compact-xs" onClick={() => onChange([])}>
            {t.clear}
          </Button>
        </div>
      )}
    </>
  )
}
