import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { textIn } from '@counterfoil/kit/contract/texts.ts'
import type { FeedItem } from './feed-items.schema.ts'

const msg = messagesOf(import.meta.url)

/** Describes an item in one line, for a writer who has not seen it. */
export function describeItem(item: FeedItem): string {
  switch (item.type) {
    case 'comment':
      return `${item.commenter}: ${shorten(item.content)}`
    case 'assignment':
      return item.newAssignee === null
        ? `${item.assigner} assigned it to nobody`
        : `${item.assigner} assigned it to ${item.newAssignee}`
    case 'priorityChange':
      return `${item.user} changed the priority to ${item.newPriority}`
    case 'statusChange':
      return `${item.user} ${item.newState === 'Closed' ? 'closed' : 'opened'} the ticket`
    case 'escalation':
      return `${item.user} escalated the ticket as ${item.code}`
    case 'reference':
      return `${item.creator} added ${item.references.map((one) => one.name ?? 'a record').join(', ')}`
    case 'externalPartyInvitation':
      return `${item.invitedBy} invited ${item.externalPartyEmail}`
  }
}

const shorten = (text: string) => (text.length > 200 ? `${text.slice(0, 199)}…` : text)

const columns = msg({ time: 'Time', kind: 'Kind', by: 'By', internal: 'Internal', text: 'Text' })

/** The headings of the exported feed. */
export const feedColumns = (language: string): string[] =>
  Object.values(columns).map((name) => textIn(name, language))

/** One row of the exported feed. */
export function feedRow(item: FeedItem): string[] {
  return [
    item.timestamp,
    item.type,
    actorOf(item),
    item.isInternal ? 'yes' : 'no',
    exportedText(item),
  ]
}

function actorOf(item: FeedItem): string {
  switch (item.type) {
    case 'comment':
      return item.commenter
    case 'assignment':
      return item.assigner
    case 'reference':
      return item.creator
    case 'externalPartyInvitation':
      return item.invitedBy
    default:
      return item.user
  }
}

function exportedText(item: FeedItem): string {
  switch (item.type) {
    case 'comment':
      return [item.content, item.attachments.map((one) => one.name).join('; ')]
        .filter(Boolean)
        .join('\n')
    case 'assignment':
      return item.newAssignee ?? ''
    case 'priorityChange':
      return item.newPriority
    case 'statusChange':
      return item.newState
    case 'escalation':
      return item.code
    case 'reference':
      return item.references.map((one) => one.name ?? '').join('; ')
    case 'externalPartyInvitation':
      return [item.externalPartyEmail, item.invitationDescription].filter(Boolean).join(': ')
  }
}
