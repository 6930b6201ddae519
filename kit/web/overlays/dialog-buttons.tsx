import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { Button } from '@mantine/core'
import { useViewAs } from '../session/user.tsx'
import { useTexts } from '../texts/i18n.tsx'
import classes from './dialog.module.css'

const msg = messagesOf(import.meta.url)

const texts = msg({
  cancel: 'Cancel',
  viewing: 'You are viewing the portal as another user: nothing can be changed.',
})

/** What a dialog does at the click of its last button, beside which stands Cancel. */
export interface DialogAction {
  readonly label: string
  /** The id of the form that it sends; without one, `onClick` says what it does. */
  readonly form?: string
  onClick?(): unknown
  readonly isRunning?: boolean
  readonly isDisabled?: boolean
  /** Shown at the button: why it cannot be used now. */
  readonly hint?: string | undefined
  readonly isDangerous?: boolean
  /** The dialog begins here, not at its first field. */
  readonly isFirst?: boolean | undefined
  /** What it does is the reader's own, also while they look through another user's eyes. */
  readonly changesNothing?: boolean
}

/** Cancel, and what the dialog does. */
export function DialogButtons(props: {
  action: DialogAction
  onCancel(): void
  size?: 'xs' | 'sm'
}) {
  const t = useTexts(texts)
  const { action, size = 'sm' } = props
  const isRefused = useViewAs() !== undefined && action.changesNothing !== true
  return (
    <>
      {isRefused && <p className={classes.refused}>{t.viewing}</p>}
      <Button variant="default" size={size} onClick={props.onCancel}>
        {t.cancel}
      </Button>
      <Button
        size={size}
        {...(action.form === undefined
          ? { onClick: action.onClick }
          : { type: 'submit', form: action.form })}
        {...(action.isDangerous === true ? { color: 'danger' } : {})}
        loading={action.isRunning === true}
        disabled={isRefused || action.isDisabled === true}
        title={action.hint}
        data-autofocus={action.isFirst}
      >
        {action.label}
      </Button>
    </>
  )
}
