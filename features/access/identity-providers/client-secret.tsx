import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import { useAction } from '@counterfoil/kit/web/calls/use-call.ts'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { useMayEdit } from '@counterfoil/kit/web/resource/may-edit.ts'
import { PartLine, RecordPart } from '@counterfoil/kit/web/resource/record-part.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { setClientSecret } from './identity-providers.contract.ts'
import { providerTexts } from './identity-providers.messages.ts'
import { identityProviders } from './identity-providers.resource.ts'
import { daysUntil, remindedDays } from './settings.rules.ts'

/** Set and replaced, and never shown. */
export function ClientSecret({ row }: { row: ResourceRow }) {
  const t = useTexts(providerTexts)
  const mayEdit = useMayEdit(identityProviders)
  const [secret, setSecret] = useState('')
  const save = useAction(setClientSecret, {
    onDone: () => {
      setSecret('')
      showSnackbar({ message: t.secretSaved, tone: 'success' })
    },
  })
  const run = (value: string | null) =>
    void save.run({ params: { id: row.id }, body: { secret: value, version: row.version } })
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
        <form
          onSubmit={(event) => {
            event.preventDefault()
            if (secret.trim() !== '') run(secret)
          }}
        >
          <PartLine>
            <TextInput
              size="xs"
              type="password"
              autoComplete="new-password"
              label={t.newSecret}
              value={secret}
              maxLength={1000}
              onChange={(event) => setSecret(event.currentTarget.value)}
            />
            <Button
              size="xs"
              variant="default"
              type="submit"
              loading={save.isRunning}
              disabled={secret.trim() === ''}
            >
              {t.setSecret}
            </Button>
            {isSet && (
              <Button size="xs" variant="subtle" color="danger" onClick={() => run(null)}>
                {t.removeSecret}
              </Button>
            )}
          </PartLine>
        </form>
      )}
    </RecordPart>
  )
}
