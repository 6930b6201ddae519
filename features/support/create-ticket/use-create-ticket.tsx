import { ticketPath } from '@counterfoil/features/support/tickets/ticket-paths.rules.ts'
import type { CallProblem } from '@counterfoil/kit/web/calls/problem.ts'
import { useAction } from '@counterfoil/kit/web/calls/use-call.ts'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { useNavigate } from 'react-router'
import { contactTexts } from './contact-support.messages.ts'
import { createTenantTicket, createTicket } from './create-ticket.contract.ts'
import { type OptionalPart, type TicketFormValues, toNewTicket } from './ticket-form.rules.ts'

export interface CreateTicketAction {
  run(
    values: TicketFormValues,
    parts: ReadonlySet<OptionalPart>,
    attached: { readonly fileIds: readonly string[]; readonly page: string },
  ): Promise<void>
  readonly isRunning: boolean
  readonly problem: CallProblem | null
}

/** Creates the ticket on the writer's channel: to the own tenant, to the platform, or on behalf of a merchant or a tenant. */
export function useCreateTicket(onCreated: () => void): CreateTicketAction {
  const t = useTexts(contactTexts)
  const navigate = useNavigate()
  const { audience } = useUser()
  const create = useAction(createTicket, { quiet: true })
  const createForTenant = useAction(createTenantTicket, { quiet: true })

  function confirm(path: string) {
    onCreated()
    showSnackbar({
      message: t.created,
      tone: 'success',
      action: { label: t.open, run: () => navigate(path) },
    })
  }
  return {
    run: async (values, parts, attached) => {
      const ticket = toNewTicket(values, parts, attached)
      if (audience === 'platform') {
        const { tenantId = '', contactEmails } = values
        const body = {
          ticket: { ...ticket, contactEmails },
          isPlatformCreatingTicket: true,
          tenantId,
        }
        const created = await createForTenant.run({ params: { tenantId }, body })
        const ticketChannelType = 'TenantToPlatform'
        if (created !== undefined) {
          confirm(ticketPath(audience, { ticketId: created.ticketId, ticketChannelType, tenantId }))
        }
        return
      }
      const ticketId = await create.run({ body: ticket })
      if (ticketId === undefined) return
      const isMerchants = audience === 'merchant' || ticket.customerId !== undefined
      const ticketChannelType = isMerchants ? 'CustomerToTenant' : 'TenantToPlatform'
      const customerId = ticket.customerId ?? null
      confirm(ticketPath(audience, { ticketId, ticketChannelType, customerId }))
    },
    isRunning: create.isRunning || createForTenant.isRunning,
    problem: audience === 'platform' ? createForTenant.problem : create.problem,
  }
}
