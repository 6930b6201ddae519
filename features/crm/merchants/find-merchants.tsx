import { searchMerchants } from '@counterfoil/features/access/merchant-picker/merchant-search.contract.ts'
import type { Client } from '@counterfoil/kit/web/calls/call.ts'
import { HitLine } from '@counterfoil/kit/web/calls/hit-line.tsx'
import type { RecordHit } from '@counterfoil/kit/web/calls/record-search.ts'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'

/** The most customers of one search. */
const maxResults = 5

/** The customers whose name contains the text, or whose id, e-mail or number it is. */
export async function findMerchants(
  client: Client,
  searchKey: string,
  signal: AbortSignal,
): Promise<RecordHit[]> {
  const query = { searchKey, pageSize: maxResults }
  const { data } = await client.send(searchMerchants, { query }, { signal })
  return data.map(({ merchantId, legalBusinessName, merchantStatus }) => ({
    to: `/crm/organizations/${merchantId}`,
    label: legalBusinessName,
    content: (
      <HitLine name={legalBusinessName}>
        <StatusPill status={merchantStatus} />
      </HitLine>
    ),
  }))
}
