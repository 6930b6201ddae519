import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { Button } from '@mantine/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useMaybeUser } from '../session/user.tsx'
import { useTexts } from '../texts/i18n.tsx'
import classes from './draft.module.css'
import {
  type Draft,
  type DraftValues,
  draftPlace,
  registerForm,
  type Sending,
} from './draft-store.ts'
import { dropDraft, findDraft, keepLeft } from './left-drafts.ts'
import { type UnsavedForm, useFormInside } from './unsaved.ts'
import { withoutSecrets } from './without-secrets.ts'

const msg = messagesOf(import.meta.url)

const texts = msg({
  offer: 'You were signed out while you were typing here.',
  left: 'You left before this was saved.',
  unanswered:
    'This was sent, but no answer came. Check whether it has arrived before you send it again.',
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
  /** Whether it is being sent, or was sent and no answer came. */
  sending?(): Sending | undefined
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
      sending: () => form.current.sending?.(),
    })
  }, [owner, name])

  useKeptWhenLeft(
    key,
    () => {
      const { isTaken, read, sending } = form.current
      const values = isTaken?.() === true ? undefined : harmless(read())
      return values && { values, isUnanswered: sending?.() === 'unanswered' }
    },
    props.keepsLeft === true,
  )

  if (draft === undefined || key === undefined) return null
  function leave() {
    if (key !== undefined) dropDraft(key)
    setDraft(undefined)
  }
  return (
    <div className={classes.offer} role="status" data-draft-offer>
      <span className={classes.text}>
        {draft.isUnanswered === true ? t.unanswered : draft.isLeft === true ? t.left : t.offer}
      </span>
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
function useKeptWhenLeft(
  key: DraftKey | undefined,
  read: () => Pick<Draft, 'values' | 'isUnanswered'> | undefined,
  keepsLeft: boolean,
) {
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
      const typed = form.at.isDiscarded ? undefined : now.current()
      if (isKept && key !== undefined && typed !== undefined) keepLeft({ ...key, ...typed })
    },
    [form, isKept, key],
  )
}
