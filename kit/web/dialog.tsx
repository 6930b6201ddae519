import './theme/overlay-styles.ts'
import { ActionIcon, Button, CloseButton, Modal } from '@mantine/core'
import { IconArrowsDiagonal, IconArrowsDiagonalMinimize2 } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import classes from './dialog.module.css'
import { messages, useTexts } from './i18n.tsx'
import type { CallProblem } from './problem.ts'

const texts = messages({
  close: ['Close', 'Kapat'],
  cancel: ['Cancel', 'Vazgeç'],
  maximize: ['Maximize', 'Büyüt'],
  restore: ['Restore', 'Küçült'],
  request: ['Request', 'İstek'],
})

const dialogClasses = {
  content: classes.content ?? '',
  header: classes.header ?? '',
  title: classes.title ?? '',
  body: classes.body ?? '',
}

export interface DialogProps {
  readonly isOpen: boolean
  onClose(): void
  readonly title: string
  /** Below the content, to the right: what the dialog does. */
  readonly footer?: ReactNode
  readonly size?: 'sm' | 'md' | 'lg' | 'xl'
  /** Offers the whole window; on closing it goes back to its own size. */
  readonly isMaximizable?: boolean
  /** Work that a click beside the dialog would lose. */
  readonly keepsOpenOutside?: boolean
  readonly children: ReactNode
}

/** A dialog with a title, content that scrolls, and its actions below. */
export function Dialog(props: DialogProps) {
  const t = useTexts(texts)
  const [isMaximized, setMaximized] = useState(false)
  useEffect(() => {
    if (!props.isOpen) setMaximized(false)
  }, [props.isOpen])
  const Resize = isMaximized ? IconArrowsDiagonalMinimize2 : IconArrowsDiagonal
  return (
    <Modal.Root
      opened={props.isOpen}
      onClose={props.onClose}
      size={props.size ?? 'md'}
      classNames={dialogClasses}
      centered
      // Locking the page's scroll would put a style element into the page, which its policy refuses.
      lockScroll={false}
      fullScreen={isMaximized}
      closeOnClickOutside={props.keepsOpenOutside !== true}
    >
      <Modal.Overlay backgroundOpacity={0.45} />
      <Modal.Content>
        <Modal.Header>
          <Modal.Title>{props.title}</Modal.Title>
          <div className={classes.tools}>
            {props.isMaximizable === true && (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={isMaximized ? t.restore : t.maximize}
                onClick={() => setMaximized(!isMaximized)}
              >
                <Resize size={16} stroke={1.75} />
              </ActionIcon>
            )}
            <CloseButton aria-label={t.close} onClick={props.onClose} />
          </div>
        </Modal.Header>
        <Modal.Body>{props.children}</Modal.Body>
        {props.footer !== undefined && <div className={classes.footer}>{props.footer}</div>}
      </Modal.Content>
    </Modal.Root>
  )
}

/** Asks before something that cannot be taken back, and says there why it was refused. */
export function ConfirmDialog(props: {
  isOpen: boolean
  onClose(): void
  onConfirm(): void
  title: string
  /** What will happen, in a sentence or two. */
  text: ReactNode
  confirmLabel: string
  isDangerous?: boolean
  isRunning?: boolean
  problem?: CallProblem | null
}) {
  const t = useTexts(texts)
  return (
    <Dialog
      isOpen={props.isOpen}
      onClose={props.onClose}
      title={props.title}
      size="sm"
      footer={
        <>
          <Button variant="default" onClick={props.onClose}>
            {t.cancel}
          </Button>
          <Button
            {...(props.isDangerous === true ? { color: 'danger' } : {})}
            loading={props.isRunning === true}
            onClick={props.onConfirm}
          >
            {props.confirmLabel}
          </Button>
        </>
      }
    >
      <div>{props.text}</div>
      <ProblemNote problem={props.problem} />
    </Dialog>
  )
}

/** Why an action was refused, inside the form or dialog that asked for it. */
export function ProblemNote({ problem }: { problem: CallProblem | null | undefined }) {
  const t = useTexts(texts)
  if (problem === null || problem === undefined) return null
  return (
    <div className={classes.problem} role="alert">
      <span>{problem.message}</span>
      {problem.requestId !== '' && (
        <span className={classes.request}>
          {t.request} <code>{problem.requestId}</code>
        </span>
      )}
    </div>
  )
}
