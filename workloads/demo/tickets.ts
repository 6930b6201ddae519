// The demo's tickets, made by the product itself: each person asks, answers and closes at a time of its own.

import { createTicket } from '@counterfoil/features/support/create-ticket/create-ticket.contract.ts'
import { createTicketFor } from '@counterfoil/features/support/create-ticket/create-ticket.public.ts'
import { escalate } from '@counterfoil/features/support/create-ticket/escalation.public.ts'
import { changeState, createComment } from '@counterfoil/features/support/feed/feed.public.ts'
import { assignTicket } from '@counterfoil/features/support/tickets/assign-ticket.public.ts'
import type { TicketRole } from '@counterfoil/features/support/tickets/terms.schema.ts'
import {
  type OpenTicket,
  openTicket,
  type SupportContext,
} from '@counterfoil/features/support/tickets/tickets.public.ts'
import { hourMs } from '@counterfoil/kit/contract/durations.ts'
import type { Database } from '@counterfoil/kit/database/database.ts'
import { firstIdAt } from '@counterfoil/kit/database/ids.ts'
import { platformScope, tenantScope } from '@counterfoil/kit/database/scope.ts'
import type { JobContext } from '@counterfoil/kit/jobs/job.ts'
import { scanWork } from '@counterfoil/kit/jobs/scan.ts'
import { openProviders } from '@counterfoil/providers/providers.ts'
import { callerOf } from './demo-caller.ts'
import type { HistoryServices } from './history.ts'
import { historyJobs, historyNow, inTimeline, moveTo, runWaiting } from './history-time.ts'
import { userIdOf } from './store-organisations.ts'
import { type PlannedTicket, type TicketStep, ticketPlan } from './ticket-plan.ts'

interface HistoryContext {
  readonly database: Database
  readonly now: Date
  /** Runs the jobs that the last step enqueued, so that its notifications are sent. */
  settle(): Promise<void>
}

/** Makes the tickets of the months before `now`; one that is there already is not made again. */
export async function makeTickets(services: HistoryServices, now: Date): Promise<void> {
  const { database, appUrl, publicUrl, log } = services
  const providers = openProviders({ sandboxDatabaseUrl: appUrl, publicUrl, mayReachPrivate: true })
  try {
    const { jobs } = await scanWork(providers)
    const signal = new AbortController().signal
    const context: JobContext = { database, jobs: historyJobs, log, now: historyNow, signal }
    const settle = () => runWaiting(jobs, context, now)
    for (const planned of ticketPlan) {
      const at = new Date(now.getTime() - planned.daysAgo * 24 * hourMs)
      await inTimeline(at, () => playTicket({ database, now, settle }, planned, at))
    }
  } finally {
    await providers.close()
  }
}

async function playTicket(
  history: HistoryContext,
  planned: PlannedTicket,
  at: Date,
): Promise<void> {
  const context = contextOf(history, planned.by)
  const { caller } = context
  const isMerchants = caller.userType === 'merchant'
  const known = await context.db
    .selectFrom('support_ticket')
    .select('id')
    .where('tenant_id', '=', caller.tenantId)
    .where('requester_id', '=', caller.id)
    .where('subject', '=', planned.subject)
    .executeTakeFirst()
  if (known !== undefined) return
  const paymentId = planned.namesPayment && (await lastPaymentBefore(context, at))
  const ticketId = await createTicketFor(context, {
    request: { endpointId: createTicket.id, params: {}, body: planned.subject },
    channel: isMerchants ? 'CustomerToTenant' : 'TenantToPlatform',
    tenantId: caller.tenantId,
    ticket: {
      ticketCategory: planned.category,
      priority: planned.priority,
      subject: planned.subject,
      description: planned.description,
      references: paymentId ? [{ key: 'Transaction', value: paymentId }] : [],
    },
  })
  await history.settle()
  await follow(
    history,
    { ticketId, at, merchantId: caller.merchantId, tenantId: caller.tenantId },
    planned.steps,
  )
}

interface Followed {
  readonly ticketId: string
  readonly tenantId: string
  readonly merchantId: string | null
  readonly at: Date
}

async function follow(
  history: HistoryContext,
  followed: Followed,
  steps: readonly TicketStep[],
): Promise<void> {
  for (const step of steps) {
    const at = new Date(followed.at.getTime() + step.afterH * hourMs)
    if (at > history.now) return
    moveTo(at)
    const context = contextOf(history, step.by)
    const open = await opened(context, followed)
    if ('says' in step) {
      await createComment(context, open, {
        content: step.says,
        isInternal: step.internally ?? false,
      })
    } else if ('assigns' in step) {
      await assignTicket(context, open, { assignee: userIdOf(step.assigns) })
    } else if ('does' in step) {
      await changeState(context, open, step.does === 'close' ? 'Closed' : 'Opened')
    } else {
      const ticketId = await escalate(context, open, {
        ...step.escalates,
        ticketCategory: 'Processing',
        priority: 'High',
        references: [],
      })
      await history.settle()
      await follow(history, { ...followed, ticketId, merchantId: null, at }, step.atPlatform)
    }
    await history.settle()
  }
}

function opened(
  context: SupportContext,
  { ticketId, tenantId, merchantId }: Followed,
): Promise<OpenTicket> {
  const { userType } = context.caller
  const role: TicketRole =
    userType === 'platform'
      ? 'platformAgent'
      : userType === 'tenant' && merchantId !== null
        ? 'tenantAgent'
        : 'requester'
  return openTicket(context, role, { ticketId, ...(role === 'platformAgent' ? { tenantId } : {}) })
}

/** What a request of this person has at hand. */
function contextOf({ database }: HistoryContext, email: string): SupportContext {
  const caller = callerOf(email)
  const scope =
    caller.userType === 'platform'
      ? platformScope
      : tenantScope(caller.tenantId, caller.merchantIds)
  const context: Partial<SupportContext> = {
    caller,
    database,
    db: database.reader(scope),
    jobs: historyJobs,
    now: historyNow(),
    idempotencyKey: undefined,
    audit: async () => undefined,
  }
  return context as SupportContext
}

async function lastPaymentBefore({ db, caller }: SupportContext, at: Date) {
  const found = await db
    .selectFrom('payment')
    .select('id')
    .where('tenant_id', '=', caller.tenantId)
    .where('merchant_id', '=', caller.merchantId ?? '')
    .where('mode', '=', 2)
    .where('id', '<', firstIdAt(at))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found?.id
}
