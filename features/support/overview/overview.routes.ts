import type { Channel } from '@counterfoil/features/support/tickets/terms.schema.ts'
import {
  organisationScope,
  type SupportContext,
  ticketReader,
  ticketRoleOf,
} from '@counterfoil/features/support/tickets/tickets.public.ts'
import { forbidden } from '@counterfoil/kit/contract/problem.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { type Overview, readOverview } from './overview.contract.ts'
import {
  countOpenTickets,
  listAssigneeNames,
  listOrganisationLabels,
  type OverviewSelection,
  readDurations,
} from './overview.queries.ts'
import { ageBounds, toOverview } from './overview.rules.ts'

async function readFigures(
  context: SupportContext,
  query: { ticketChannelType?: Channel | undefined; tenantId?: string[] | undefined },
): Promise<Overview> {
  const { caller, database, now } = context
  const defaultChannel: Channel =
    caller.userType === 'platform' ? 'TenantToPlatform' : 'CustomerToTenant'
  const channel = query.ticketChannelType ?? defaultChannel
  const role = ticketRoleOf(caller, channel)
  if (role === undefined) throw forbidden()
  const { db, onlyOwn } = ticketReader(context, channel)
  const organisationDb = database.reader(organisationScope(caller))
  const selection: OverviewSelection = {
    channel,
    role,
    userId: caller.id,
    ownTenantId: caller.tenantId,
    onlyOwn,
    tenantIds: query.tenantId,
    now,
  }
  const ages = ageBounds(now)
  const [openCounts, durations, labels] = await Promise.all([
    countOpenTickets(db, selection, ages),
    readDurations(db, selection, ages.month),
    listOrganisationLabels(organisationDb, caller.merchantId),
  ])
  const isAgent = role !== 'requester'
  const ids = openCounts.flatMap(({ by, key }) => (by === 'assignee' && key !== null ? [key] : []))
  const people = isAgent ? await listAssigneeNames(organisationDb, ids) : new Map<string, string>()
  return toOverview({
    channel,
    isAgent,
    tenantIds: query.tenantId,
    openCounts,
    durations,
    labels,
    people,
    ages,
    since: ages.month,
  })
}

export const routes: Route[] = [
  route(readOverview, ({ query }, context) => readFigures(context, query)),
]
