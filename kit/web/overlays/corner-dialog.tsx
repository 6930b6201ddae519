import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { CloseButton } from '@mantine/core'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useTexts } from '../texts/i18n.tsx'
import classes from './corner-dialog.module.css'
import { type DialogAction, DialogButtons } from './dialog-buttons.tsx'

const msg = messagesOf(import.meta.url)

const texts = msg({ close: 'Close' })

/**
 * A dialog at the bottom right, at most 500 px high, without a backdrop: the page stays in use beside it, so the
 * keyboard may leave it, and it stays open while pages change.
 */
export function CornerDialog(props: {
  title: string
  onClose(): void
  /** Escape must not take what was typed. */
  keepsOpenOnEscape?: boolean
  action: DialogAction
  children: ReactNode
}) {
  const t = useTexts(texts)
  const titleId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const before = document.activeElement
    heading.current?.focus({ preventScroll: true })
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [])
  return (
    <div
      className={classes.dialog}
      role="dialog"
      aria-labelledby={titleId}
      data-corner-dialog
      onKeyDown={(event) => {
        const isOwn = event.key === 'Escape' && !event.defaultPrevented
        if (isOwn && props.keepsOpenOnEscape !== true) props.onClose()
      }}
    >
      <div className={classes.header}>
        <h2 id={titleId} ref={heading} tabIndex={-1} className={classes.title}>
          {props.title}
        </h2>
        <CloseButton aria-label={t.close} onClick={props.onClose} />
      </div>
      <div className={classes.body}>{props.children}</div>
      <div className={classes.footer}>
        <DialogButtons action={props.action} onCancel={props.onClose} size="xs" />
      </div>
    </div>
  )
}
