import { useDocumentTitle } from '@counterfoil/kit/web/page/page.tsx'
import { Loader } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './authentication.module.css'

/** One message of the sign-in, with its actions. */
export function Notice(props: { title: string; children?: ReactNode; actions?: ReactNode }) {
  useDocumentTitle(props.title)
  return (
    <div className={classes.notice}>
      <h1 className={classes.title}>{props.title}</h1>
      {props.children}
      {props.actions !== undefined && <div className={classes.actions}>{props.actions}</div>}
    </div>
  )
}

/** The message while the page waits. */
export function Waiting({ text }: { text: string }) {
  useDocumentTitle(text)
  return (
    <div className={classes.waiting} role="status">
      <Loader size="sm" />
      <span>{text}</span>
    </div>
  )
}
