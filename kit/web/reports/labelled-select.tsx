import { type ReactNode, useId } from 'react'
import classes from './labelled-select.module.css'

/** A small select with its label before it, for the bar above a report's figures. */
export function LabelledSelect(props: {
  label: string
  value: string
  choices: readonly (readonly [value: string, label: string])[]
  onChange(value: string): void
}) {
  const id = useId()
  return (
    <span className={classes.labelled}>
      <label htmlFor={id}>{props.label}</label>
      <select
        id={id}
        value={props.value}
        onChange={({ currentTarget }) => props.onChange(currentTarget.value)}
      >
        {props.choices.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </span>
  )
}

/** Several of them in a line. */
export function SelectGroup({ children }: { children: ReactNode }) {
  return <span className={classes.group}>{children}</span>
}
