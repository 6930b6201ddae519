// Tickets with their feeds, straight into the tables: npm run generate -- --tickets 200000 …
import { openBulkLoad } from '@counterfoil/database/bulk-load.ts'
import { resumeIndexes, suspendIndexes } from '@counterfoil/database/suspended-indexes.ts'
import { defaultLabelsFor } from '@counterfoil/features/support/labels/default-labels.rules.ts'
import { tokenizeText } from '@counterfoil/features/support/ticket-list/tokenize.rules.ts'
import type { Database } from '@counterfoil/kit/database/database.ts'
import { tenantIdOf, userIdOf } from '../demo/store-organisations.ts'
import { type Random, randomOf, seedOf, Weighted } from '../random.ts'
import { runStep } from '../run-step.ts'
import { midnightBefore } from './calendar.ts'
import { RowCollector } from './copy-rows.ts'
import { vacuum } from './finish.ts'
import type { GeneratedTenant } from './organisations.ts'
import { makeFeed, type Subject } from './ticket-feed.ts'
import { readSubjects, storeDefaultLabels } from './ticket-setup.ts'
import { type MadeTicket, makeTicket } from './ticket-texts.ts'

const columns = {
  support_ticket:
    'tenant_id id merchant_id channel code state category priority subject description requester_name contact_email waiting_on assignee_id assignee_name agent_label_id requester_label_id first_answered_at first_response_due_at resolution_due_at due_at agent_news_at requester_news_at created_at updated_at closed_at',
  support_feed_item:
    'tenant_id id merchant_id ticket_id kind actor_name actor_side content detail created_at',
  support_internal_item:
    'tenant_id id ticket_tenant_id ticket_id kind actor_name content created_at',
  support_reference:
    'tenant_id id merchant_id ticket_id item_id kind record_id name record_merchant_id created_at',
  support_ticket_word: 'tenant_id merchant_id ticket_id word',
} as const
type TicketRows = RowCollector<keyof typeof columns>
const tables = Object.keys(columns)

const perBatch = 2_000
const largeFrom = 20_000
/** Items of one feed, on the average. */
const itemsEach = 10
const uniqueViolation = '23505'

/** Assignees of tickets, by tenant; tickets of other tenants have none. */
const agents: Readonly<Record<string, readonly (readonly [id: string, name: string])[]>> = {
  northwind: [
    [userIdOf('operator@northwind.example'), 'Nora Whitfield'],
    [userIdOf('agent@northwind.example'), 'Ben Okafor'],
  ],
}

export interface TicketMaterial {
  readonly tickets: number
  readonly months: number
  readonly seed: number
  readonly tenants: readonly GeneratedTenant[]
}

/** Makes the tickets, unless they are there; what was interrupted is made whole. */
export async function fillTickets(
  database: Database,
  ownerUrl: string,
  material: TicketMaterial,
  say: (what: string) => void,
): Promise<void> {
  const { tickets, months, seed, tenants } = material
  const step = `generate tickets=${tickets} tenants=${tenants.length} months=${months} seed=${seed}`
  const isMade = await runStep(database, step, new Date(), async (began) => {
    const isLarge = tickets >= largeFrom
    if (isLarge) await suspendIndexes(ownerUrl, tables)
    try {
      await load(ownerUrl, material, midnightBefore(began), say)
    } finally {
      if (isLarge) await resumeIndexes(ownerUrl, say)
    }
    await vacuum(ownerUrl, tables)
  })
  if (!isMade) say('these tickets are there already')
}

async function load(
  ownerUrl: string,
  material: TicketMaterial,
  until: Date,
  say: (what: string) => void,
): Promise<void> {
  await storeDefaultLabels(ownerUrl, material.tenants, until)
  const subjects = await readSubjects(ownerUrl)
  const bulk = await openBulkLoad(ownerUrl)
  const byTenant = new Weighted(material.tenants.map((one) => [one, one.share] as const))
  try {
    for (let done = 0; done < material.tickets; done += perBatch) {
      const count = Math.min(perBatch, material.tickets - done)
      const random = randomOf(seedOf(material.seed, done, 7))
      const rows = new RowCollector(columns)
      for (let n = 0; n < count; n += 1)
        addTicket(rows, random, byTenant.pick(random), material, { until, subjects })
      await bulk.store(rows.tables()).catch((error: { code?: string }) => {
        // the ids of a batch are always the same: an earlier run has stored it
        if (error.code !== uniqueViolation) throw error
      })
      if (done % (perBatch * 10) === 0) say(`${done + count} of ${material.tickets} tickets`)
    }
  } finally {
    await bulk.close()
  }
}

function addTicket(
  rows: TicketRows,
  random: Random,
  tenant: GeneratedTenant,
  { months }: TicketMaterial,
  { until, subjects }: { until: Date; subjects: ReadonlyMap<string, readonly Subject[]> },
): void {
  const ticket = makeTicket(random, tenant, { months, until, agents: agents[tenant.slug] ?? [] })
  rows.add('support_ticket', ticketCells(ticket))
  addFeed(rows, random, ticket, subjects.get(ticket.merchantId ?? '') ?? [])
  for (const word of tokenizeText(
    ticket.code,
    ticket.subject,
    ticket.requester,
    ticket.email,
    ticket.description,
  )) {
    rows.add('support_ticket_word', [ticket.tenantId, ticket.merchantId, ticket.id, word])
  }
}

function addFeed(
  rows: TicketRows,
  random: Random,
  ticket: MadeTicket,
  subjects: readonly Subject[],
): void {
  const { tenantId, merchantId, id } = ticket
  const feed = makeFeed(random, ticket, itemsEach, subjects)
  for (const { id: itemId, kind, actorName, actorSide, content, detail, at } of feed.items) {
    const what = [kind, actorName, actorSide, content, detail, at]
    rows.add('support_feed_item', [tenantId, itemId, merchantId, id, ...what])
  }
  const answeringTenantId = merchantId === null ? tenantIdOf('counterfoil') : tenantId
  for (const item of feed.internal) {
    const what = [item.kind, item.actorName, item.content, item.at]
    rows.add('support_internal_item', [answeringTenantId, item.id, tenantId, id, ...what])
  }
  for (const one of feed.references) {
    const owner = one.recordId === null ? null : merchantId
    const what = [one.itemId, one.kind, one.recordId, one.name, owner, one.at]
    rows.add('support_reference', [tenantId, one.id, merchantId, id, ...what])
  }
}

function ticketCells(t: MadeTicket): (string | null)[] {
  const isOpen = t.closedAt === null
  const answeringTenantId = t.merchantId === null ? tenantIdOf('counterfoil') : t.tenantId
  const label = (owner: string, place: number | undefined) =>
    place === undefined ? null : (defaultLabelsFor(owner)[place]?.id ?? null)
  const due = isOpen && t.waitingOn === 'agent' ? t.dueAt : null
  return [
    t.tenantId,
    t.id,
    t.merchantId,
    t.merchantId === null ? 'TenantToPlatform' : 'CustomerToTenant',
    t.code,
    isOpen ? 'Opened' : 'Closed',
    t.category,
    t.priority,
    t.subject,
    t.description,
    t.requester,
    t.email,
    isOpen ? t.waitingOn : null,
    t.assignee?.[0] ?? null,
    t.assignee?.[1] ?? null,
    label(answeringTenantId, t.agentLabel),
    label(t.merchantId ?? t.tenantId, t.requesterLabel),
    t.answeredAt,
    t.dueAt,
    due,
    due,
    t.createdAt,
    t.answeredAt,
    t.createdAt,
    t.closedAt ?? t.answeredAt ?? t.createdAt,
    t.closedAt,
  ]
}
