import { auditOf, insertFeedItems } from '@counterfoil/features/support/feed/feed.public.ts'
import { notifyTicketJob } from '@counterfoil/features/support/notifications/recipients.rules.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import { type ColleagueSearch, listColleagues } from './desk.queries.ts'
import { supportPermissions } from './terms.contract.ts'
import {
  auditOn,
  lockTicket,
  type OpenTicket,
  organisationScope,
  type SupportContext,
  updateTicket,
} from './tickets.public.ts'

const mostShown = 50

/** Who of the caller's organisation may work on tickets. */
export function colleagues(
  { caller, database, now }: SupportContext,
  wish: Pick<ColleagueSearch, 'merchantId' | 'search' | 'userId'>,
) {
  const userType = caller.userType === 'platform' ? 'platform' : 'tenant'
  const permission = supportPermissions[userType]
  const search = { ...wish, userType, permission, at: now } as const
  return listColleagues(database.reader(organisationScope(caller)), search, mostShown)
}

export const nameOf = (row: { first_name: string; last_name: string }) =>
  `${row.first_name} ${row.last_name}`.trim()

/** Gives a ticket to a colleague, or to nobody. */
export async function assign(
  context: SupportContext,
  open: OpenTicket,
  assigneeId: string | null,
): Promise<undefined> {
  const { caller, database, jobs, now } = context
  const { ticket, at } = open
  const name = assigneeId === null ? null : await nameOfColleague(context, open, assigneeId)
  await database.transaction(at.ticketScope, async (db) => {
    const { assignee_id: before, assignee_name: nameBefore } = await lockTicket(db, ticket.id)
    await auditOn(db, context, auditOf(open, { assignee: name }, { assignee: nameBefore }))
    if (before === assigneeId) return
    await updateTicket(db, ticket.id, {
      assignee_id: assigneeId,
      assignee_name: name,
      updated_at: now,
    })
    // in the own organisation, where the other side does not look
    await db.inScope(at.ownScope, (own) =>
      insertFeedItems.assignment(own, {
        ticketId: ticket.id,
        ticketTenantId: ticket.tenant_id,
        merchantId: null,
        assignee: name,
        actor: { id: caller.id, name: caller.name, side: at.side },
        at: now,
      }),
    )
    if (assigneeId === null) return
    await jobs.enqueue(db, notifyTicketJob, {
      tenantId: ticket.tenant_id,
      ticketId: ticket.id,
      kind: 'assigned',
      assigneeId,
      actorId: caller.id,
      actorSide: at.side,
      at: now.toISOString(),
    })
  })
  return undefined
}

async function nameOfColleague(
  context: SupportContext,
  { ticket }: OpenTicket,
  userId: string,
): Promise<string> {
  const [found] = await colleagues(context, { merchantId: ticket.merchant_id, userId })
  if (found !== undefined) return nameOf(found)
  const message = 'There is no such colleague who can work on this ticket'
  throw new Problem('assignee.unknown', 422, message, { errors: [{ message, path: 'assignee' }] })
}
