import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { endMap } from '@counterfoil/kit/web/formats/status.ts'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { listStatuses } from './leads.contract.ts'
import { leadTexts } from './leads.messages.ts'

/** The status under the tenant's own name, coloured by its kind. */
export function LeadStatus({ row }: { row: ResourceRow }) {
  const t = useTexts(leadTexts)
  const query = row.tenantId === null ? {} : { tenantId: row.tenantId }
  const { data } = useCall(listStatuses, { query }, { quiet: true, staleMs: 60_000 })
  const { leadStatusId } = row
  const status = data?.find(({ id }) => id === leadStatusId)
  // a lead without a status counts as open
  const name = typeof leadStatusId === 'string' ? row.names[leadStatusId] : t.none
  return <StatusPill status={status?.kind ?? 'open'} map={endMap} label={name ?? '–'} />
}
