import '@counterfoil/kit/web/theme/input-styles.ts'
import { DateRangePanel } from '@counterfoil/kit/web/filters/date-range-filter.tsx'
import { type DayRange, rangeText } from '@counterfoil/kit/web/filters/day-ranges.ts'
import { Input } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { Dropdown } from '../overlays/dropdown.tsx'
import { type FieldProps, useField } from './fields.tsx'
import classes from './form.module.css'

/**
 * A range of days, with times of day where asked for, shown DD-MM-YYYY HH:mm; a range of more than `maxDays` is not
 * taken. The form's value is as the clocks of the user's zone show it, which goes to the API beside it.
 */
export function DateRangeField(props: FieldProps & { maxDays?: number; hasTimes?: boolean }) {
  const { field, shared } = useField(props)
  const { label, description, withAsterisk, error } = shared
  const range: DayRange = field.value ?? {}
  const text = rangeText(range)
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      description={description}
      withAsterisk={withAsterisk}
      error={error}
    >
      <Dropdown
        label={text === undefined ? props.label : `${props.label}: ${text}`}
        className={classes.range}
        panelClassName={classes.rangePanel}
        isSet={text !== undefined}
        button={
          <>
            <span>{text ?? (props.hasTimes === true ? 'DD-MM-YYYY HH:mm' : 'DD-MM-YYYY')}</span>
            <IconCalendar size={16} stroke={1.6} aria-hidden />
          </>
        }
      >
        {(close) => (
          <DateRangePanel
            value={range}
            maxDays={props.maxDays}
            hasTimes={props.hasTimes}
            close={close}
            onChange={(next) => field.onChange(next.from === undefined ? undefined : next)}
          />
        )}
      </Dropdown>
    </Input.Wrapper>
  )
}
