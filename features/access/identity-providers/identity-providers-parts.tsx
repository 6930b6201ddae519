import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { CopyText } from '@counterfoil/kit/web/formats/copy-text.tsx'
import { ErrorState, LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import { OrderedParts } from '@counterfoil/kit/web/resource/ordered-parts.tsx'
import { RecordPart } from '@counterfoil/kit/web/resource/record-part.tsx'
import type { ResourceParts } from '@counterfoil/kit/web/resource/resource-page.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { ClientSecret } from './client-secret.tsx'
import { EmailDomains } from './email-domains.tsx'
import { readProviderState } from './identity-providers.contract.ts'
import { providerTexts } from './identity-providers.messages.ts'
import { LocalSignIn } from './local-sign-in.tsx'
import { ProviderEffect } from './provider-effect.tsx'
import { providerGroups } from './provider-groups.resource.ts'
import { ProviderTest } from './provider-test.tsx'

export const parts: ResourceParts = {
  after: (row) => (
    <>
      <OrderedParts
        of={providerGroups}
        whole={row}
        render={(group) => (
          <span>
            <strong>{String(group.name)}</strong>: {group.names[String(group.roleId)]}
          </span>
        )}
      />
      <SetUp row={row} />
    </>
  ),
}

/** What is done with a provider besides typing its settings, in the order in which it is done. */
function SetUp({ row }: { row: ResourceRow }) {
  const t = useTexts(providerTexts)
  const state = useCall(readProviderState, { params: { id: row.id } }, { quiet: true })
  const { data } = state
  if (state.error !== null && data === undefined) {
    return <ErrorState problem={state.error} onRetry={() => void state.refetch()} />
  }
  if (data === undefined) return <LoadingLines lines={4} />
  if (!data.isAvailable) return <RecordPart title={t.effect}>{t.unavailable}</RecordPart>
  return (
    <>
      <RecordPart title={t.connection} about={t.connectionAbout}>
        <CopyText name={t.redirectUri} text={data.redirectUri} />
      </RecordPart>
      <ClientSecret row={row} />
      <EmailDomains id={row.id} domains={data.domains} isDemo={data.isDemo} />
      <ProviderTest id={row.id} isTested={data.isTested} onEnd={() => void state.refetch()} />
      <ProviderEffect
        row={row}
        isTested={data.isTested}
        isInEffect={data.isInEffect}
        hasChanges={data.hasChanges}
        hasDomain={data.domains.some(({ provenAt }) => provenAt !== null)}
      />
      <LocalSignIn isInEffect={data.isInEffect} />
    </>
  )
}
