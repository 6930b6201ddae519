import { hourMs } from '@counterfoil/kit/contract/durations.ts'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { openBankingStatusMap } from '@counterfoil/kit/web/formats/status.ts'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { connectionStateTexts, connectionTexts } from './connections.messages.ts'
import type { Connection, ConnectionState } from './open-banking.schema.ts'

export function ConnectionPill({ state }: { state: ConnectionState }) {
  const states = useTexts(connectionStateTexts)
  return <StatusPill status={state} map={openBankingStatusMap} label={states[state]} />
}

const soonHours = 48

/** Until when it reads, and how long that is from now. */
export function Ends({ connection }: { connection: Connection }) {
  const t = useTexts(connectionTexts)
  const { state, expiresAt, endedAt } = connection
  if (state !== 'Authorised') return endedAt === null ? '–' : t.over
  const hours = Math.max(0, Math.floor((Date.parse(expiresAt) - Date.now()) / hourMs))
  const left =
    hours < soonHours
      ? t.hoursLeft({ count: hours })
      : t.daysLeft({ count: Math.floor(hours / 24) })
  return (
    <span>
      <DateTime value={expiresAt} /> ({left})
    </span>
  )
}
