import type { CallProblem } from '@counterfoil/kit/web/calls/problem.ts'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { FeedEntry, type ShowReference } from './feed-item.tsx'
import type { FeedItem } from './feed-items.schema.ts'
import { feedTexts } from './ticket-feed.messages.ts'
import classes from './ticket-feed.module.css'

/** Shows the items that others added while a comment was written, before the comment is sent or rewritten. */
export function ChangedNote(props: {
  items: readonly FeedItem[]
  problem: CallProblem | null
  show: ShowReference
  /** The changed ticket has been read again. */
  isReady: boolean
  onSend(): void
}) {
  const t = useTexts(feedTexts)
  return (
    <div className={classes.changed} role="alert">
      <strong>{t.changedTitle}</strong>
      <p>{t.changedText}</p>
      {props.items.length > 0 ? (
        <ol className={classes.feed}>
          {props.items.map((item) => (
            <FeedEntry key={item.itemId} item={item} isNew={false} show={props.show} />
          ))}
        </ol>
      ) : (
        <ul>
          {props.problem?.errors.map(({ message }) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      )}
      <div>
        <Button size="xs" variant="default" disabled={!props.isReady} onClick={props.onSend}>
          {t.sendAnyway}
        </Button>
      </div>
    </div>
  )
}
