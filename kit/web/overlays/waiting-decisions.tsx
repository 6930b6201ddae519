import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { useTranslatedProblem } from '@counterfoil/kit/web/calls/problem-translations.ts'
import { TextAreaField } from '@counterfoil/kit/web/form/fields.tsx'
import { Form, useSchemaForm } from '@counterfoil/kit/web/form/form.tsx'
import { Dialog } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { z } from 'zod'
import type { CallProblem } from '../calls/problem.ts'
import classes from './waiting-decisions.module.css'

const msg = messagesOf(import.meta.url)

const listTexts = msg({
  further:
    '{count, plural, one {# more waits, and is} other {# more wait, and are}} shown here when these are decided.',
})

export type Decision = 'approve' | 'decline'

/** Something that waits until people have approved it, as one of them sees it. */
export interface Waiting {
  readonly id: string
  readonly merchantName: string
  /** Whether the reader asked for it: then it is not the reader's to decline. */
  readonly isOwn: boolean
  /** Why the reader may not approve it; null: may. */
  readonly refusal: { readonly code: string; readonly message: string } | null
}

export interface DecisionTexts {
  readonly waiting: string
  readonly merchant: string
  readonly cannot: string
  readonly approve: string
  readonly decline: string
}

/** What waits for a decision, each with its facts and both decisions; nothing where none does. */
export function WaitingDecisions<Item extends Waiting>(props: {
  /** The first of them: undefined while they are fetched. */
  readonly waiting: { readonly data: readonly Item[]; readonly count: number | null } | undefined
  readonly texts: DecisionTexts
  readonly facts: (item: Item) => ReactNode
  readonly dialog: (decision: Decision, item: Item, onClose: () => void) => ReactNode
}) {
  const { waiting, texts: t } = props
  const { further } = useTexts(listTexts)
  const translated = useTranslatedProblem()
  const { audience } = useUser()
  const [deciding, decide] = useState<{ decision: Decision; item: Item }>()
  const items = waiting?.data ?? []
  if (items.length === 0) return null
  const more = (waiting?.count ?? 0) - items.length
  return (
    <section aria-label={t.waiting}>
      <h2 className={classes.heading}>{t.waiting}</h2>
      {items.map((item) => (
        <div key={item.id}>
          {audience !== 'merchant' && (
            <p className={classes.note}>
              {t.merchant}: {item.merchantName}
            </p>
          )}
          {props.facts(item)}
          {item.refusal !== null && (
            <p className={classes.note}>
              {t.cannot}: {translated(item.refusal.code) ?? item.refusal.message}
            </p>
          )}
          <div className={classes.buttons}>
            <Button
              size="xs"
              disabled={item.refusal !== null}
              onClick={() => decide({ decision: 'approve', item })}
            >
              {t.approve}
            </Button>
            <Button
              size="xs"
              variant="default"
              disabled={item.isOwn}
              onClick={() => decide({ decision: 'decline', item })}
            >
              {t.decline}
            </Button>
          </div>
        </div>
      ))}
      {more > 0 && <p className={classes.note}>{further({ count: more })}</p>}
      {deciding !== undefined &&
        props.dialog(deciding.decision, deciding.item, () => decide(undefined))}
    </section>
  )
}

export interface DecisionDialogTexts {
  readonly approveTitle: string
  readonly declineTitle: string
  readonly approveText: string
  readonly declineText: string
  readonly reason: string
}

/** One decision with its reason, which only a refusal must have. `label` names what is decided on. */
export function DecisionDialog(props: {
  readonly decision: Decision
  readonly texts: DecisionDialogTexts
  readonly label: string
  readonly act: { readonly isRunning: boolean; readonly problem: CallProblem | null }
  readonly onDecide: (body: { reason: string }) => Promise<unknown>
  readonly onClose: () => void
  readonly children: ReactNode
}) {
  const { texts: t, label, act } = props
  const isApproval = props.decision === 'approve'
  const id = useId()
  const reason = z.string().trim().max(500)
  const form = useSchemaForm(z.object({ reason: isApproval ? reason : reason.min(1) }), {
    reason: '',
  })
  return (
    <Dialog
      isOpen
      onClose={props.onClose}
      title={isApproval ? t.approveTitle : t.declineTitle}
      size="sm"
      keepsOpenOutside
      action={{ label, form: id, isRunning: act.isRunning, isDangerous: !isApproval }}
    >
      <Form id={id} form={form} problem={act.problem} onSubmit={props.onDecide}>
        {props.children}
        <p className={classes.note}>{isApproval ? t.approveText : t.declineText}</p>
        <TextAreaField name="reason" label={t.reason} isRequired={!isApproval} maxLength={500} />
      </Form>
    </Dialog>
  )
}
