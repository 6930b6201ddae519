import { useAction } from '@counterfoil/kit/web/calls/use-call.ts'
import { ConfirmDialog } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { useMayCall } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { useState } from 'react'
import {
  createEncryptionKey,
  type EncryptionKey,
  retireEncryptionKey,
  rotateEncryptionKey,
} from './encryption-keys.contract.ts'
import { keyTexts } from './encryption-keys.messages.ts'

/** The actions that a key's state allows. */
export function KeyActions({ row }: { row: EncryptionKey }) {
  const t = useTexts(keyTexts)
  const { tenantId } = row
  const create = useAction(createEncryptionKey)
  const mayEdit = useMayCall(createEncryptionKey)
  if (!mayEdit) return null
  if (row.state === 'none') {
    return (
      <Button
        size="compact-xs"
        variant="default"
        loading={create.isRunning}
        aria-label={`${t.create}: ${row.tenantName}`}
        onClick={() => create.run({ params: { tenantId } })}
      >
        {t.create}
      </Button>
    )
  }
  if (row.state === 'active') return <Rotate row={row} />
  if (row.state === 'retiring' && row.sealed === 0 && row.keyId !== null) {
    return <Retire row={row} id={row.keyId} />
  }
  return null
}

function Rotate({ row }: { row: EncryptionKey }) {
  const t = useTexts(keyTexts)
  const { tenantId, tenantName } = row
  const [isConfirming, setConfirming] = useState(false)
  const rotate = useAction(rotateEncryptionKey, { quiet: true, onDone: () => setConfirming(false) })
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        aria-label={`${t.rotate}: ${tenantName}`}
        onClick={() => setConfirming(true)}
      >
        {t.rotate}
      </Button>
      <ConfirmDialog
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        onConfirm={() => rotate.run({ params: { tenantId } })}
        title={t.rotateTitle({ tenant: tenantName })}
        text={t.rotateText}
        confirmLabel={t.rotate}
        isRunning={rotate.isRunning}
        problem={rotate.problem}
      />
    </>
  )
}

function Retire({ row, id }: { row: EncryptionKey; id: string }) {
  const t = useTexts(keyTexts)
  const { tenantId, tenantName } = row
  const [isConfirming, setConfirming] = useState(false)
  const retire = useAction(retireEncryptionKey, { quiet: true, onDone: () => setConfirming(false) })
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        aria-label={`${t.retire}: ${tenantName}`}
        onClick={() => setConfirming(true)}
      >
        {t.retire}
      </Button>
      <ConfirmDialog
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        onConfirm={() => retire.run({ params: { tenantId, id } })}
        title={t.retireTitle({ tenant: tenantName })}
        text={t.retireText}
        confirmLabel={t.retire}
        isDangerous
        isRunning={retire.isRunning}
        problem={retire.problem}
      />
    </>
  )
}
