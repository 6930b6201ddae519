import { ticketLabel } from '@counterfoil/features/support/tickets/ticket-labels.rules.ts'
import { ticketPath } from '@counterfoil/features/support/tickets/ticket-paths.rules.ts'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import {
  IconArrowsUpDown,
  IconArrowUpRight,
  IconCircleCheck,
  IconCircleDot,
  IconLock,
  IconMailForward,
  IconPaperclip,
  IconStar,
  IconUserCheck,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { FeedItem } from './feed-items.schema.ts'
import { feedTexts } from './ticket-feed.messages.ts'
import classes from './ticket-feed.module.css'

/** Renders a record that an item names, as a link where the reader may open it. */
export type ShowReference = (reference: {
  readonly kind: string
  readonly key: string | null
  readonly name: string | null
  readonly canOpen: boolean
  /** A file of an internal comment, which is stored under the reader's own organisation. */
  readonly isInternal?: boolean
}) => ReactNode

interface ItemProps {
  readonly item: FeedItem
  /** Was unread at some time since the page was opened. */
  readonly isNew: boolean
  readonly show: ShowReference
}

/** One item of the feed. A kind that this portal does not know is left out. */
export function FeedEntry(props: ItemProps) {
  const { item } = props
  if (item.type === 'comment') return <Comment {...props} item={item} />
  const event = useEventText(item, props.show)
  if (event === undefined) return null
  const [Icon, text] = event
  return (
    <li
      className={classes.event}
      data-item={item.type}
      data-internal={item.isInternal || undefined}
    >
      <span className={classes.eventIcon}>
        <Icon size={15} stroke={1.75} aria-hidden />
      </span>
      <span className={classes.eventText}>
        {text}
        {item.isFromEscalation && <Escalated />}
      </span>
      <span className={classes.time}>
        <DateTime value={item.timestamp} />
      </span>
    </li>
  )
}

type Event = Exclude<FeedItem, { type: 'comment' }>

function useEventText(
  item: Event,
  show: ShowReference,
): [icon: typeof IconStar, text: ReactNode] | undefined {
  const t = useTexts(feedTexts)
  const { language } = useLanguage()
  switch (item.type) {
    case 'assignment':
      return [
        IconUserCheck,
        item.newAssignee === null
          ? t.unassigned({ who: item.assigner })
          : t.assigned({ who: item.assigner, to: item.newAssignee }),
      ]
    case 'priorityChange':
      return [
        IconArrowsUpDown,
        t.prioritised({
          who: item.user,
          priority: ticketLabel('priority', item.newPriority, language),
        }),
      ]
    case 'statusChange':
      return item.newState === 'Closed'
        ? [IconCircleCheck, t.closed({ who: item.user })]
        : [IconCircleDot, t.opened({ who: item.user })]
    case 'escalation': {
      const ticket = { ticketId: item.ticketId, ticketChannelType: 'TenantToPlatform' } as const
      const path = ticketPath('tenant', ticket)
      return [
        IconArrowUpRight,
        <>
          {t.escalated({ who: item.user })} <Link to={path}>{item.code}</Link>
        </>,
      ]
    }
    case 'reference':
      return [
        IconPaperclip,
        <>
          {item.kind === 'createdOn'
            ? t.writtenOn({ who: item.creator })
            : t.added({ who: item.creator })}{' '}
          {item.references.map((reference) => (
            <span key={reference.referenceId} className={classes.reference}>
              {show({ ...reference, kind: item.kind })}
            </span>
          ))}
        </>,
      ]
    case 'externalPartyInvitation':
      return [
        IconMailForward,
        <>
          {t.invited({ who: item.invitedBy, email: item.externalPartyEmail })}
          {item.invitationDescription !== '' && (
            <span className={classes.quoted}>{item.invitationDescription}</span>
          )}
        </>,
      ]
    default:
      return undefined
  }
}

function Comment(props: ItemProps & { item: Extract<FeedItem, { type: 'comment' }> }) {
  const t = useTexts(feedTexts)
  const { item, isNew, show } = props
  const Icon = item.isInternal ? IconLock : IconStar
  const meaning = item.isInternal ? t.internal : t.public
  return (
    <li
      className={classes.comment}
      data-item="comment"
      data-own={item.isOwnSide || undefined}
      data-internal={item.isInternal || undefined}
      data-kind={item.kind}
    >
      <div className={classes.commentHead}>
        <span role="img" aria-label={meaning} title={meaning} className={classes.sign}>
          <Icon size={14} stroke={1.75} aria-hidden />
        </span>
        <strong>{item.commenter}</strong>
        {item.kind === 'externalParty' && <span className={classes.tag}>{t.external}</span>}
        {item.isFromEscalation && <Escalated />}
        {item.isOwnSide && <span className="cf-quiet">{t.own}</span>}
        {isNew && <span className={classes.new}>{t.unread}</span>}
        <span className={classes.time}>
          <DateTime value={item.timestamp} />
        </span>
      </div>
      <p className={classes.content}>{item.content}</p>
      {item.attachments.length > 0 && (
        <ul className={classes.attachments} aria-label={t.attachments}>
          {item.attachments.map(({ fileId, name }) => (
            <li key={fileId}>
              <IconPaperclip size={14} stroke={1.75} aria-hidden />
              {show({
                kind: 'attachment',
                key: fileId,
                name,
                canOpen: true,
                isInternal: item.isInternal && item.isOwnSide,
              })}
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

function Escalated() {
  const t = useTexts(feedTexts)
  return <span className={classes.tag}>{t.fromEscalation}</span>
}
