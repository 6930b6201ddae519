import { auditOf, insertFeedItems } from '@counterfoil/features/support/feed/feed.public.ts'
import { notifyTicketJob } from '@counterfoil/features/support/notifications/recipients.rules.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { type ColleagueSearch, listColleagues } from './colleagues.queries.ts'
import { supportPermissions } from './terms.schema.ts'
import {
  auditOn,
  lockTicket,
  type OpenTicket,
  organisationScope,
  type SupportContext,
  type TicketRecord,
  updateTicket,
} from './tickets.public.ts'

const maxColleagues = 50

/** Lists the caller's colleagues who may work on tickets. */
export function listAssignableColleagues(
  { caller, database, now }: SupportContext,
  input: Pick<ColleagueSearch, 'merchantId' | 'search' | 'userIds'>,
) {
  const userType = caller.userType === 'platform' ? 'platform' : 'tenant'
  const permission = supportPermissions[userType]
  const search = { ...input, userType, permission, at: now } as const
  return listColleagues(database.reader(organisationScope(caller)), search, maxColleagues)
}

/**
 * The agent of this id, as far as they may work on the ticket; undefined when they left, lost the permission or may not see
 * the merchant. `db` is in the scope of the organisation that answers the ticket.
 */
export async function findAgent(
  db: Db,
  { channel, merchant_id }: Pick<TicketRecord, 'channel' | 'merchant_id'>,
  userId: string,
  at: Date,
) {
  const userType = channel === 'TenantToPlatform' ? 'platform' : 'tenant'
  const permission = supportPermissions[userType]
  const search = { userIds: [userId], userType, permission, merchantId: merchant_id, at } as const
  return (await listColleagues(db, search, 1))[0]
}

export const fullName = (row: { first_name: string; last_name: string }) =>
  `${row.first_name} ${row.last_name}`.trim()

/** Assigns a ticket to a colleague; null removes the assignee. Refused when it is not `from` who works on it by now. */
export async function assignTicket(
  context: SupportContext,
  open: OpenTicket,
  { assignee: assigneeId, from }: { assignee: string | null; from?: string | null | undefined },
): Promise<undefined> {
  const { caller, database, jobs, now } = context
  const { ticket, access } = open
  const name = assigneeId === null ? null : await nameOfColleague(context, open, assigneeId)
  await database.transaction(access.ticketScope, async (db) => {
    const { assignee_id: before, assignee_name: nameBefore } = await lockTicket(db, ticket.id)
    if (before !== assigneeId && from !== undefined && before !== from) {
      throw changedProblem(nameBefore)
    }
    await auditOn(db, context, auditOf(open, { assignee: name }, { assignee: nameBefore }))
    if (before === assigneeId) return
    await updateTicket(db, ticket.id, {
      assignee_id: assigneeId,
      assignee_name: name,
      updated_at: now,
    })
    // the assignment lies in the agent's own organisation, which the requester cannot read
    await db.inScope(access.organisationScope, (organisationDb) =>
      insertFeedItems.assignment(organisationDb, {
        ticketId: ticket.id,
        ticketTenantId: ticket.tenant_id,
        merchantId: null,
        assignee: name,
        actor: { id: caller.id, name: caller.name, side: access.side },
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
      actorSide: access.side,
      at: now.toISOString(),
    })
  })
  return undefined
}

const changedProblem = (name: string | null) =>
  name === null
    ? new Problem('assignee.removed', 409, 'Nobody works on this ticket by now. Look again.')
    : new Problem('assignee.changed', 409, `${name} works on this ticket by now. Look again.`, {
        params: { name },
      })

async function nameOfColleague(
  context: SupportContext,
  { ticket }: OpenTicket,
  userId: string,
): Promise<string> {
  const [found] = await listAssignableColleagues(context, {
    merchantId: ticket.merchant_id,
    userIds: [userId],
  })
  if (found !== undefined) return fullName(found)
  const message = 'There is no such colleague who can work on this ticket'
  throw new Problem('assignee.unknown', 422, message, { path: 'assignee' })
}
