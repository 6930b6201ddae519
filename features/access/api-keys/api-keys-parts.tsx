import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import { useAction } from '@counterfoil/kit/web/calls/use-call.ts'
import { useMayEdit } from '@counterfoil/kit/web/resource/may-edit.ts'
import type { ResourceParts } from '@counterfoil/kit/web/resource/resource-page.tsx'
import { SecretRotation } from '@counterfoil/kit/web/resource/secret-rotation.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { useState } from 'react'
import { rotateApiKey } from './api-keys.contract.ts'
import { apiKeyTexts } from './api-keys.messages.ts'
import { apiKeys } from './api-keys.resource.ts'

export const parts: ResourceParts = {
  below: (row) => row !== undefined && <KeyRotation row={row} />,
}

function KeyRotation({ row }: { row: ResourceRow }) {
  const t = useTexts(apiKeyTexts)
  const [key, setKey] = useState<string>()
  const rotate = useAction(rotateApiKey, { onDone: (made) => setKey(made.key) })
  if (!useMayEdit(apiKeys)) return null
  return (
    <SecretRotation
      title={t.title}
      about={t.about}
      action={t.rotate}
      label={t.shown}
      isRunning={rotate.isRunning}
      secret={key}
      onKept={() => setKey(undefined)}
      onRotate={(overlapHours) =>
        void rotate.run({ params: { id: row.id }, body: { overlapHours } })
      }
    />
  )
}
