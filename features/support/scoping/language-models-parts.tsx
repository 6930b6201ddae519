import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import { useAction } from '@counterfoil/kit/web/calls/use-call.ts'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import resourceClasses from '@counterfoil/kit/web/resource/resource.module.css'
import type { ResourceParts } from '@counterfoil/kit/web/resource/resource-page.tsx'
import { SecretForm } from '@counterfoil/kit/web/resource/secret-form.tsx'
import { useMay } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { useId } from 'react'
import { setModelKey } from './language-models.contract.ts'
import { modelTexts } from './language-models.messages.ts'
import { languageModels } from './language-models.resource.ts'

const minKeyLength = 8

/** Sets or removes the key of the service; the key is never shown. */
function ModelKey({ row }: { row: ResourceRow }) {
  const t = useTexts(modelTexts)
  const heading = useId()
  const save = useAction(setModelKey, {
    onDone: () => showSnackbar({ message: t.saved, tone: 'success' }),
  })
  if (!useMay(...languageModels.permissions.edit) || row.url === null) return null
  return (
    <section className={resourceClasses.part} aria-labelledby={heading}>
      <h3 id={heading}>{t.key}</h3>
      <p className={resourceClasses.about}>{t.about}</p>
      <SecretForm
        label={t.fresh}
        setLabel={t.set}
        removeLabel={t.remove}
        removeTitle={t.removeTitle}
        removeText={t.removeText}
        isSet={row.keyHint !== null}
        isRunning={save.isRunning}
        minLength={minKeyLength}
        onChange={(key) =>
          save.tryRun({ params: { id: row.id }, body: { key, version: row.version } })
        }
      />
    </section>
  )
}

export const parts: ResourceParts = {
  after: (row) => <ModelKey row={row} />,
}
