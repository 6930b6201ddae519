import { foldText } from '@counterfoil/kit/contract/fold-text.ts'
import { Button, Checkbox, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTexts } from '../texts/i18n.tsx'
import { filterTexts } from './filter.messages.ts'
import classes from './filter.module.css'
import { FilterButton } from './filter-button.tsx'

export interface Choice {
  readonly value: string
  readonly label: string
  /** How it looks in the panel, when not as its label: a status pill. */
  readonly node?: ReactNode
}

interface ChoicesProps {
  readonly label: string
  readonly choices: readonly Choice[]
  readonly value: readonly string[]
  onChange(value: string[]): void
}

/** What came of looking for choices, here or on the server. */
export type SearchState = 'searching' | 'failed' | 'none' | 'found'

interface FoundChoicesProps extends ChoicesProps {
  readonly state: SearchState
  /** Undefined: there are too few to be searched. */
  readonly search: { readonly typed: string; onType(typed: string): void } | undefined
}

/** From how many choices on they can be searched. */
const searchableFrom = 9

/** Any number of given values. */
export function ChoiceFilter(props: ChoicesProps) {
  const nameOf = (id: string) => props.choices.find(({ value }) => value === id)?.label ?? id
  return (
    <FilterButton label={props.label} value={useChosenText(props.value, nameOf)}>
      <GivenChoices {...props} />
    </FilterButton>
  )
}

/** What the button of a filter says of its values: the one, or how many there are. */
export function useChosenText(value: readonly string[], nameOf: (one: string) => string) {
  const t = useTexts(filterTexts)
  const [first, ...others] = value
  if (first === undefined) return undefined
  return others.length > 0 ? t.several({ n: value.length }) : nameOf(first)
}

function GivenChoices(props: ChoicesProps) {
  const [typed, onType] = useState('')
  const wanted = foldText(typed.trim())
  const choices = props.choices.filter((each) => foldText(each.label).includes(wanted))
  return (
    <Choices
      {...props}
      choices={choices}
      state={choices.length === 0 ? 'none' : 'found'}
      search={props.choices.length < searchableFrom ? undefined : { typed, onType }}
    />
  )
}

/** What stands in the panel. */
export function Choices(props: FoundChoicesProps) {
  const t = useTexts(filterTexts)
  const { choices, value, onChange, label, search } = props
  const notes = { searching: t.searching, failed: t.searchFailed, none: t.noMatch, found: '' }
  return (
    <>
      {search !== undefined && (
        <TextInput
          size="xs"
          aria-label={t.search}
          placeholder={t.search}
          value={search.typed}
          onChange={(event) => search.onType(event.currentTarget.value)}
        />
      )}
      <fieldset className={classes.options}>
        <legend className="cf-quiet">{label}</legend>
        {choices.map((choice) => (
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
        <p role="status" className={classes.none}>
          {notes[props.state]}
        </p>
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
