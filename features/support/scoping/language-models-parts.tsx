import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import { useAction } from '@counterfoil/kit/web/calls/use-call.ts'
import { ConfirmDialog } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import resourceClasses from '@counterfoil/kit/web/resource/resource.module.css'
import type { ResourceParts } from '@counterfoil/kit/web/resource/resource-page.tsx'
import { useMay } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button, TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import { setModelKey } from './language-models.contract.ts'
import { modelTexts } from './language-models.messages.ts'
import { languageModels } from './language-models.resource.ts'

const minKeyLength = 8

/** Sets or removes the key of the service; the key is never shown. A form of its own, so that Enter sets the key. */
function ModelKey({ row }: { row: ResourceRow }) {
  const t = useTexts(modelTexts)
  const heading = useId()
  const [key, setKey] = useState('')
  const [isConfirming, setConfirming] = useState(false)
  const isLongEnough = key.trim().length >= minKeyLength
  const save = useAction(setModelKey, {
    onDone: () => {
      setKey('')
      setConfirming(false)
      showSnackbar({ message: t.saved, tone: 'success' })
    },
  })
  if (!useMay(...languageModels.permissions.edit) || row.url === null) return null
  const run = (value: string | null) =>
    void save.run({ params: { id: row.id }, body: { key: value, version: row.version } })
  return (
    <section className={resourceClasses.part} aria-labelledby={heading}>
      <h3 id={heading}>{t.key}</h3>
      <p className={resourceClasses.about}>{t.about}</p>
      <form
        className={resourceClasses.partLine}
        onSubmit={(event) => {
          event.preventDefault()
          if (isLongEnough) run(key)
        }}
      >
        <TextInput
          size="xs"
          label={t.fresh}
          value={key}
          type="password"
          autoComplete="new-password"
          onChange={(event) => setKey(event.currentTarget.value)}
        />
        <Button
          size="xs"
          variant="default"
          type="submit"
          loading={save.isRunning}
          disabled={!isLongEnough}
        >
          {t.set}
        </Button>
        {row.keyHint !== null && (
          <Button size="xs" variant="subtle" color="danger" onClick={() => setConfirming(true)}>
            {t.remove}
          </Button>
        )}
      </form>
      <ConfirmDialog
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        onConfirm={() => run(null)}
        title={t.removeTitle}
        text={t.removeText}
        confirmLabel={t.remove}
        isDangerous
        isRunning={save.isRunning}
      />
    </section>
  )
}

export const parts: ResourceParts = {
  after: (row) => <ModelKey row={row} />,
}
