import { listFilesOf } from '@counterfoil/features/messaging/files/files.public.ts'
import { type MailRequest, sendMail } from '@counterfoil/features/messaging/mail/mail.public.ts'
import {
  type Notice,
  notify,
  type PermissionHolders,
  type Recipients,
} from '@counterfoil/features/messaging/notifications/notifications.public.ts'
import { findSignature } from '@counterfoil/features/messaging/templates/templates.public.ts'
import { internalItemRecord } from '@counterfoil/features/support/feed/feed.schema.ts'
import { findAgent } from '@counterfoil/features/support/tickets/assign-ticket.public.ts'
import {
  type Channel,
  supportPermissions,
} from '@counterfoil/features/support/tickets/terms.schema.ts'
import { ticketPath } from '@counterfoil/features/support/tickets/ticket-paths.rules.ts'
import { textLanguage } from '@counterfoil/kit/contract/languages.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { type Text, textWith } from '@counterfoil/kit/contract/texts.ts'
import { type TenantScope, tenantScope } from '@counterfoil/kit/database/scope.ts'
import { type Job, type JobContext, job } from '@counterfoil/kit/jobs/job.ts'
import { escaped } from '@counterfoil/kit/server/codecs/html.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import { z } from 'zod'
import {
  findItem,
  findPerson,
  findRequester,
  listActiveParties,
  listAttachmentNames,
  listInternalWriterIds,
  listLocales,
  readOrganisations,
  readTicket,
  type TicketForNotification,
} from './notifications.queries.ts'
import {
  notifyTicketJob,
  recipientsFor,
  type TicketEvent,
  ticketEvents,
} from './recipients.rules.ts'
import { type MailEvent, supportMail } from './support-mails.ts'

const msg = messagesOf(import.meta.url)

const payload = z.object({
  tenantId: z.uuid(),
  ticketId: z.uuid(),
  kind: z.enum(ticketEvents),
  actorId: z.uuid().nullable(),
  actorSide: z.enum(['customer', 'tenant', 'platform', 'externalParty']),
  itemId: z.uuid().optional(),
  /** The tenant of an internal item. */
  itemTenantId: z.uuid().optional(),
  assigneeId: z.uuid().optional(),
  /** What was due, for a breach. */
  breach: z.enum(['response', 'resolution']).optional(),
  /** When it happened, for a breach or an assignment. */
  at: z.string().optional(),
  /** The address of an external party who caused the event. */
  actorEmail: z.string().optional(),
})
type Payload = z.infer<typeof payload>

export const jobs = ({ publicUrl }: Pick<Providers, 'publicUrl'>): Job<Payload>[] => [
  job({
    ...notifyTicketJob,
    label: msg('Notify people about a ticket'),
    payload,
    // one after the other, because each mail refers to the one before it and people read them in this order
    concurrency: 1,
    run: (work, context) => notifyOfEvent(work, context, publicUrl),
  }),
]

interface NotifiedComment {
  readonly actor_name: string
  readonly content: string
  readonly attachments: readonly string[]
}

/** What the notifications of one event share. */
interface EventContext {
  readonly work: Payload
  readonly context: JobContext
  readonly ticket: TicketForNotification
  readonly publicUrl: string
  readonly isAgent: boolean
  readonly agentScope: TenantScope
  readonly item: NotifiedComment | undefined
  readonly names: Awaited<ReturnType<typeof readOrganisations>>
}

/** A repeated run sends nothing twice, because each notification has a key that the event determines. */
async function notifyOfEvent(work: Payload, context: JobContext, publicUrl: string): Promise<void> {
  const { database } = context
  const scope = tenantScope(work.tenantId)
  const ticket = await readTicket(database.reader(scope), work.ticketId)
  if (ticket === undefined) return
  const names = await readOrganisations(database.shared, work.tenantId)
  const isCustomers = ticket.channel === 'CustomerToTenant'
  const agentSide = isCustomers ? 'tenant' : 'platform'
  const event: EventContext = {
    work,
    context,
    ticket,
    publicUrl,
    names,
    isAgent: work.actorSide === agentSide,
    agentScope: isCustomers ? scope : tenantScope(names.platformId),
    item: await findCommentOf(work, context),
  }
  for (const recipient of recipientsFor(work.kind, work.actorSide, event.isAgent)) {
    if (recipient === 'requester') await notifyRequester(event)
    else if (recipient === 'externalParties') await mailExternalParties(event)
    else if (recipient === 'colleagues') await notifyColleagues(event)
    else await notifyAgents(event, { includeUnassigned: recipient === 'agents' })
  }
}

async function findCommentOf(
  { itemId, itemTenantId, tenantId, kind }: Payload,
  { database }: JobContext,
) {
  if (itemId === undefined || (kind !== 'comment' && kind !== 'internalComment')) return undefined
  const table = kind === 'comment' ? 'support_feed_item' : 'support_internal_item'
  const db = database.reader(tenantScope(itemTenantId ?? tenantId))
  const item = await findItem(db, table, itemId)
  if (item === undefined) return undefined
  const attachments =
    kind === 'comment'
      ? await listAttachmentNames(db, itemId)
      : (await listFilesOf(db, internalItemRecord, itemId)).map((file) => file.name)
  return { actor_name: item.actor_name, content: item.content ?? '', attachments }
}

/** The requester sees the name of the organisation that answers, not the names of its people. */
async function notifyRequester(event: EventContext): Promise<void> {
  const { ticket, work, context, isAgent, agentScope, names } = event
  const { database, jobs, now } = context
  const isCustomers = ticket.channel === 'CustomerToTenant'
  const agentOrganisation = isCustomers ? names.tenantName : names.platformName
  const by = isAgent ? agentOrganisation : (event.item?.actor_name ?? agentOrganisation)
  const url = ticketPath(isCustomers ? 'merchant' : 'tenant', {
    ticketId: ticket.id,
    ticketChannelType: ticket.channel as Channel,
  })
  const { recipients, contacts } = await requestersOf(event)
  const mailEvent = mailEventOf(event, by)
  await database.transaction(tenantScope(work.tenantId), async (db) => {
    if (work.kind !== 'created' || isAgent) {
      const notice = noticeOf(event, by, url, 'requester')
      const hasOwnMail = mailEvent !== undefined
      await notify(db, jobs, { ...notice, to: recipients, hasOwnMail, now: now() })
    }
  })
  if (mailEvent === undefined) return
  const locales = await listLocales(database.reader(tenantScope(work.tenantId)), contacts)
  // in the name of the organisation that answers, where an answer to the mail goes too
  await database.transaction(agentScope, async (db) => {
    for (const to of contacts) {
      const language = locales.get(to.toLowerCase()) ?? names.tenantLocale
      await mail(event, db, { to, mailEvent, url, merchantId: ticket.merchant_id, language })
    }
  })
}

/**
 * Who is notified for the side that asks: the requester; without one, or where the requester may no longer read the ticket,
 * the organisation's users. An address of a requester who may no longer read it gets no mail.
 */
async function requestersOf({ ticket, context, work }: EventContext): Promise<{
  readonly recipients: Recipients
  readonly contacts: readonly string[]
}> {
  const organisation = requestingUsersOf(ticket)
  const addresses = [ticket.contact_email, ...ticket.contact_emails].filter(Boolean)
  // one person gets one mail, however the address is typed
  const contacts = [...new Map(addresses.map((one) => [one.toLowerCase(), one])).values()]
  const { requester_id, merchant_id } = ticket
  if (requester_id === null) return { recipients: organisation, contacts }
  const reader = context.database.reader(tenantScope(work.tenantId))
  const { permission } = organisation
  const requester = await findRequester(reader, { requester_id, merchant_id }, permission)
  if (requester?.mayRead === true) {
    return { recipients: { userIds: [requester.id], otherwise: organisation }, contacts }
  }
  const own = requester?.email.toLowerCase()
  return {
    recipients: organisation,
    contacts: contacts.filter((address) => address.toLowerCase() !== own),
  }
}

/** The users of the organisation that asks who may read the ticket. */
function requestingUsersOf({ merchant_id: merchantId }: TicketForNotification): PermissionHolders {
  return merchantId === null
    ? { audience: 'tenant', permission: supportPermissions.tenant, seesAllMerchants: true }
    : { audience: 'merchant', permission: supportPermissions.merchant, merchantId }
}

/**
 * Notifies the assignee. Without one, or with one who is on leave or may no longer work on the ticket, and with
 * `includeUnassigned`: every agent who may answer.
 */
async function notifyAgents(
  event: EventContext,
  { includeUnassigned }: { includeUnassigned: boolean },
): Promise<void> {
  const { ticket, work, context, agentScope, names, item } = event
  const { database, jobs, now } = context
  const assigneeId = work.assigneeId ?? ticket.assignee_id
  if (assigneeId === work.actorId && assigneeId !== null) return
  const assignee =
    assigneeId === null
      ? undefined
      : await findAgent(database.reader(agentScope), ticket, assigneeId, now())
  if (assignee === undefined && !includeUnassigned) return
  const url = agentPathOf(ticket)
  const actor = work.actorId === null ? undefined : await findActor(event)
  const by = item?.actor_name ?? actor?.first_name ?? names.tenantName
  const agents = includeUnassigned ? { otherwise: agentsOf(ticket) } : {}
  const isAlone = assignee !== undefined && !(includeUnassigned && assignee.away_until !== null)
  const mailEvent = work.kind === 'created' ? undefined : mailEventOf(event, by)
  await database.transaction(agentScope, async (db) => {
    await notify(db, jobs, {
      ...noticeOf(event, by, url, 'agent'),
      to: isAlone ? { userIds: [assignee.id], ...agents } : agentsOf(ticket),
      hasOwnMail: isAlone && mailEvent !== undefined,
      now: now(),
    })
    if (assignee === undefined || mailEvent === undefined) return
    const language = assignee.locale ?? undefined
    const to = assignee.email
    const isForAgent = true
    await mail(event, db, { to, mailEvent, url, merchantId: null, language, isForAgent })
  })
}

/** Notifies of an internal comment who takes part in the talk among agents and still may work on the ticket. */
async function notifyColleagues(event: EventContext): Promise<void> {
  const { ticket, work, context, agentScope, item } = event
  const { database, jobs, now } = context
  if (item === undefined) return
  const reader = database.reader(agentScope)
  const ids = new Set(await listInternalWriterIds(reader, ticket.id))
  if (ticket.assignee_id !== null) ids.add(ticket.assignee_id)
  ids.delete(work.actorId ?? '')
  const found = await Promise.all([...ids].map((id) => findAgent(reader, ticket, id, now())))
  const colleagues = found.filter((one) => one !== undefined)
  if (colleagues.length === 0) return
  const by = item.actor_name
  const url = agentPathOf(ticket)
  const to = { userIds: colleagues.map(({ id }) => id) }
  const mailEvent = mailEventOf(event, by)
  await database.transaction(agentScope, async (db) => {
    const hasOwnMail = mailEvent !== undefined
    await notify(db, jobs, { ...noticeOf(event, by, url, 'agent'), to, hasOwnMail, now: now() })
    if (mailEvent === undefined) return
    for (const { email, locale } of colleagues) {
      const language = locale ?? undefined
      await mail(event, db, { to: email, mailEvent, url, merchantId: null, language })
    }
  })
}

function agentPathOf(ticket: TicketForNotification): string {
  const isCustomers = ticket.channel === 'CustomerToTenant'
  return ticketPath(isCustomers ? 'tenant' : 'platform', {
    ticketId: ticket.id,
    ticketChannelType: ticket.channel as Channel,
    customerId: ticket.merchant_id,
    tenantId: ticket.tenant_id,
  })
}

function findActor({ context, work, agentScope, isAgent }: EventContext) {
  const scope = isAgent ? agentScope : tenantScope(work.tenantId)
  return findPerson(context.database.reader(scope), work.actorId ?? '')
}

function agentsOf({ channel, merchant_id }: TicketForNotification): PermissionHolders {
  if (channel === 'TenantToPlatform' || merchant_id === null) {
    return { audience: 'platform', permission: supportPermissions.platform }
  }
  return { audience: 'tenant', permission: supportPermissions.tenant, merchantId: merchant_id }
}

/** Mails public comments to external parties, without a link: only the invitation has theirs. */
async function mailExternalParties(event: EventContext): Promise<void> {
  const { ticket, work, context, isAgent, names, item } = event
  const { database, now } = context
  if (item === undefined) return
  const isCustomers = ticket.channel === 'CustomerToTenant'
  const agentOrganisation = isCustomers ? names.tenantName : names.platformName
  const by = isAgent ? agentOrganisation : item.actor_name
  await database.transaction(tenantScope(work.tenantId), async (db) => {
    for (const party of await listActiveParties(db, ticket.id, now())) {
      if (party.email === work.actorEmail) continue
      const { content, attachments } = item
      const mailEvent = { kind: 'comment', by, content, attachments } as const
      await mail(event, db, {
        to: party.email,
        mailEvent,
        url: undefined,
        merchantId: ticket.merchant_id,
      })
    }
  })
}

interface TicketMail {
  readonly to: string
  readonly mailEvent: MailEvent
  readonly url: string | undefined
  readonly merchantId: string | null
  readonly language?: string | undefined
  readonly isForAgent?: boolean
}

function mail(
  event: EventContext,
  db: Parameters<typeof sendMail>[0],
  { to, mailEvent, url, merchantId, language, isForAgent = false }: TicketMail,
): Promise<void> {
  const { ticket, context, work, publicUrl } = event
  const mailTicket = {
    code: ticket.code,
    subject: ticket.subject,
    url: url === undefined ? undefined : `${publicUrl}${url}`,
    isForAgent,
  }
  return sendMail(db, context.jobs, {
    to,
    merchantId,
    language: language === undefined ? undefined : textLanguage(language),
    isSecret: false,
    threadId: ticket.id,
    onceFor: `${eventKey(work)} ${to}`,
    now: context.now(),
    ...signatureOf(event, mailEvent),
    content: supportMail(mailTicket, mailEvent),
  })
}

/** An agent's public comment ends with the agent's signature, or with their organisation's. */
function signatureOf(
  { isAgent, work, context, agentScope }: EventContext,
  mailEvent: MailEvent,
): Pick<MailRequest, 'signature'> {
  if (!isAgent || mailEvent.kind !== 'comment') return {}
  const reader = context.database.reader(agentScope)
  const userId = work.actorId
  return { signature: (language) => findSignature(reader, 'email_signature', { userId, language }) }
}

/** The same for every attempt at one event, and different for every event. */
const eventKey = ({ ticketId, kind, itemId, assigneeId, breach, at }: Payload) =>
  ['support', ticketId, kind, itemId, assigneeId, breach, at].filter(Boolean).join(' ')

function mailEventOf({ work, item, isAgent }: EventContext, by: string): MailEvent | undefined {
  switch (work.kind) {
    case 'created':
      return { kind: isAgent ? 'createdForYou' : 'received' }
    case 'comment':
    case 'internalComment':
      return (
        item && {
          kind: work.kind,
          by,
          content: item.content,
          attachments: item.attachments,
        }
      )
    case 'assigned':
      return { kind: 'assigned', by }
    case 'closed':
    case 'opened':
      return { kind: work.kind }
    case 'breach':
      return undefined
  }
}

type NoticeParts = Omit<Notice, 'to' | 'now'>

function noticeOf(
  { ticket, work, item }: EventContext,
  by: string,
  objectUrl: string,
  recipient: 'requester' | 'agent',
): NoticeParts {
  const titles: Readonly<Record<TicketEvent, Text>> = {
    created: msg('New ticket'),
    comment: textWith(msg('{by} answered'), { by }),
    internalComment: textWith(msg('{by} left an internal comment'), { by }),
    assigned: msg('A ticket was assigned to you'),
    closed: msg('Ticket closed'),
    opened: msg('Ticket opened again'),
    breach:
      work.breach === 'resolution' ? msg('Not resolved in time') : msg('Not answered in time'),
  }
  const summary = `<b>${escaped(ticket.code)}</b> ${escaped(ticket.subject)}`
  const quote =
    item === undefined
      ? ''
      : [beginningOf(item.content), item.attachments.join(', ')]
          .filter(Boolean)
          .map((line) => `<br>${escaped(line)}`)
          .join('')
  return {
    type: 'SupportTicket',
    title: titles[work.kind],
    description: `${summary}${quote}`,
    objectUrl,
    onceFor: `${eventKey(work)} ${recipient}`,
  }
}

const maxQuotedCharacters = 200

/** Cut between whole characters: half of an emoji is no text that a job can store. */
function beginningOf(content: string): string {
  const characters = [...content]
  if (characters.length <= maxQuotedCharacters) return content
  return `${characters.slice(0, maxQuotedCharacters).join('')}…`
}
