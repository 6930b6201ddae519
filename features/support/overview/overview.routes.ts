import type { Channel } from '@counterfoil/features/support/tickets/terms.contract.ts'
import {
  organisationScope,
  type SupportContext,
  seatOf,
  ticketReader,
} from '@counterfoil/features/support/tickets/tickets.public.ts'
import { forbidden } from '@counterfoil/kit/contract/problem.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { type Overview, readOverview } from './overview.contract.ts'
import {
  countOpen,
  listAssigneeNames,
  listOwnLabels,
  type OverviewSelection,
  readDurations,
} from './overview.queries.ts'
import { ageBounds, overviewOf } from './overview.rules.ts'

async function read(
  context: SupportContext,
  wish: { ticketChannelType?: Channel | undefined; tenantId?: string[] | undefined },
): Promise<Overview> {
  const { caller, database, now } = context
  const usual: Channel = caller.userType === 'platform' ? 'TenantToPlatform' : 'CustomerToTenant'
  const channel = wish.ticketChannelType ?? usual
  const seat = seatOf(caller, channel)
  // a channel on which the caller has no seat
  if (seat === undefined) throw forbidden()
  const { db, onlyOwn } = ticketReader(context, channel)
  const own = database.reader(organisationScope(caller))
  const selection: OverviewSelection = {
    channel,
    seat,
    userId: caller.id,
    ownTenantId: caller.tenantId,
    onlyOwn,
    tenantIds: wish.tenantId,
    now,
  }
  const ages = ageBounds(now)
  const [counted, took, labels] = await Promise.all([
    countOpen(db, selection, ages),
    readDurations(db, selection, ages.month),
    listOwnLabels(own, caller.merchantId),
  ])
  const isDesk = seat !== 'requester'
  const ids = counted.flatMap(({ by, key }) => (by === 'assignee' && key !== null ? [key] : []))
  const people = isDesk ? await listAssigneeNames(own, ids) : new Map<string, string>()
  return overviewOf({
    channel,
    isDesk,
    tenantIds: wish.tenantId,
    counted,
    took,
    labels,
    people,
    ages,
    since: ages.month,
  })
}

export const routes: Route[] = [route(readOverview, ({ query }, context) => read(context, query))]
