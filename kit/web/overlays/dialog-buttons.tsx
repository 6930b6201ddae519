import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { Button } from '@mantine/core'
import { useTexts } from '../texts/i18n.tsx'

const msg = messagesOf(import.meta.url)

const texts = msg({ cancel: 'Cancel' })

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
}

/** Cancel, and what the dialog does. */
export function DialogButtons(props: {
  action: DialogAction
  onCancel(): void
  size?: 'xs' | 'sm'
}) {
  const t = useTexts(texts)
  const { action, size = 'sm' } = props
  return (
    <>
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
        disabled={action.isDisabled === true}
        title={action.hint}
        data-autofocus={action.isFirst}
      >
        {action.label}
      </Button>
    </>
  )
}
