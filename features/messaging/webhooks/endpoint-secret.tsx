import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import { useAction } from '@counterfoil/kit/web/calls/use-call.ts'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { ConfirmDialog } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { useMayEdit } from '@counterfoil/kit/web/resource/may-edit.ts'
import { RecordPart } from '@counterfoil/kit/web/resource/record-part.tsx'
import { SecretRotation } from '@counterfoil/kit/web/resource/secret-rotation.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { endPreviousSecret, rotateSecret } from './webhook-endpoints.contract.ts'
import { endpointTexts } from './webhook-endpoints.messages.ts'
import { webhookEndpoints } from './webhook-endpoints.resource.ts'

export function EndpointSecret({ row }: { row: ResourceRow }) {
  const t = useTexts(endpointTexts)
  const [secret, setSecret] = useState<string>()
  const rotate = useAction(rotateSecret, { onDone: (made) => setSecret(made.secret) })
  if (!useMayEdit(webhookEndpoints)) return null
  return (
    <>
      <SecretRotation
        title={t.secret}
        about={t.secretAbout}
        action={t.rotate}
        label={t.shown}
        isRunning={rotate.isRunning}
        secret={secret}
        onKept={() => setSecret(undefined)}
        onRotate={(overlapHours) =>
          void rotate.run({ params: { id: row.id }, body: { overlapHours } })
        }
      />
      <PreviousSecret row={row} />
    </>
  )
}

/** Until when the previous secret signs too, and ending that; nothing where it does not. */
function PreviousSecret({ row }: { row: ResourceRow }) {
  const t = useTexts(endpointTexts)
  const [isAsking, ask] = useState(false)
  const end = useAction(endPreviousSecret, {
    quiet: true,
    onDone: () => {
      ask(false)
      showSnackbar({ message: t.previousEnded, tone: 'success' })
    },
  })
  const until = row.previousUntil
  if (typeof until !== 'string' || Date.parse(until) <= Date.now()) return null
  return (
    <RecordPart
      title={t.previous}
      about={t.previousAbout}
      action={
        <Button size="xs" variant="default" onClick={() => ask(true)}>
          {t.endPrevious}
        </Button>
      }
    >
      <p>
        {t.previousUntil} <DateTime value={until} />
      </p>
      <ConfirmDialog
        isOpen={isAsking}
        isDangerous
        title={t.endPreviousTitle}
        text={t.endPreviousText}
        confirmLabel={t.endPrevious}
        isRunning={end.isRunning}
        problem={end.problem}
        onClose={() => ask(false)}
        onConfirm={() => void end.run({ params: { id: row.id } })}
      />
    </RecordPart>
  )
}
