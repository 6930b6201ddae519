import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { Button } from '@mantine/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useMaybeUser } from '../session/user.tsx'
import { useTexts } from '../texts/i18n.tsx'
import classes from './draft.module.css'
import {
  type DraftValues,
  draftPlace,
  dropDraft,
  findDraft,
  keepLeft,
  registerForm,
} from './draft-store.ts'
import { type UnsavedForm, useFormInside } from './unsaved.ts'
import { withoutSecrets } from './without-secrets.ts'

const msg = messagesOf(import.meta.url)

const texts = msg({
  offer: 'You were signed out while you were typing here.',
  left: 'You left before this was saved.',
  restore: 'Restore what I typed',
  discard: 'Discard',
})

export interface DraftedForm {
  /** What tells this form from others of the same page. */
  readonly name: string
  /** Undefined while nothing has been typed. */
  read(): DraftValues | undefined
  /** A form that goes now was saved. */
  isTaken?(): boolean
  /** Of a page: what is left in it by another screen is offered there again, as in a drawer. */
  readonly keepsLeft?: boolean | undefined
  /** Puts back what was typed; fields that held secrets are not among it. */
  restore(values: DraftValues): void
}

const harmless = (typed: DraftValues | undefined) => typed && withoutSecrets(typed)

/**
 * Makes what is typed into a form survive an enforced sign-out: stands in the form, and offers it again to the same user on
 * the same page. `Form` has one already.
 */
export function DraftOffer(props: DraftedForm) {
  const t = useTexts(texts)
  const owner = useMaybeUser()?.id
  const form = useRef(props)
  form.current = props
  const { name } = props
  const key = useMemo(
    () => (owner === undefined ? undefined : { owner, name, path: draftPlace() }),
    [owner, name],
  )
  const [draft, setDraft] = useState(() => key && findDraft(key))
  useEffect(() => {
    if (owner === undefined) return
    return registerForm({
      ...{ owner, name },
      read: () => harmless(form.current.read()),
      isTaken: () => form.current.isTaken?.() === true,
    })
  }, [owner, name])

  useKeptWhenLeft(
    key,
    () => (form.current.isTaken?.() ? undefined : harmless(form.current.read())),
    props.keepsLeft === true,
  )

  if (draft === undefined || key === undefined) return null
  function leave() {
    if (key !== undefined) dropDraft(key)
    setDraft(undefined)
  }
  return (
    <div className={classes.offer} role="status">
      <span className={classes.text}>{draft.isLeft === true ? t.left : t.offer}</span>
      <Button
        size="compact-sm"
        onClick={() => {
          form.current.restore(draft.values)
          leave()
        }}
      >
        {t.restore}
      </Button>
      <Button size="compact-sm" variant="default" onClick={leave}>
        {t.discard}
      </Button>
    </div>
  )
}

interface DraftKey {
  readonly owner: string
  readonly name: string
  readonly path: string
}

/** A form that goes without having been saved or closed on purpose, by Back or another screen, can be taken up. */
function useKeptWhenLeft(key: DraftKey | undefined, read: DraftedForm['read'], keepsLeft: boolean) {
  const now = useRef(read)
  now.current = read
  const form = useMemo(() => {
    const at = { isDiscarded: false }
    const known: UnsavedForm = {
      isUnsaved: () => now.current() !== undefined,
      discard: () => {
        at.isDiscarded = true
      },
    }
    return { at, known }
  }, [])
  const isKeptAround = useFormInside(form.known)
  const isKept = keepsLeft || isKeptAround
  useEffect(
    () => () => {
      const values = form.at.isDiscarded ? undefined : now.current()
      if (isKept && key !== undefined && values !== undefined) keepLeft({ ...key, values })
    },
    [form, isKept, key],
  )
}
