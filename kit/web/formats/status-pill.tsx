import { useTranslate } from '../texts/i18n.tsx'
import {
  keyOf,
  readableStatus,
  type StatusMap,
  statusMap,
  statusNames,
  statusTokenOf,
} from './status.ts'
import classes from './status-pill.module.css'

/** A status in its colour and the user's language. `map` where the entity has colours of its own. */
export function StatusPill(props: { status: string; map?: StatusMap; label?: string }) {
  const translate = useTranslate()
  const name = statusNames[keyOf(props.status)]
  return (
    <span
      className={classes.pill}
      data-token={statusTokenOf(props.status, props.map ?? statusMap)}
      data-status={props.status}
    >
      {props.label ?? (name === undefined ? readableStatus(props.status) : translate(name))}
    </span>
  )
}
