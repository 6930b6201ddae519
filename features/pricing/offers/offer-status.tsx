import { agreementStatusMap } from '@counterfoil/kit/web/formats/status.ts'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { offerKinds } from './offer-kinds.schema.ts'
import type { OfferRow } from './offers.contract.ts'
import { offerTexts } from './offers.messages.ts'
import { isPending } from './offers.rules.ts'

export const hasPassed = (at: string | null) => at !== null && Date.parse(at) <= Date.now()

/** What has expired waits for no answer any more, and what is withdrawn was rejected by no one. */
export function OfferStatus(props: {
  offer: Pick<OfferRow, 'status' | 'expiresAt' | 'withdrawnAt'>
}) {
  const t = useTexts(offerTexts)
  const { status, expiresAt, withdrawnAt } = props.offer
  if (withdrawnAt !== null) return <StatusPill status="Withdrawn" label={t.isWithdrawn} />
  if (offerKinds.some((kind) => isPending(kind, status)) && hasPassed(expiresAt)) {
    return <StatusPill status="Expired" label={t.isExpired} />
  }
  return <StatusPill status={status} map={agreementStatusMap} />
}
