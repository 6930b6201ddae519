import type { Client } from '@counterfoil/kit/web/calls/call.ts'
import { HitLine } from '@counterfoil/kit/web/calls/hit-line.tsx'
import type { RecordHit } from '@counterfoil/kit/web/calls/record-search.ts'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { Money } from '@counterfoil/kit/web/formats/money.tsx'
import type { StatusMap } from '@counterfoil/kit/web/formats/status.ts'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { merchantPayoutOrders, operatorPayoutOrders } from './payout-orders.contract.ts'
import { payeeCheckTexts, stateTexts } from './payout-orders.messages.ts'
import type { PayeeResult, PayoutRow, PayoutState } from './payout-orders.schema.ts'

const payoutStatusMap: StatusMap = {
  ...{ waiting_for_approval: 'pending', approved: 'ongoing', sent: 'ongoing', paid: 'positive' },
  ...{ returned: 'negative', declined: 'negative', failed: 'negative' },
}

export function PayoutStatus({ state }: { state: PayoutState }) {
  const t = useTexts(stateTexts)
  return <StatusPill status={state} map={payoutStatusMap} label={t[state]} />
}

const checkStatusMap: StatusMap = {
  ...{ match: 'positive', close_match: 'pending', no_match: 'negative', unavailable: 'pending' },
  ...{ pending: 'ongoing', not_needed: 'neutral' },
}

export type CheckWord = PayeeResult | 'pending' | 'not_needed'

/** What the bank that holds the account said of its name. */
export function PayeeCheck({ word }: { word: CheckWord }) {
  const t = useTexts(payeeCheckTexts)
  return <StatusPill status={word} map={checkStatusMap} label={t[word]} />
}

export const checkWordOf = (row: {
  readonly payeeCheck: string
  readonly payeeResult: PayeeResult | null
}): CheckWord => row.payeeResult ?? (row.payeeCheck === 'pending' ? 'pending' : 'not_needed')

/** The most results in the palette. */
const maxResults = 5

/** The payouts of a payee, reference or id, for the command palette; each opens in its list. */
export async function findPayouts(
  client: Client,
  searchKey: string,
  signal: AbortSignal,
  listPath: string,
): Promise<RecordHit[]> {
  const { list } = listPath.startsWith('/merchant') ? merchantPayoutOrders : operatorPayoutOrders
  const query = { searchKey, pageIndex: 0, pageSize: maxResults }
  const { data } = await client.send(list, { query }, { signal })
  return data.map((payout) => ({
    to: `${listPath}?payout=${payout.id}`,
    label: `${payout.reference} ${payout.payeeName}`,
    content: <PayoutHit payout={payout} />,
  }))
}

function PayoutHit({ payout }: { payout: PayoutRow }) {
  return (
    <HitLine name={`${payout.reference} · ${payout.payeeName}`}>
      <DateTime value={payout.createdAt} />
      <Money amount={payout.amount} currency={payout.currency} />
      <PayoutStatus state={payout.state} />
    </HitLine>
  )
}
