import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import { RecordPart } from '@counterfoil/kit/web/resource/record-part.tsx'
import type { ResourceParts } from '@counterfoil/kit/web/resource/resource-page.tsx'
import { useMay } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { EndpointHealth } from './endpoint-health.tsx'
import { EndpointMessages } from './endpoint-messages.tsx'
import { EndpointReplays } from './endpoint-replays.tsx'
import { EndpointSecret } from './endpoint-secret.tsx'
import { endpointTexts } from './webhook-endpoints.messages.ts'
import { paymentReaders } from './webhooks.contract.ts'
import { goneReason } from './webhooks.rules.ts'

export const parts: ResourceParts = {
  cells: { disabledReason: (row) => <DisabledReason text={String(row.disabledReason)} /> },
  below: (row) => row !== undefined && <EndpointParts row={row} />,
  after: (row) => <PastEvents row={row} />,
}

function EndpointParts({ row }: { row: ResourceRow }) {
  const t = useTexts(endpointTexts)
  const maySeePayments = useMay(...paymentReaders)
  if (!maySeePayments) return <RecordPart title={t.messages}>{t.paymentsNotHeld}</RecordPart>
  return (
    <>
      <EndpointHealth row={row} />
      <EndpointSecret row={row} />
      <EndpointMessages row={row} />
    </>
  )
}

/** Why an endpoint is switched off. */
function DisabledReason({ text }: { text: string }) {
  const t = useTexts(endpointTexts)
  return text === goneReason ? t.gone : text
}

function PastEvents({ row }: { row: ResourceRow }) {
  return useMay(...paymentReaders) && <EndpointReplays row={row} />
}
