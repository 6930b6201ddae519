import { type MailRequest, sendMail } from '@counterfoil/features/messaging/mail/mail.public.ts'
import {
  type Notice,
  notify,
  type Recipients,
} from '@counterfoil/features/messaging/notifications/notifications.public.ts'
import { findSignature } from '@counterfoil/features/messaging/templates/templates.public.ts'
import {
  type Channel,
  supportPermissions,
} from '@counterfoil/features/support/tickets/terms.contract.ts'
import { ticketPath } from '@counterfoil/features/support/tickets/ticket-paths.rules.ts'
import { type TenantScope, tenantScope } from '@counterfoil/kit/database/scope.ts'
import { type Job, type JobContext, job } from '@counterfoil/kit/jobs/job.ts'
import { escaped } from '@counterfoil/kit/server/codecs/html.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import { z } from 'zod'
import {
  findItem,
  findPerson,
  listActiveParties,
  readOrganisations,
  readTicket,
  type TicketForNotification,
} from './notifications.queries.ts'
import { type Happening, happenings, notifyTicketJob, recipientsFor } from './recipients.rules.ts'
import { type Said, supportMail } from './support-mails.ts'

const payload = z.object({
  tenantId: z.uuid(),
  ticketId: z.uuid(),
  kind: z.enum(happenings),
  actorId: z.uuid().nullable(),
  actorSide: z.enum(['customer', 'tenant', 'platform', 'externalParty']),
  itemId: z.uuid().optional(),
  /** Where an internal item lies. */
  itemTenantId: z.uuid().optional(),
  assigneeId: z.uuid().optional(),
  /** Of a breach: what was due; of an assignment: when. */
  breach: z.enum(['response', 'resolution']).optional(),
  at: z.string().optional(),
  /** Somebody outside is known by its address. */
  actorEmail: z.string().optional(),
})
type Payload = z.infer<typeof payload>

export const jobs = ({ publicUrl }: Pick<Providers, 'publicUrl'>): Job<Payload>[] => [
  job({
    ...notifyTicketJob,
    payload,
    // one after the other: a mail answers the one before it, and people read what happened in its order
    concurrency: 1,
    run: (work, context) => tell(work, context, publicUrl),
  }),
]

/** Everything that one telling needs at hand. */
interface Telling {
  readonly work: Payload
  readonly context: JobContext
  readonly ticket: TicketForNotification
  readonly publicUrl: string
  readonly isDesk: boolean
  readonly deskScope: TenantScope
  readonly item: { readonly actor_name: string; readonly content: string | null } | undefined
  readonly names: Awaited<ReturnType<typeof readOrganisations>>
}

/** Run twice, nobody is told twice: what is told is named by what happened. */
async function tell(work: Payload, context: JobContext, publicUrl: string): Promise<void> {
  const { database } = context
  const scope = tenantScope(work.tenantId)
  const ticket = await readTicket(database.reader(scope), work.ticketId)
  if (ticket === undefined) return
  const names = await readOrganisations(database.shared, work.tenantId)
  const isCustomers = ticket.channel === 'CustomerToTenant'
  const deskSide = isCustomers ? 'tenant' : 'platform'
  const telling: Telling = {
    work,
    context,
    ticket,
    publicUrl,
    names,
    isDesk: work.actorSide === deskSide,
    deskScope: isCustomers ? scope : tenantScope(names.platformId),
    item: await itemOf(work, context),
  }
  for (const told of recipientsFor(work.kind, work.actorSide, telling.isDesk)) {
    if (told === 'requester') await tellRequester(telling)
    else if (told === 'parties') await tellParties(telling)
    else await tellDesk(telling, told === 'desk')
  }
}

async function itemOf({ itemId, itemTenantId, tenantId, kind }: Payload, { database }: JobContext) {
  if (itemId === undefined || (kind !== 'comment' && kind !== 'internalComment')) return undefined
  const table = kind === 'comment' ? 'support_feed_item' : 'support_internal_item'
  return findItem(database.reader(tenantScope(itemTenantId ?? tenantId)), table, itemId)
}

/** Whoever asked hears of the organisation that answers, not of its people. */
async function tellRequester(telling: Telling): Promise<void> {
  const { ticket, work, context, isDesk, names } = telling
  const { database, jobs, now } = context
  const isCustomers = ticket.channel === 'CustomerToTenant'
  const deskName = isCustomers ? names.tenantName : names.platformName
  const by = isDesk ? deskName : (telling.item?.actor_name ?? deskName)
  const url = ticketPath(isCustomers ? 'merchant' : 'tenant', {
    ticketId: ticket.id,
    ticketChannelType: ticket.channel as Channel,
  })
  await database.transaction(tenantScope(work.tenantId), async (db) => {
    if (work.kind !== 'raised' || isDesk) {
      await notify(db, jobs, {
        ...noticeOf(telling, by, url, 'requester'),
        to: requesterOf(ticket),
        now: now(),
      })
    }
    const said = saidOf(telling, by)
    if (said === undefined) return
    for (const to of new Set([ticket.contact_email, ...ticket.contact_emails])) {
      if (to !== '') await mail(telling, db, { to, said, url, merchantId: ticket.merchant_id })
    }
  })
}

function requesterOf(ticket: TicketForNotification): Recipients {
  if (ticket.requester_id !== null) return { userIds: [ticket.requester_id] }
  return { audience: 'tenant', permission: supportPermissions.tenant }
}

/** The assignee; when nobody has it, everybody who may answer it. */
async function tellDesk(telling: Telling, alsoWithout: boolean): Promise<void> {
  const { ticket, work, context, deskScope, names, item } = telling
  const { database, jobs, now } = context
  const assigneeId = work.assigneeId ?? ticket.assignee_id
  if (assigneeId === work.actorId && assigneeId !== null) return
  if (assigneeId === null && !alsoWithout) return
  const isCustomers = ticket.channel === 'CustomerToTenant'
  const url = ticketPath(isCustomers ? 'tenant' : 'platform', {
    ticketId: ticket.id,
    ticketChannelType: ticket.channel as Channel,
    customerId: ticket.merchant_id,
    tenantId: ticket.tenant_id,
  })
  const actor = work.actorId === null ? undefined : await actorOf(telling)
  const by = item?.actor_name ?? actor?.first_name ?? names.tenantName
  const assignee =
    assigneeId === null ? undefined : await findPerson(database.reader(deskScope), assigneeId)
  await database.transaction(deskScope, async (db) => {
    await notify(db, jobs, {
      ...noticeOf(telling, by, url, 'desk'),
      to: assigneeId === null ? deskOf(ticket) : { userIds: [assigneeId] },
      now: now(),
    })
    const said = work.kind === 'raised' ? undefined : saidOf(telling, by)
    if (assignee === undefined || said === undefined) return
    const language = assignee.locale ?? undefined
    await mail(telling, db, { to: assignee.email, said, url, merchantId: null, language })
  })
}

function actorOf({ context, work, deskScope, isDesk }: Telling) {
  const scope = isDesk ? deskScope : tenantScope(work.tenantId)
  return findPerson(context.database.reader(scope), work.actorId ?? '')
}

function deskOf({ channel, merchant_id }: TicketForNotification): Recipients {
  if (channel === 'TenantToPlatform' || merchant_id === null) {
    return { audience: 'platform', permission: supportPermissions.platform }
  }
  return { audience: 'tenant', permission: supportPermissions.tenant, merchantId: merchant_id }
}

/** People outside: what was said to both sides, and no page but their own link's, which only the first mail has. */
async function tellParties(telling: Telling): Promise<void> {
  const { ticket, work, context, isDesk, names, item } = telling
  const { database, now } = context
  if (item === undefined) return
  const isCustomers = ticket.channel === 'CustomerToTenant'
  const deskName = isCustomers ? names.tenantName : names.platformName
  const by = isDesk ? deskName : item.actor_name
  await database.transaction(tenantScope(work.tenantId), async (db) => {
    for (const party of await listActiveParties(db, ticket.id, now())) {
      if (party.email === work.actorEmail) continue
      const said = { kind: 'comment', by, content: item.content ?? '' } as const
      await mail(telling, db, {
        to: party.email,
        said,
        url: undefined,
        merchantId: ticket.merchant_id,
      })
    }
  })
}

interface Letter {
  readonly to: string
  readonly said: Said
  readonly url: string | undefined
  readonly merchantId: string | null
  readonly language?: string | undefined
}

function mail(
  telling: Telling,
  db: Parameters<typeof sendMail>[0],
  { to, said, url, merchantId, language }: Letter,
): Promise<void> {
  const { ticket, context, work, publicUrl } = telling
  const about = {
    code: ticket.code,
    subject: ticket.subject,
    url: url === undefined ? undefined : `${publicUrl}${url}`,
  }
  return sendMail(db, context.jobs, {
    to,
    merchantId,
    language: language === undefined ? undefined : language.startsWith('tr') ? 'tr' : 'en',
    isSecret: false,
    threadId: ticket.id,
    onceFor: `${keyOf(work)} ${to}`,
    now: context.now(),
    ...signatureOf(telling, said),
    content: supportMail(about, said),
  })
}

/** Below what somebody of the desk replies to others: their own signature, or their organisation's. */
function signatureOf(
  { isDesk, work, context, deskScope }: Telling,
  said: Said,
): Pick<MailRequest, 'signature'> {
  if (!isDesk || said.kind !== 'comment') return {}
  const reader = context.database.reader(deskScope)
  const userId = work.actorId
  return { signature: (language) => findSignature(reader, 'email_signature', { userId, language }) }
}

/** The same for every try, another for everything that happens. */
const keyOf = ({ ticketId, kind, itemId, assigneeId, breach, at }: Payload) =>
  ['support', ticketId, kind, itemId, assigneeId, breach, at].filter(Boolean).join(' ')

function saidOf({ work, item, isDesk }: Telling, by: string): Said | undefined {
  switch (work.kind) {
    case 'raised':
      return { kind: isDesk ? 'raisedForYou' : 'received' }
    case 'comment':
    case 'internalComment':
      return item && { kind: work.kind, by, content: item.content ?? '' }
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
  { ticket, work, item }: Telling,
  by: string,
  objectUrl: string,
  side: 'requester' | 'desk',
): NoticeParts {
  const what: Readonly<Record<Happening, readonly [string, string]>> = {
    raised: ['New ticket', 'Yeni talep'],
    comment: [`${by} answered`, `${by} yanıtladı`],
    internalComment: [`${by} left an internal comment`, `${by} ekip içi yorum yazdı`],
    assigned: ['A ticket was assigned to you', 'Size bir talep atandı'],
    closed: ['Ticket closed', 'Talep kapatıldı'],
    opened: ['Ticket opened again', 'Talep yeniden açıldı'],
    breach:
      work.breach === 'resolution'
        ? ['Not solved in time', 'Zamanında çözülmedi']
        : ['Not answered in time', 'Zamanında yanıtlanmadı'],
  }
  const [english, turkish] = what[work.kind]
  const about = `<b>${escaped(ticket.code)}</b> ${escaped(ticket.subject)}`
  const quote = item === undefined ? '' : `<br>${escaped((item.content ?? '').slice(0, 200))}`
  return {
    type: 'SupportTicket',
    title: [english, turkish],
    description: `${about}${quote}`,
    objectUrl,
    onceFor: `${keyOf(work)} ${side}`,
  }
}
