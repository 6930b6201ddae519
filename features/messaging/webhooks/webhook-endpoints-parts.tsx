import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import { RecordPart } from '@counterfoil/kit/web/resource/record-part.tsx'
import type { ResourceParts } from '@counterfoil/kit/web/resource/resource-page.tsx'
import { useMay } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { EndpointMessages } from './endpoint-messages.tsx'
import { EndpointSecret } from './endpoint-secret.tsx'
import { endpointTexts } from './webhook-endpoints.messages.ts'
import { paymentReaders } from './webhooks.contract.ts'

export const parts: ResourceParts = {
  below: (row) => row !== undefined && <EndpointParts row={row} />,
}

function EndpointParts({ row }: { row: ResourceRow }) {
  const t = useTexts(endpointTexts)
  const maySeePayments = useMay(...paymentReaders)
  if (!maySeePayments) return <RecordPart title={t.messages}>{t.paymentsNotHeld}</RecordPart>
  return (
    <>
      <EndpointSecret row={row} />
      <EndpointMessages row={row} />
    </>
  )
}
