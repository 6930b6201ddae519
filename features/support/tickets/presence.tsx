import { presenceEveryMs } from '@counterfoil/features/support/feed/feed.contract.ts'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { IconEye } from '@tabler/icons-react'
import type { TicketCallsByRole } from './ticket-calls.rules.ts'
import { ticketTexts } from './ticket-page.messages.ts'
import classes from './ticket-page.module.css'

/** Says that the ticket is open here as long as the page is seen, and who else of the own side has it open. */
export function Presence({ seat }: { seat: TicketCallsByRole }) {
  const t = useTexts(ticketTexts)
  const { data } = useCall(
    seat.calls.presence,
    { params: seat.params },
    { quiet: true, refetchEveryMs: presenceEveryMs },
  )
  const names = (data?.others ?? []).map(({ name }) => name)
  return (
    <div role="status" className={classes.presence} data-empty={names.length === 0 || undefined}>
      {names.length > 0 && (
        <>
          <IconEye size={15} stroke={1.75} aria-hidden />
          {names.length === 1 ? t.isHere(names[0] ?? '') : t.areHere(names.join(', '))}
        </>
      )}
    </div>
  )
}
