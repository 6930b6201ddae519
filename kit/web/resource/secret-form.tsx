import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '../overlays/dialog.tsx'
import { PartLine } from './record-part.tsx'

/** Sets, replaces or removes a secret, which is never shown. A form of its own, so that Enter sets it. */
export function SecretForm(props: {
  label: string
  setLabel: string
  removeLabel: string
  /** What follows from removing it. */
  removeTitle: string
  removeText: string
  isSet: boolean
  isRunning: boolean
  /** Characters; a shorter one is not sent. */
  minLength?: number
  /** Stores the secret, or with null removes it; answers whether it was done. */
  onChange(secret: string | null): Promise<boolean>
}) {
  const { isRunning, minLength = 1 } = props
  const [secret, setSecret] = useState('')
  const [isConfirming, setConfirming] = useState(false)
  const isLongEnough = secret.trim().length >= minLength
  async function change(value: string | null) {
    if (!(await props.onChange(value))) return
    setSecret('')
    setConfirming(false)
  }
  return (
    <>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (isLongEnough) void change(secret)
        }}
      >
        <PartLine>
          <TextInput
            size="xs"
            type="password"
            autoComplete="new-password"
            label={props.label}
            value={secret}
            maxLength={1000}
            onChange={(event) => setSecret(event.currentTarget.value)}
          />
          <Button
            size="xs"
            variant="default"
            type="submit"
            loading={isRunning}
            disabled={!isLongEnough}
          >
            {props.setLabel}
          </Button>
          {props.isSet && (
            <Button size="xs" variant="subtle" color="danger" onClick={() => setConfirming(true)}>
              {props.removeLabel}
            </Button>
          )}
        </PartLine>
      </form>
      <ConfirmDialog
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        onConfirm={() => void change(null)}
        title={props.removeTitle}
        text={props.removeText}
        confirmLabel={props.removeLabel}
        isDangerous
        isRunning={isRunning}
      />
    </>
  )
}
