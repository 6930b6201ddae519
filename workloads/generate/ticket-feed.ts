// What happened on a generated ticket: mostly talk, and something of every other kind of the feed.
import { type Random, Weighted } from '../random.ts'
import { details, hourMs, idAt, iso, type MadeTicket, people, words } from './ticket-texts.ts'

/** A record that tickets of a merchant are about. */
export interface Subject {
  readonly id: string
  readonly name: string
}

export interface MadeItem {
  readonly id: string
  readonly kind: string
  readonly actorName: string
  readonly actorSide: string
  readonly content: string | null
  readonly detail: string | null
  readonly at: string
}

export interface MadeReference {
  readonly id: string
  /** Null: the page that the ticket was raised on. */
  readonly itemId: string | null
  readonly kind: string
  readonly recordId: string | null
  readonly name: string
  readonly at: string
}

export interface MadeFeed {
  readonly items: readonly MadeItem[]
  /** What the side that answers keeps to itself. */
  readonly internal: readonly MadeItem[]
  readonly references: readonly MadeReference[]
}

type Step = 'comment' | 'internal' | 'priorityChange' | 'reference' | 'reopening' | 'invitation'
const steps = new Weighted<Step>([
  ['comment', 84],
  ['internal', 7],
  ['priorityChange', 3],
  ['reference', 3],
  ['reopening', 2],
  ['invitation', 1],
])

interface Pen {
  readonly random: Random
  readonly ticket: MadeTicket
  readonly asker: string
  readonly desk: string
  readonly deskName: string
  readonly subjects: readonly Subject[]
  readonly items: MadeItem[]
  readonly internal: MadeItem[]
  readonly references: MadeReference[]
}

/** `average`: items for both sides of one that was answered. */
export function makeFeed(
  random: Random,
  ticket: MadeTicket,
  average: number,
  subjects: readonly Subject[],
): MadeFeed {
  const isCustomers = ticket.merchantId !== null
  const pen: Pen = {
    random,
    ticket,
    asker: isCustomers ? 'customer' : 'tenant',
    desk: isCustomers ? 'tenant' : 'platform',
    deskName: ticket.assignee?.[1] ?? random.pick(people),
    subjects,
    items: [],
    internal: [],
    references: [],
  }
  const from = Date.parse(ticket.createdAt)
  const to = Date.parse(ticket.closedAt ?? ticket.answeredAt ?? ticket.createdAt)
  addOrigin(pen, from)
  const count = ticket.answeredAt === null ? 1 : 1 + random.below(average * 2)
  for (let n = 0; n < count; n += 1) {
    const ms = from + ((to - from) * (n + 1)) / (count + 1)
    // the first is said by who asked, the second answers it
    addStep(pen, n < 2 ? 'comment' : steps.pick(random), ms, n % 2 === 1)
  }
  if (ticket.closedAt !== null)
    pen.items.push(itemOf(pen, to, false, 'statusChange', null, 'Closed'))
  return pen
}

/** The page that it was raised on, the payment that it is about, and who it was given to. */
function addOrigin(pen: Pen, ms: number): void {
  const { random, ticket } = pen
  addReference(
    pen,
    ms,
    null,
    'createdOn',
    null,
    '/merchant/transaction-management/transaction-lookup',
  )
  if (random.below(3) === 0) addSubject(pen, ms)
  if (ticket.assignee === undefined) return
  const at = ms + hourMs / 4
  pen.internal.push(itemOf(pen, at, true, 'assignment', ticket.assignee[1], null))
}

function addStep(pen: Pen, step: Step, ms: number, isDesk: boolean): void {
  const { random, ticket, items } = pen
  const says = `${random.pick(words)} ${random.pick(details)}`
  switch (step) {
    case 'comment':
      items.push(itemOf(pen, ms, isDesk, 'comment', says, null))
      return
    case 'internal':
      pen.internal.push(itemOf(pen, ms, true, 'comment', says, null))
      return
    case 'priorityChange':
      items.push(itemOf(pen, ms, isDesk, 'priorityChange', null, ticket.priority))
      return
    case 'reference':
      addSubject(pen, ms)
      return
    case 'reopening':
      items.push(itemOf(pen, ms, true, 'statusChange', null, 'Closed'))
      items.push(itemOf(pen, ms + 1, false, 'statusChange', null, 'Opened'))
      return
    case 'invitation':
      items.push(itemOf(pen, ms, true, 'externalPartyInvitation', says, 'expert@bank.example'))
  }
}

function addSubject(pen: Pen, ms: number): void {
  if (pen.subjects.length === 0) return
  const { id, name } = pen.random.pick(pen.subjects)
  const item = itemOf(pen, ms, false, 'reference', null, 'transaction')
  pen.items.push(item)
  addReference(pen, ms, item.id, 'transaction', id, name)
}

function addReference(
  { random, references }: Pen,
  ms: number,
  itemId: string | null,
  kind: string,
  recordId: string | null,
  name: string,
): void {
  references.push({ id: idAt(random, ms), itemId, kind, recordId, name, at: iso(ms) })
}

function itemOf(
  { random, ticket, asker, desk, deskName }: Pen,
  ms: number,
  isDesk: boolean,
  kind: string,
  content: string | null,
  detail: string | null,
): MadeItem {
  return {
    id: idAt(random, ms),
    kind,
    actorName: isDesk ? deskName : ticket.requester,
    actorSide: isDesk ? desk : asker,
    content,
    detail,
    at: iso(ms),
  }
}
