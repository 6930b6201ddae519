import type { StatusMap } from '@counterfoil/kit/web/formats/status.ts'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { payeeCheckTexts, stateTexts } from './payout-orders.messages.ts'
import type { PayeeResult, PayoutState } from './payout-orders.schema.ts'

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
