import {
  type Dimension,
  dimensions,
  mostDimensions,
} from '@counterfoil/features/reporting/figures/dimensions.schema.ts'
import { textIn } from '@counterfoil/kit/contract/texts.ts'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { useId } from 'react'
import { useSearchParams } from 'react-router'
import { merchantDimensions } from './report-faces.rules.ts'
import { dimensionLabels } from './report-keys.rules.ts'
import classes from './summary-report.module.css'
import { reportTexts } from './summary-reports.messages.ts'

/** By what the report groups, kept in the address as far as it is not what the report begins with. */
export function useGroupBy(usual: readonly Dimension[]) {
  const [search, setSearch] = useSearchParams()
  const named = search.get('groupBy')?.split(',') ?? []
  const chosen = dimensions
    .filter((one) => named.includes(one))
    .sort((a, b) => named.indexOf(a) - named.indexOf(b))
  const by = (chosen.length === 0 ? usual : chosen).slice(0, mostDimensions)
  function setBy(next: readonly Dimension[]) {
    setSearch((current) => {
      const changed = new URLSearchParams(current)
      changed.set('groupBy', next.join(','))
      // rows are in an order that these groups may not have
      for (const name of ['sort', 'page']) changed.delete(name)
      return changed
    })
  }
  return [by, setBy] as const
}

/** Up to three dimensions, one behind the other. */
export function GroupBy(props: {
  by: readonly Dimension[]
  onChange(by: readonly Dimension[]): void
}) {
  const t = useTexts(reportTexts)
  const { by } = props
  const places = Array.from({ length: Math.min(by.length + 1, mostDimensions) }, (_, at) => at)
  return (
    <span className={classes.groupBy}>
      {places.map((at) => (
        <DimensionSelect
          key={at}
          label={at === 0 ? t.groupBy : t.thenBy}
          value={by[at]}
          taken={by.filter((_, other) => other !== at)}
          isNeeded={at === 0 && by.length === 1}
          onChange={(one) => props.onChange(changed(by, at, one))}
        />
      ))}
    </span>
  )
}

/** The dimensions with another in this place, or with one fewer. */
function changed(by: readonly Dimension[], at: number, one: Dimension | undefined): Dimension[] {
  const [before, after] = [by.slice(0, at), by.slice(at + 1)]
  return one === undefined ? [...before, ...after] : [...before, one, ...after]
}

function DimensionSelect(props: {
  label: string
  value: Dimension | undefined
  taken: readonly Dimension[]
  isNeeded: boolean
  onChange(one: Dimension | undefined): void
}) {
  const t = useTexts(reportTexts)
  const { language } = useLanguage()
  const { audience } = useUser()
  const id = useId()
  const all = audience === 'merchant' ? merchantDimensions : dimensions
  const choices = all.filter(
    (one) => !props.taken.includes(one) && (one !== 'tenant' || audience === 'platform'),
  )
  return (
    <span className={classes.dimension}>
      <label htmlFor={id}>{props.label}</label>
      <select
        id={id}
        value={props.value ?? ''}
        onChange={({ currentTarget }) =>
          props.onChange(choices.find((one) => one === currentTarget.value))
        }
      >
        {!props.isNeeded && <option value="">{t.nothingMore}</option>}
        {choices.map((one) => (
          <option key={one} value={one}>
            {textIn(dimensionLabels[one], language)}
          </option>
        ))}
      </select>
    </span>
  )
}
