import { type ReactNode, useId } from 'react'
import classes from './record-part.module.css'

/** A part of a record's form or page under a heading of its own; `action` is what is done there, beside the heading. */
export function RecordPart(props: {
  title: string
  about?: string
  action?: ReactNode
  children: ReactNode
}) {
  const heading = useId()
  return (
    <section className={classes.part} aria-labelledby={heading}>
      <div className={classes.line}>
        <h3 id={heading}>{props.title}</h3>
        {props.action}
      </div>
      {props.about !== undefined && <p className={classes.about}>{props.about}</p>}
      {props.children}
    </section>
  )
}

/** A field or a text, as wide as there is room, and what is done with it. */
export function PartLine({ children }: { children: ReactNode }) {
  return <div className={classes.line}>{children}</div>
}
