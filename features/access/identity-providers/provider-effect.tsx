import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import { useAction } from '@counterfoil/kit/web/calls/use-call.ts'
import { ConfirmDialog } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { useMayEdit } from '@counterfoil/kit/web/resource/may-edit.ts'
import { PartLine, RecordPart } from '@counterfoil/kit/web/resource/record-part.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { putIntoEffect } from './identity-providers.contract.ts'
import { providerTexts } from './identity-providers.messages.ts'
import { identityProviders } from './identity-providers.resource.ts'

/** Whether people are sent to the provider, and the switch for it. */
export function ProviderEffect(props: {
  row: ResourceRow
  isTested: boolean
  isInEffect: boolean
  hasChanges: boolean
  hasDomain: boolean
}) {
  const t = useTexts(providerTexts)
  const { row, isTested, isInEffect, hasChanges, hasDomain } = props
  const mayEdit = useMayEdit(identityProviders)
  const [isAsking, setAsking] = useState(false)
  const putOn = useAction(putIntoEffect, {
    onDone: () => showSnackbar({ message: t.done, tone: 'success' }),
  })
  const switchOff = useAction(identityProviders.calls.activate, {
    onDone: () => setAsking(false),
  })
  const name = String(row.name)
  const missing = !hasDomain ? t.needsDomain : isTested ? undefined : t.needsTest
  return (
    <RecordPart title={t.effect}>
      <span>{isInEffect ? (hasChanges ? t.onOld : t.on) : t.off}</span>
      {(!isInEffect || hasChanges) && missing !== undefined && <span>{missing}</span>}
      {mayEdit && (
        <PartLine>
          {(!isInEffect || hasChanges) && (
            <Button
              size="xs"
              disabled={missing !== undefined}
              loading={putOn.isRunning}
              onClick={() => void putOn.run({ params: { id: row.id } })}
            >
              {isInEffect ? t.putOnNow : t.putOn}
            </Button>
          )}
          {isInEffect && (
            <Button size="xs" variant="subtle" color="danger" onClick={() => setAsking(true)}>
              {t.switchOff}
            </Button>
          )}
        </PartLine>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => void switchOff.run({ body: { ids: [row.id], isActive: false } })}
        title={t.switchOffTitle({ name })}
        text={t.switchOffText}
        confirmLabel={t.switchOff}
        isDangerous
        isRunning={switchOff.isRunning}
      />
    </RecordPart>
  )
}
