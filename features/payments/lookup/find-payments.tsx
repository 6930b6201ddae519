import type { Client } from '@counterfoil/kit/web/calls/call.ts'
import { HitLine } from '@counterfoil/kit/web/calls/hit-line.tsx'
import type { RecordHit } from '@counterfoil/kit/web/calls/record-search.ts'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { Money } from '@counterfoil/kit/web/formats/money.tsx'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import { listMerchantPayments, listPayments, type PaymentRow } from './lookup.contract.ts'

/** The most results in the palette. */
const maxResults = 5

/** The payments of an id, external id or other key, for the command palette; each opens below `listPath`. */
export async function findPayments(
  client: Client,
  searchKey: string,
  signal: AbortSignal,
  listPath: string,
): Promise<RecordHit[]> {
  const call = listPath.startsWith('/merchant') ? listMerchantPayments : listPayments
  const { data } = await client.send(
    call,
    { query: { searchKey, pageSize: maxResults } },
    { signal },
  )
  return data.map((payment) => ({
    to: `${listPath}/${payment.id}`,
    label: `${payment.externalId ?? payment.id} ${payment.merchantName}`,
    content: <PaymentHit payment={payment} />,
  }))
}

function PaymentHit({ payment }: { payment: PaymentRow }) {
  return (
    <HitLine name={`${payment.externalId ?? payment.id.slice(-12)} · ${payment.merchantName}`}>
      <DateTime value={payment.createdAt} />
      <Money amount={payment.amount} currency={payment.currency} />
      <StatusPill status={payment.status} />
    </HitLine>
  )
}
