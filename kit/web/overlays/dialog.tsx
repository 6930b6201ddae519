import '../theme/overlay-styles.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { ActionIcon, CloseButton, Modal } from '@mantine/core'
import { IconArrowsDiagonal, IconArrowsDiagonalMinimize2 } from '@tabler/icons-react'
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import type { CallProblem } from '../calls/problem.ts'
import { FormsInside, type UnsavedForm } from '../form/unsaved.ts'
import { useTexts } from '../texts/i18n.tsx'
import { useClosedByBack } from './closed-by-back.ts'
import { isCovered } from './covered.ts'
import classes from './dialog.module.css'
import { type DialogAction, DialogButtons } from './dialog-buttons.tsx'
import { useFocusBack } from './focus-back.ts'

const msg = messagesOf(import.meta.url)

const texts = msg({
  close: 'Close',
  maximize: 'Maximize',
  restore: 'Restore',
  request: 'Request',
  discardTitle: 'Discard what you typed?',
  discardText: 'It has not been saved.',
  discard: 'Discard',
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
  /** Below the content, to the right, with Cancel. */
  readonly action?: DialogAction
  /** Instead of an action, where the choice is another. */
  readonly footer?: ReactNode
  /** A share is one of the window's width. */
  readonly size?: 'sm' | 'md' | 'lg' | 'xl' | '90%'
  /** Offers the whole window; on closing it goes back to its own size. */
  readonly isMaximizable?: boolean
  /** Work that a click beside the dialog would lose; Escape and the cross ask before they lose it. */
  readonly keepsOpenOutside?: boolean
  readonly children: ReactNode
}

/** A dialog with a title, content that scrolls, and its actions below. Cancel gives up what was typed, as it says. */
export function Dialog(props: DialogProps) {
  const t = useTexts(texts)
  const [isMaximized, setMaximized] = useState(false)
  const inside = useRef<HTMLDivElement>(null)
  const { forms, close, question } = useAskingClose(inside, props.onClose)
  const around = useMemo(() => ({ forms, keepsLeft: false }), [forms])
  useFocusBack(props.isOpen)
  useClosedByBack(props.isOpen, close)
  useEffect(() => {
    if (!props.isOpen) setMaximized(false)
  }, [props.isOpen])
  const footer =
    props.action === undefined ? (
      props.footer
    ) : (
      <DialogButtons action={props.action} onCancel={props.onClose} />
    )
  const Resize = isMaximized ? IconArrowsDiagonalMinimize2 : IconArrowsDiagonal
  return (
    <Modal.Root
      opened={props.isOpen}
      onClose={close}
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
        {/* a header of its own would be another banner of the page */}
        <Modal.Header role="presentation">
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
            <CloseButton aria-label={t.close} onClick={close} />
          </div>
        </Modal.Header>
        <Modal.Body ref={inside}>
          <FormsInside.Provider value={around}>{props.children}</FormsInside.Provider>
        </Modal.Body>
        {footer !== undefined && <div className={classes.footer}>{footer}</div>}
      </Modal.Content>
      {question}
    </Modal.Root>
  )
}

/** Closes what forms stand in; where something was typed into one and not saved, it asks first. */
export function useAskingClose(inside: RefObject<HTMLElement | null>, onClose: () => void) {
  const t = useTexts(texts)
  const [forms] = useState(() => new Set<UnsavedForm>())
  const [isAsking, setAsking] = useState(false)
  function close() {
    // Escape is of the dialog above
    if (isCovered(inside.current)) return
    if (![...forms].some((form) => form.isUnsaved())) return onClose()
    // after the key that asks for it, which the question would take for its own
    setTimeout(() => setAsking(true))
  }
  function discard() {
    for (const form of forms) form.discard()
    setAsking(false)
    onClose()
  }
  // only while it asks: a question is a dialog too, and would hold another one for ever
  const question = isAsking && (
    <ConfirmDialog
      isOpen
      onClose={() => setAsking(false)}
      onConfirm={discard}
      title={t.discardTitle}
      text={t.discardText}
      confirmLabel={t.discard}
      isDangerous
    />
  )
  return { forms, close, question }
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
  return (
    <Dialog
      isOpen={props.isOpen}
      onClose={props.onClose}
      title={props.title}
      size="sm"
      action={{
        label: props.confirmLabel,
        onClick: props.onConfirm,
        isRunning: props.isRunning === true,
        isDangerous: props.isDangerous === true,
      }}
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
