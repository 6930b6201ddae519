import { Button } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { useTexts } from '../texts/i18n.tsx'
import { filterTexts } from './filter.messages.ts'
import classes from './filter.module.css'

interface FilterBarProps {
  readonly hasFilters: boolean
  onClear(): void
  /** What is nearly always wanted, as the search. Stays where there is room for nothing else. */
  readonly lead?: ReactNode
  readonly children: ReactNode
  /** Filters for the rarer question; behind a button unless one of them is set. */
  readonly further?: ReactNode
  readonly hasFurther?: boolean
}

/** The filters of a list, and the way to take them all away. For the grid's toolbar. */
export function FilterBar(props: FilterBarProps) {
  const t = useTexts(filterTexts)
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const isWide = isOpen || props.hasFurther === true
  return (
    <>
      {props.lead}
      <div id={id} className={classes.bar} data-open={isOpen || undefined}>
        {props.children}
        {isWide && props.further}
      </div>
      <button
        type="button"
        className={classes.further}
        data-needed={props.further !== undefined || undefined}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <IconAdjustmentsHorizontal size={15} stroke={1.75} aria-hidden />
        {isOpen ? t.fewerFilters : t.moreFilters}
      </button>
      {props.hasFilters && (
        <Button variant="subtle" size="compact-xs" onClick={props.onClear}>
          {t.clearAll}
        </Button>
      )}
    </>
  )
}
