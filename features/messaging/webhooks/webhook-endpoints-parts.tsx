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

export const parts: ResourceParts = {
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

function PastEvents({ row }: { row: ResourceRow }) {
  return useMay(...paymentReaders) && <EndpointReplays row={row} />
}
