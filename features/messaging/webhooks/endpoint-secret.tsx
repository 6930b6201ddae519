import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import { useAction } from '@counterfoil/kit/web/calls/use-call.ts'
import { useMayEdit } from '@counterfoil/kit/web/resource/may-edit.ts'
import { SecretRotation } from '@counterfoil/kit/web/resource/secret-rotation.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { useState } from 'react'
import { rotateSecret } from './webhook-endpoints.contract.ts'
import { endpointTexts } from './webhook-endpoints.messages.ts'
import { webhookEndpoints } from './webhook-endpoints.resource.ts'

export function EndpointSecret({ row }: { row: ResourceRow }) {
  const t = useTexts(endpointTexts)
  const [secret, setSecret] = useState<string>()
  const rotate = useAction(rotateSecret, { onDone: (made) => setSecret(made.secret) })
  if (!useMayEdit(webhookEndpoints)) return null
  return (
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
  )
}
