import '@counterfoil/kit/web/theme/input-styles.ts'
import { IconChevronDown } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Dropdown } from '../overlays/dropdown.tsx'
import { useTexts } from '../texts/i18n.tsx'
import { filterTexts } from './filter.messages.ts'
import classes from './filter.module.css'

/** A filter as a button that says what it is set to, and a panel in which it is set. */
export function FilterButton(props: {
  label: string
  /** What it is set to, in words; undefined: not set. */
  value: string | undefined
  isCalendar?: boolean
  children: ReactNode | ((close: () => void) => ReactNode)
}) {
  const t = useTexts(filterTexts)
  const isSet = props.value !== undefined
  return (
    <Dropdown
      label={isSet ? t.chosen({ label: props.label, value: props.value ?? '' }) : props.label}
      className={classes.button}
      isSet={isSet}
      panelClassName={props.isCalendar === true ? classes.calendar : undefined}
      button={
        <>
          {isSet ? `${props.label}:` : props.label}
          {isSet ? (
            <span className={classes.value}>{props.value}</span>
          ) : (
            <IconChevronDown size={14} stroke={1.75} aria-hidden />
          )}
        </>
      }
    >
      {props.children}
    </Dropdown>
  )
}
