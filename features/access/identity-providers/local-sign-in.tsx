import '@counterfoil/kit/web/theme/input-styles.ts'
import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { ErrorState, LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import { useMayEdit } from '@counterfoil/kit/web/resource/may-edit.ts'
import { PartLine, RecordPart } from '@counterfoil/kit/web/resource/record-part.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button, Select } from '@mantine/core'
import { useState } from 'react'
import { providerTexts } from './identity-providers.messages.ts'
import { identityProviders } from './identity-providers.resource.ts'
import { readLocalSignIn, setLocalSignIn } from './local-sign-in.contract.ts'

/** Of the whole organisation: whether passwords still open anything. */
export function LocalSignIn({ isInEffect }: { isInEffect: boolean }) {
  const t = useTexts(providerTexts)
  const mayEdit = useMayEdit(identityProviders)
  const state = useCall(readLocalSignIn, {}, { quiet: true })
  const [chosen, setChosen] = useState<readonly [string | null, string | null]>([null, null])
  const change = useAction(setLocalSignIn)
  const { data } = state
  if (state.error !== null && data === undefined) {
    return <ErrorState problem={state.error} onRetry={() => void state.refetch()} />
  }
  if (data === undefined) return <LoadingLines lines={2} />
  const { keptUserIds, administrators } = data
  const nameOf = (id: string) => {
    const found = administrators.find((one) => one.id === id)
    return found === undefined ? id : `${found.name} (${found.email})`
  }
  const options = (other: string | null) =>
    administrators
      .filter(({ id }) => id !== other)
      .map(({ id }) => ({ value: id, label: nameOf(id) }))
  const [first, second] = chosen
  const isWhole = first !== null && second !== null
  return (
    <RecordPart title={t.local} about={t.localAbout}>
      <span>
        {keptUserIds === null
          ? t.localOpen
          : t.localClosed({ names: keptUserIds.map(nameOf).join(', ') })}
      </span>
      {keptUserIds === null && !isInEffect && <span>{t.localNeedsEffect}</span>}
      {keptUserIds === null && isInEffect && administrators.length < 2 && (
        <span>{t.localNeedsTwo}</span>
      )}
      {mayEdit && keptUserIds !== null && (
        <PartLine>
          <Button
            size="xs"
            variant="default"
            loading={change.isRunning}
            onClick={() => void change.run({ body: { keptUserIds: null } })}
          >
            {t.openLocal}
          </Button>
        </PartLine>
      )}
      {mayEdit && keptUserIds === null && isInEffect && administrators.length > 1 && (
        <>
          <Select
            size="xs"
            label={t.keptFirst}
            data={options(second)}
            value={first}
            onChange={(id) => setChosen([id, second])}
          />
          <Select
            size="xs"
            label={t.keptSecond}
            data={options(first)}
            value={second}
            onChange={(id) => setChosen([first, id])}
          />
          <PartLine>
            <Button
              size="xs"
              color="danger"
              disabled={!isWhole}
              loading={change.isRunning}
              onClick={() => {
                if (isWhole) void change.run({ body: { keptUserIds: [first, second] } })
              }}
            >
              {t.closeLocal}
            </Button>
          </PartLine>
        </>
      )}
    </RecordPart>
  )
}
