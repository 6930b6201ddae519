// The feed of a generated ticket: mostly comments, and some items of every other type.
import { hourMs } from '@counterfoil/kit/contract/durations.ts'
import { type Random, Weighted } from '../random.ts'
import { details, idAt, iso, type MadeTicket, people, words } from './ticket-texts.ts'

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
  /** Items that only agents see. */
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

interface FeedDraft {
  readonly random: Random
  readonly ticket: MadeTicket
  readonly asker: string
  readonly agentSide: string
  readonly agentName: string
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
  const draft: FeedDraft = {
    random,
    ticket,
    asker: isCustomers ? 'customer' : 'tenant',
    agentSide: isCustomers ? 'tenant' : 'platform',
    agentName: ticket.assignee?.[1] ?? random.pick(people),
    subjects,
    items: [],
    internal: [],
    references: [],
  }
  const from = Date.parse(ticket.createdAt)
  const to = Date.parse(ticket.closedAt ?? ticket.answeredAt ?? ticket.createdAt)
  addOrigin(draft, from)
  const count = ticket.answeredAt === null ? 1 : 1 + random.below(average * 2)
  for (let n = 0; n < count; n += 1) {
    const ms = from + ((to - from) * (n + 1)) / (count + 1)
    // the first two comments are the requester's and an agent's answer
    addStep(draft, n < 2 ? 'comment' : steps.pick(random), ms, n % 2 === 1)
  }
  if (ticket.closedAt !== null)
    draft.items.push(itemOf(draft, to, false, 'statusChange', null, 'Closed'))
  return draft
}

/** The page that it was raised on, the payment that it is about, and who it was given to. */
function addOrigin(draft: FeedDraft, ms: number): void {
  const { random, ticket } = draft
  addReference(
    draft,
    ms,
    null,
    'createdOn',
    null,
    '/merchant/transaction-management/transaction-lookup',
  )
  if (random.below(3) === 0) addSubject(draft, ms)
  if (ticket.assignee === undefined) return
  const at = ms + hourMs / 4
  draft.internal.push(itemOf(draft, at, true, 'assignment', ticket.assignee[1], null))
}

function addStep(draft: FeedDraft, step: Step, ms: number, isAgent: boolean): void {
  const { random, ticket, items } = draft
  const says = `${random.pick(words)} ${random.pick(details)}`
  switch (step) {
    case 'comment':
      items.push(itemOf(draft, ms, isAgent, 'comment', says, null))
      return
    case 'internal':
      draft.internal.push(itemOf(draft, ms, true, 'comment', says, null))
      return
    case 'priorityChange':
      items.push(itemOf(draft, ms, isAgent, 'priorityChange', null, ticket.priority))
      return
    case 'reference':
      addSubject(draft, ms)
      return
    case 'reopening':
      items.push(itemOf(draft, ms, true, 'statusChange', null, 'Closed'))
      items.push(itemOf(draft, ms + 1, false, 'statusChange', null, 'Opened'))
      return
    case 'invitation':
      items.push(itemOf(draft, ms, true, 'externalPartyInvitation', says, 'expert@bank.example'))
  }
}

function addSubject(draft: FeedDraft, ms: number): void {
  if (draft.subjects.length === 0) return
  const { id, name } = draft.random.pick(draft.subjects)
  const item = itemOf(draft, ms, false, 'reference', null, 'transaction')
  draft.items.push(item)
  addReference(draft, ms, item.id, 'transaction', id, name)
}

function addReference(
  { random, references }: FeedDraft,
  ms: number,
  itemId: string | null,
  kind: string,
  recordId: string | null,
  name: string,
): void {
  references.push({ id: idAt(random, ms), itemId, kind, recordId, name, at: iso(ms) })
}

function itemOf(
  { random, ticket, asker, agentSide, agentName }: FeedDraft,
  ms: number,
  isAgent: boolean,
  kind: string,
  content: string | null,
  detail: string | null,
): MadeItem {
  return {
    id: idAt(random, ms),
    kind,
    actorName: isAgent ? agentName : ticket.requester,
    actorSide: isAgent ? agentSide : asker,
    content,
    detail,
    at: iso(ms),
  }
}
