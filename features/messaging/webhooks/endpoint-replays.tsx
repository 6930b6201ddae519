import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import '@mantine/core/styles/Progress.layer.css'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { DateTimeField } from '@counterfoil/kit/web/form/date-fields.tsx'
import { CheckField, useField } from '@counterfoil/kit/web/form/fields.tsx'
import { Form, useSchemaForm } from '@counterfoil/kit/web/form/form.tsx'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { Older } from '@counterfoil/kit/web/page/states.tsx'
import { useMayEdit } from '@counterfoil/kit/web/resource/may-edit.ts'
import { RecordPart } from '@counterfoil/kit/web/resource/record-part.tsx'
import { useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button, MultiSelect, Progress } from '@mantine/core'
import type { z } from 'zod'
import {
  listReplays,
  previewReplay,
  replayOrder,
  startReplay,
  type webhookReplay,
} from './replays.contract.ts'
import { replayTexts } from './webhook-endpoints.messages.ts'
import classes from './webhook-endpoints.module.css'
import { webhookEndpoints } from './webhook-endpoints.resource.ts'

const refetchEveryMs = 2_000

/** Sends the events of a time once more; how far the last replays have come. */
export function EndpointReplays({ row }: { row: ResourceRow }) {
  const t = useTexts(replayTexts)
  const mayEdit = useMayEdit(webhookEndpoints)
  const params = { id: row.id }
  const list = useCall(listReplays, { params }, { refetchEveryMs, quiet: true })
  const isSent = row.isActive && typeof row.pausedAt !== 'string'
  return (
    <RecordPart title={t.title} about={isSent ? t.about : t.notSent}>
      {mayEdit && isSent && <ReplayForm row={row} />}
      <ul className={classes.messages}>
        {list.data?.replays.map((one) => (
          <ReplayProgress key={one.id} replay={one} />
        ))}
      </ul>
    </RecordPart>
  )
}

function ReplayForm({ row }: { row: ResourceRow }) {
  const t = useTexts(replayTexts)
  const params = { id: row.id }
  const since = typeof row.failingSince === 'string' ? row.failingSince : undefined
  const form = useSchemaForm(replayOrder, {
    from: since ?? new Date(Date.now() - dayMs).toISOString(),
    types: [],
    onlyMissed: true,
  })
  const { from, to, types = [], onlyMissed = true } = form.watch()
  const query = { from, types, onlyMissed: onlyMissed ? 'true' : 'false', ...(to ? { to } : {}) }
  const preview = useCall(
    previewReplay,
    { params, query: query as never },
    { enabled: Boolean(from), keepPrevious: true, quiet: true },
  )
  const start = useAction(startReplay, {
    quiet: true,
    onDone: () => showSnackbar({ message: t.started, tone: 'success' }),
  })
  const count = preview.data?.count ?? 0
  return (
    <Form form={form} problem={start.problem} onSubmit={(body) => start.run({ params, body })}>
      <DateTimeField name="from" label={t.from} isRequired />
      <DateTimeField name="to" label={t.to} description={t.toHint} />
      <TypesField />
      <CheckField name="onlyMissed" label={t.onlyMissed} />
      <Older isOld={preview.isPlaceholderData}>
        <p aria-live="polite" className={classes.health}>
          {preview.error === null ? t.count({ count }) : preview.error.message}
        </p>
        {count > 0 && (
          <details>
            <summary>{t.which}</summary>
            <ul className={classes.attempts}>
              {preview.data?.events.map((event) => (
                <li key={event.id}>
                  <DateTime value={event.createdAt} seconds /> · <code>{event.type}</code> ·{' '}
                  <code>{event.paymentId ?? event.id}</code>
                </li>
              ))}
            </ul>
          </details>
        )}
      </Older>
      <div>
        <Button
          type="submit"
          size="compact-sm"
          disabled={preview.isPlaceholderData || count === 0 || start.isRunning}
        >
          {t.send({ count })}
        </Button>
      </div>
    </Form>
  )
}

function TypesField() {
  const t = useTexts(replayTexts)
  const translate = useTranslate()
  const { field, shared } = useField({ name: 'types', label: t.types })
  const choices = webhookEndpoints.fields.eventTypes?.choices ?? []
  return (
    <MultiSelect
      {...shared}
      ref={field.ref}
      placeholder={t.everyType}
      data={choices
        .filter(({ value }) => value !== '*')
        .map(({ value, label }) => ({ value, label: translate(label) }))}
      value={Array.isArray(field.value) ? field.value : []}
      onChange={field.onChange}
      onBlur={field.onBlur}
    />
  )
}

/** How far a replay has come; where several endpoints stand together, with its own. */
export function ReplayProgress(props: { replay: z.infer<typeof webhookReplay>; url?: string }) {
  const { replay, url } = props
  const t = useTexts(replayTexts)
  const { queued, total, finishedAt } = replay
  const isOver = finishedAt !== null
  return (
    <li className={classes.message}>
      <div className={classes.replay}>
        <span>
          <DateTime value={replay.from} /> – <DateTime value={replay.to} />
          {[...replay.types, ...replay.failures].map((one) => ` · ${one}`)}
          {url !== undefined && (
            <>
              {' '}
              <code>{url}</code>
            </>
          )}
        </span>
        <Progress
          value={isOver || total === 0 ? 100 : (queued / total) * 100}
          aria-label={t.progress}
        />
        <span>
          {isOver ? t.queued({ queued }) : t.running({ queued, total })} ·{' '}
          {t.by({ name: replay.requestedBy })} <DateTime value={replay.createdAt} />
        </span>
      </div>
    </li>
  )
}
