import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import { useAction } from '@counterfoil/kit/web/calls/use-call.ts'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { useMayEdit } from '@counterfoil/kit/web/resource/may-edit.ts'
import { RecordPart } from '@counterfoil/kit/web/resource/record-part.tsx'
import { SecretForm } from '@counterfoil/kit/web/resource/secret-form.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { setClientSecret } from './identity-providers.contract.ts'
import { providerTexts } from './identity-providers.messages.ts'
import { identityProviders } from './identity-providers.resource.ts'
import { daysUntil, remindedDays } from './settings.rules.ts'

/** Set and replaced, and never shown. */
export function ClientSecret({ row }: { row: ResourceRow }) {
  const t = useTexts(providerTexts)
  const mayEdit = useMayEdit(identityProviders)
  const save = useAction(setClientSecret, {
    onDone: () => showSnackbar({ message: t.secretSaved, tone: 'success' }),
  })
  const isSet = row.secretSetAt !== null
  const { secretExpiresOn: end } = row
  const days = isSet && typeof end === 'string' ? daysUntil(end, new Date()) : undefined
  return (
    <RecordPart title={t.secret} about={t.secretAbout}>
      {isSet && <span>{t.secretIsSet}</span>}
      {days !== undefined && days <= remindedDays && (
        <strong role="status">{days < 0 ? t.secretExpired : t.secretExpires({ days })}</strong>
      )}
      {mayEdit && (
        <SecretForm
          label={t.newSecret}
          setLabel={t.setSecret}
          removeLabel={t.removeSecret}
          removeTitle={t.removeSecretTitle}
          removeText={t.removeSecretText}
          isSet={isSet}
          isRunning={save.isRunning}
          onChange={(secret) =>
            save.tryRun({ params: { id: row.id }, body: { secret, version: row.version } })
          }
        />
      )}
    </RecordPart>
  )
}
