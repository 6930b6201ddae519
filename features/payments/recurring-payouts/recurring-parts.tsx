import { DateTime, formatDay } from '@counterfoil/kit/web/formats/dates.tsx'
import { Money } from '@counterfoil/kit/web/formats/money.tsx'
import type { StatusMap } from '@counterfoil/kit/web/formats/status.ts'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import { Facts } from '@counterfoil/kit/web/page/page.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import {
  checkTexts,
  frequencyTexts,
  payoutStateTexts,
  recurringStateTexts,
  recurringTexts,
} from './recurring-payouts.messages.ts'
import type { RecurringDetails, RecurringRun, RecurringState } from './recurring-payouts.schema.ts'

const stateMap: StatusMap = {
  ...{ waiting_for_approval: 'pending', active: 'ongoing', paused: 'pending' },
  ...{ stopped: 'neutral', ended: 'neutral', declined: 'negative' },
}

export function RecurringStatus({ state }: { state: RecurringState }) {
  const t = useTexts(recurringStateTexts)
  return <StatusPill status={state} map={stateMap} label={t[state]} />
}

const payoutMap: StatusMap = {
  ...{ waiting_for_approval: 'pending', approved: 'ongoing', sent: 'ongoing', paid: 'positive' },
  ...{ returned: 'negative', declined: 'negative', failed: 'negative' },
}

/** Where the payout of a date is. */
export function RunStatus({ state }: { state: NonNullable<RecurringRun['payout']>['state'] }) {
  const t = useTexts(payoutStateTexts)
  return <StatusPill status={state} map={payoutMap} label={t[state]} />
}

/** How much, to whom, and on which dates. */
export function RecurringFacts({ recurring }: { recurring: RecurringDetails }) {
  const t = useTexts(recurringTexts)
  const every = useTexts(frequencyTexts)
  const checks = useTexts(checkTexts)
  const { payeeResult, nextDay, nextRunAt, lastDay } = recurring
  return (
    <Facts
      facts={[
        [t.state, <RecurringStatus key="state" state={recurring.state} />],
        [t.amount, <Money key="amount" amount={recurring.amount} currency={recurring.currency} />],
        [t.payee, recurring.payeeName],
        [t.account, recurring.payeeAccount],
        ...(payeeResult === null ? [] : [[t.check, checks[payeeResult]] as const]),
        [t.reference, recurring.reference],
        [t.frequency, every[recurring.frequency]],
        [t.firstDay, formatDay(recurring.firstDay)],
        [t.lastDay, lastDay === null ? t.untilStopped : formatDay(lastDay)],
        [t.next, nextDay === null ? t.none : formatDay(nextDay)],
        ...(nextRunAt === null
          ? []
          : [[t.nextRun, <DateTime key="run" value={nextRunAt} />] as const]),
        [t.by, recurring.requestedBy],
      ]}
    />
  )
}
