import type { ReactNode } from 'react'
import classes from './hit-line.module.css'

/** One line of a record that was found: its name, and beside it what tells it from others. */
export function HitLine({ name, children }: { name: ReactNode; children?: ReactNode }) {
  return (
    <span className={classes.hit}>
      <span className={classes.name}>{name}</span>
      {children}
    </span>
  )
}
