import { ticketPath } from '@counterfoil/features/support/tickets/ticket-paths.rules.ts'
import type { CallProblem } from '@counterfoil/kit/web/calls/problem.ts'
import { useAction } from '@counterfoil/kit/web/calls/use-call.ts'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { useNavigate } from 'react-router'
import { contactTexts } from './contact-support.messages.ts'
import { createTenantTicket, createTicket } from './create-ticket.contract.ts'
import { type OptionalPart, type TicketValues, ticketOf } from './ticket-values.rules.ts'

export interface Sending {
  run(
    values: TicketValues,
    parts: ReadonlySet<OptionalPart>,
    attached: { readonly fileIds: readonly string[]; readonly page: string },
  ): Promise<void>
  readonly isRunning: boolean
  readonly problem: CallProblem | null
}

/** Sends the ticket on the channel of who writes: to the own tenant, to the platform, or for a tenant. */
export function useSendTicket(onSent: () => void): Sending {
  const t = useTexts(contactTexts)
  const navigate = useNavigate()
  const { audience } = useUser()
  const own = useAction(createTicket, { quiet: true })
  const forTenant = useAction(createTenantTicket, { quiet: true })

  function tell(path: string) {
    onSent()
    showSnackbar({
      message: t.created,
      tone: 'success',
      action: { label: t.open, run: () => navigate(path) },
    })
  }
  return {
    run: async (values, parts, attached) => {
      const ticket = ticketOf(values, parts, attached)
      if (audience === 'platform') {
        const { tenantId = '', contactEmails } = values
        const body = {
          ticket: { ...ticket, contactEmails },
          isPlatformCreatingTicket: true,
          tenantId,
        }
        const sent = await forTenant.run({ params: { tenantId }, body })
        const ticketChannelType = 'TenantToPlatform'
        if (sent !== undefined) {
          tell(ticketPath(audience, { ticketId: sent.ticketId, ticketChannelType, tenantId }))
        }
        return
      }
      const ticketId = await own.run({ body: ticket })
      const ticketChannelType = audience === 'merchant' ? 'CustomerToTenant' : 'TenantToPlatform'
      if (ticketId !== undefined) tell(ticketPath(audience, { ticketId, ticketChannelType }))
    },
    isRunning: own.isRunning || forTenant.isRunning,
    problem: audience === 'platform' ? forTenant.problem : own.problem,
  }
}
