import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { TextAreaField } from '@counterfoil/kit/web/form/fields.tsx'
import { Form, useSchemaForm } from '@counterfoil/kit/web/form/form.tsx'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { Section } from '@counterfoil/kit/web/page/page.tsx'
import { ErrorState, LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import { useMayCall, useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { addPaymentNote, listPaymentNotes, paymentNoteInput } from './payment-notes.contract.ts'
import { noteTexts } from './payment-notes.messages.ts'
import classes from './payment-notes.module.css'

/** What was noted on a payment, newest first, and a field for another note. */
export default function PaymentNotes({ paymentId }: { paymentId: string }) {
  const t = useTexts(noteTexts)
  const { audience } = useUser()
  const mayNote = useMayCall(addPaymentNote)
  const notes = useCall(listPaymentNotes, { params: { id: paymentId } }, { quiet: true })
  return (
    <Section title={t.title}>
      {mayNote && <NewNote paymentId={paymentId} />}
      {notes.data === undefined && notes.error === null && <LoadingLines lines={2} />}
      {notes.error !== null && <ErrorState problem={notes.error} onRetry={() => notes.refetch()} />}
      {notes.data?.data.length === 0 && <p className={classes.none}>{t.none}</p>}
      {notes.data !== undefined && notes.data.data.length > 0 && (
        <ol className={classes.notes}>
          {notes.data.data.map((note) => (
            <li key={note.id}>
              <p className={classes.text}>{note.text}</p>
              <span className={classes.meta}>
                <DateTime value={note.createdAt} /> · {note.authorName}
                {note.isInternal && audience !== 'merchant' && ` · ${t.internal}`}
              </span>
            </li>
          ))}
        </ol>
      )}
    </Section>
  )
}

function NewNote({ paymentId }: { paymentId: string }) {
  const t = useTexts(noteTexts)
  const { audience } = useUser()
  const form = useSchemaForm(paymentNoteInput, { text: '' })
  const add = useAction(addPaymentNote, { quiet: true, onDone: () => form.reset({ text: '' }) })
  return (
    <Form
      form={form}
      about={`note ${paymentId}`}
      problem={add.problem}
      onSubmit={(body) => add.run({ params: { id: paymentId }, body })}
    >
      <div className={classes.new}>
        <TextAreaField
          name="text"
          label={t.label}
          description={audience === 'merchant' ? t.ownHint : t.internalHint}
          maxLength={2000}
          rows={[1, 8]}
        />
        <Button type="submit" size="xs" variant="default" loading={add.isRunning}>
          {t.add}
        </Button>
      </div>
    </Form>
  )
}
