import { messages, useTexts } from '@counterfoil/kit/web/i18n.tsx'
import { useMaybeUser } from '@counterfoil/kit/web/user.tsx'
import { Button } from '@mantine/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import classes from './draft.module.css'
import { type DraftValues, draftPlace, dropDraft, findDraft, registerForm } from './draft-store.ts'

const texts = messages({
  offer: [
    'You were signed out while you were typing here.',
    'Buraya yazarken oturumunuz kapatıldı.',
  ],
  restore: ['Restore what I typed', 'Yazdıklarımı geri getir'],
  discard: ['Discard', 'Sil'],
})

export interface DraftedForm {
  /** What tells this form from others of the same page. */
  readonly name: string
  /** Undefined while nothing has been typed. */
  read(): DraftValues | undefined
  /** Puts back what was typed; fields that held secrets are not among it. */
  restore(values: DraftValues): void
}

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
    return registerForm({ owner, name, read: () => form.current.read() })
  }, [owner, name])

  if (draft === undefined || key === undefined) return null
  function leave() {
    if (key !== undefined) dropDraft(key)
    setDraft(undefined)
  }
  return (
    <div className={classes.offer} role="status">
      <span className={classes.text}>{t.offer}</span>
      <Button
        size="compact-sm"
        onClick={() => {
          form.current.restore(draft.values)
          leave()
        }}
      >
        {t.restore}
      </Button>
      <Button size="compact-sm" variant="subtle" onClick={leave}>
        {t.discard}
      </Button>
    </div>
  )
}
