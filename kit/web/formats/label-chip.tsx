import type { CSSProperties } from 'react'
import classes from './label-chip.module.css'

/**
 * A word in a colour that a user chose. The colour stands beside the word, because nobody says that it is readable on any
 * ground.
 */
export function LabelChip(props: { name: string; colour: string; title?: string | undefined }) {
  return (
    <span
      className={classes.chip}
      style={{ '--label-colour': props.colour } as CSSProperties}
      title={props.title}
    >
      {props.name}
    </span>
  )
}
