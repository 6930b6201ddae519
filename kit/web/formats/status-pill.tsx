import { statusKey, statusName } from '@counterfoil/kit/contract/status-names.ts'
import { IconArrowBackUp, IconBan, IconCheck, IconClockHour4, IconX } from '@tabler/icons-react'
import { useTranslate } from '../texts/i18n.tsx'
import { type StatusMap, statusMap, statusTokenOf } from './status.ts'
import classes from './status-pill.module.css'

const icons: Readonly<Record<string, typeof IconCheck>> = {
  captured: IconCheck,
  partiallycaptured: IconCheck,
  partiallyreserved: IconClockHour4,
  reserved: IconClockHour4,
  refunded: IconArrowBackUp,
  partiallyrefunded: IconArrowBackUp,
  reversed: IconArrowBackUp,
  voided: IconBan,
  blocked: IconBan,
  declined: IconX,
  failed: IconX,
}

/**
 * A status in its colour and the user's language; statuses of one colour differ in shade and icon. `map` where the entity
 * has colours of its own. `isQuiet`: what is no state to act on, as a category or an end, does not stand out.
 */
export function StatusPill(props: {
  status: string
  map?: StatusMap
  label?: string
  isQuiet?: boolean
}) {
  const translate = useTranslate()
  const key = statusKey(props.status)
  const Icon = props.isQuiet === true ? undefined : icons[key]
  return (
    <span
      className={classes.pill}
      data-token={statusTokenOf(props.status, props.map ?? statusMap)}
      data-status={props.status}
      data-shade={key}
      data-quiet={props.isQuiet || undefined}
      data-icon={Icon !== undefined || undefined}
    >
      {Icon !== undefined && <Icon size={13} stroke={2.25} aria-hidden />}
      {props.label ?? translate(statusName(props.status))}
    </span>
  )
}
