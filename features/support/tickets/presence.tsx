import { presencePingMs } from '@counterfoil/features/support/feed/feed.contract.ts'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { IconEye } from '@tabler/icons-react'
import type { TicketApi } from './ticket-api.rules.ts'
import { ticketTexts } from './ticket-page.messages.ts'
import classes from './ticket-page.module.css'

/** Reports that the ticket is open here while the page is visible, and shows which colleagues have it open too. */
export function Presence({ api }: { api: TicketApi }) {
  const t = useTexts(ticketTexts)
  const { data } = useCall(
    api.calls.presence,
    { params: api.params },
    { quiet: true, refetchEveryMs: presencePingMs },
  )
  const names = (data?.others ?? []).map(({ name }) => name)
  return (
    <div role="status" className={classes.presence} data-empty={names.length === 0 || undefined}>
      {names.length > 0 && (
        <>
          <IconEye size={15} stroke={1.75} aria-hidden />
          {names.length === 1
            ? t.isHere({ names: names[0] ?? '' })
            : t.areHere({ names: names.join(', ') })}
        </>
      )}
    </div>
  )
}
