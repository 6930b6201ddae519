import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { TextAreaField } from '@counterfoil/kit/web/form/fields.tsx'
import { Form, useSchemaForm } from '@counterfoil/kit/web/form/form.tsx'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { Section } from '@counterfoil/kit/web/page/page.tsx'
import { ErrorState, LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import { useMayCall } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { type ActivityCalls, type ActivityEvent, noteBody } from './activity.contract.ts'
import { activityTexts } from './activity.messages.ts'
import classes from './activity.module.css'

interface ActivityProps {
  readonly calls: ActivityCalls
  readonly id: string
}

const step = 10

/** The activity of a record, newest first, and a field for notes. */
export default function Activity({ calls, id }: ActivityProps) {
  const t = useTexts(activityTexts)
  const mayNote = useMayCall(calls.note)
  const [pageSize, setPageSize] = useState(step)
  const { data, error, refetch } = useCall(
    calls.events,
    { params: { id }, query: { pageIndex: 0, pageSize } },
    { keepPrevious: true, quiet: true },
  )
  return (
    <Section title={t.title}>
      {mayNote && <NewNote calls={calls} id={id} />}
      {data === undefined && error === null && <LoadingLines lines={3} />}
      {error !== null && <ErrorState problem={error} onRetry={() => refetch()} />}
      {data?.data.length === 0 && <span className={classes.meta}>{t.none}</span>}
      {data !== undefined && data.data.length > 0 && (
        <ol className={classes.events}>
          {data.data.map((event) => (
            <li key={event.id} className={classes.event} data-kind={event.kind}>
              <p>
                <EventText event={event} />
              </p>
              <span className={classes.meta}>
                <DateTime value={event.createdAt} /> · {event.actorName}
              </span>
            </li>
          ))}
        </ol>
      )}
      {(data?.count ?? 0) > pageSize && (
        <Button mt="sm" variant="subtle" size="xs" onClick={() => setPageSize(pageSize + step)}>
          {t.older}
        </Button>
      )}
    </Section>
  )
}

function EventText({ event }: { event: ActivityEvent }) {
  const t = useTexts(activityTexts)
  const translate = useTranslate()
  const { kind, before, after, text } = event
  if (kind === 'note') return text
  if (kind === 'made') return t[event.of]
  const named = (names: ActivityEvent['after'], none: string) =>
    names === null ? none : translate({ en: names[0], tr: names[1] })
  if (kind === 'converted' || kind === 'task') return t[kind]({ to: named(after, '') })
  return t[kind]({ from: named(before, '–'), to: named(after, '–') })
}

function NewNote({ calls, id }: ActivityProps) {
  const t = useTexts(activityTexts)
  const form = useSchemaForm(noteBody, { text: '' })
  const note = useAction(calls.note, { quiet: true, onDone: () => form.reset({ text: '' }) })
  return (
    <Form
      form={form}
      about={`note ${id}`}
      problem={note.problem}
      onSubmit={(body) => note.run({ params: { id }, body })}
    >
      <div className={classes.note}>
        <TextAreaField name="text" label={t.label} maxLength={2000} rows={[2, 8]} />
        <Button type="submit" size="xs" variant="default" loading={note.isRunning}>
          {t.add}
        </Button>
      </div>
    </Form>
  )
}
