import '@mantine/core/styles/Group.layer.css'
import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import { useAction } from '@counterfoil/kit/web/calls/use-call.ts'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import { ProblemNote } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { useMayEdit } from '@counterfoil/kit/web/resource/may-edit.ts'
import { RecordPart } from '@counterfoil/kit/web/resource/record-part.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button, Group } from '@mantine/core'
import { resumeEndpoint } from './replays.contract.ts'
import { healthTexts } from './webhook-endpoints.messages.ts'
import classes from './webhook-endpoints.module.css'
import { webhookEndpoints } from './webhook-endpoints.resource.ts'

const tones = {
  healthy: 'positive',
  failing: 'pending',
  paused: 'negative',
  off: 'neutral',
} as const

/** Whether the endpoint takes what it is sent, and what is done when it does not. */
export function EndpointHealth({ row }: { row: ResourceRow }) {
  const t = useTexts(healthTexts)
  const mayEdit = useMayEdit(webhookEndpoints)
  const resume = useAction(resumeEndpoint, {
    onDone: () => showSnackbar({ message: t.resumed, tone: 'success' }),
  })
  const failingSince = instantOf(row.failingSince)
  const waitsUntil = instantOf(row.waitsUntil)
  const pauseDueAt = instantOf(row.pauseDueAt)
  const pausedAt = instantOf(row.pausedAt)
  const working = pausedAt !== null ? 'paused' : failingSince !== null ? 'failing' : 'healthy'
  const state = row.isActive ? working : 'off'
  const since = failingSince ?? pausedAt
  const send = (recoverSince?: string) =>
    void resume.run({
      params: { id: row.id },
      body: recoverSince === undefined ? {} : { recoverSince },
    })
  return (
    <RecordPart title={t.title}>
      <p className={classes.health}>
        <StatusPill status={state} map={tones} label={t[state]} />
        {state === 'healthy' && t.healthyAbout}
        {state === 'off' && t.offAbout}
        {failingSince !== null && (
          <span>
            {t.failingSince} <DateTime value={failingSince} />
          </span>
        )}
        {state === 'failing' && waitsUntil !== null && (
          <span>
            {t.waitsUntil} <DateTime value={waitsUntil} seconds />
          </span>
        )}
        {state === 'failing' && pauseDueAt !== null && (
          <span>
            {t.pausesAt} <DateTime value={pauseDueAt} />
          </span>
        )}
        {pausedAt !== null && (
          <span>
            {t.pausedSince} <DateTime value={pausedAt} />
          </span>
        )}
      </p>
      {state === 'paused' && <p className={classes.health}>{t.pausedAbout}</p>}
      {mayEdit && (state === 'paused' || state === 'failing') && (
        <Group gap={8}>
          {state === 'paused' && since !== null && (
            <Button size="compact-sm" disabled={resume.isRunning} onClick={() => send(since)}>
              {t.recover}
            </Button>
          )}
          <Button
            size="compact-sm"
            variant="default"
            disabled={resume.isRunning}
            onClick={() => send()}
          >
            {state === 'paused' ? t.resumeOnly : t.resumeNow}
          </Button>
        </Group>
      )}
      <ProblemNote problem={resume.problem} />
    </RecordPart>
  )
}

const instantOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)
