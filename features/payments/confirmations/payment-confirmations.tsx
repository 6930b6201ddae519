import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { Money } from '@counterfoil/kit/web/formats/money.tsx'
import { Section } from '@counterfoil/kit/web/page/page.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { useState } from 'react'
import { waitingTexts } from './confirmations.messages.ts'
import classes from './confirmations.module.css'
import { actionNames } from './confirmations.schema.ts'
import { WaitingActionDrawer } from './waiting-action-drawer.tsx'
import { StatePill, useConfirmationCalls, useGiven } from './waiting-action-words.tsx'

/** What waits for confirmation on a payment, and what did; nothing where nothing ever has. */
export function PaymentConfirmations({ paymentId }: { paymentId: string }) {
  const t = useTexts(waitingTexts)
  const names = useTexts(actionNames)
  const given = useGiven()
  const calls = useConfirmationCalls()
  const [opened, open] = useState<string>()
  const found = useCall(
    calls.ofPayment,
    { params: { id: paymentId } },
    { quiet: true, refetchEveryMs: 10_000 },
  )
  const actions = found.data ?? []
  if (actions.length === 0) return null
  return (
    <Section title={t.ofPayment}>
      <ul className={classes.rows}>
        {actions.map((action) => (
          <li key={action.id}>
            <button type="button" className={classes.row} onClick={() => open(action.id)}>
              <StatePill state={action.state} />
              <span className={classes.name}>
                {names[action.action]} <Money amount={action.amount} currency={action.currency} />
              </span>
              <span className={classes.by}>
                {action.isOwn ? t.you : action.requestedBy} · <DateTime value={action.createdAt} />
                {action.state === 'waiting' && ` · ${given(action)}`}
              </span>
              {action.isOutdated && <span className={classes.by}>{t.outdated}</span>}
            </button>
          </li>
        ))}
      </ul>
      {opened !== undefined && <WaitingActionDrawer id={opened} onClose={() => open(undefined)} />}
    </Section>
  )
}
