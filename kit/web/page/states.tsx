import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCloudOff, IconInbox } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { CallProblem } from '../calls/problem.ts'
import { useTexts } from '../texts/i18n.tsx'
import classes from './states.module.css'

const msg = messagesOf(import.meta.url)

const texts = msg({
  retry: 'Try again',
  request: 'Request',
  failed: 'This could not be loaded',
  unreachable: 'No connection to the server',
  unreachableHint: 'We keep trying. What you see may not be the latest.',
  loading: 'Loading',
  older: 'These are the previous figures. New ones are loading…',
})

/** Nothing to show, which is no failure: what would be here, and what to do about it. */
export function EmptyState(props: { title: string; text?: string; action?: ReactNode }) {
  return (
    <div className={classes.state}>
      <span className={classes.icon}>
        <IconInbox size={22} stroke={1.5} />
      </span>
      <p className={classes.title}>{props.title}</p>
      {props.text !== undefined && <p className={classes.text}>{props.text}</p>}
      {props.action}
    </div>
  )
}

/**
 * Figures that `keepPrevious` leaves while those of another choice are loaded: dimmed, and said to be old. `isNoted`: where
 * something beside them says so already.
 */
export function Older(props: { isOld: boolean; isNoted?: boolean; children: ReactNode }) {
  const t = useTexts(texts)
  return (
    <div className={classes.older} data-older={props.isOld || undefined} aria-busy={props.isOld}>
      {props.isNoted !== true && (
        <p className={classes.olderNote} aria-live="polite">
          {props.isOld && t.older}
        </p>
      )}
      <div className={classes.olderFigures}>{props.children}</div>
    </div>
  )
}

/** With the field's name, where the server only tells what is wrong with it: a list has no field to say it at. */
function textOf({ message, errors }: CallProblem): string {
  const [first] = errors
  return first?.path && first.message === message ? `${first.path}: ${message}` : message
}

/** A read that failed: why, the request to quote, and a way to try again. */
export function ErrorState(props: { problem: CallProblem; onRetry?: () => void }) {
  const t = useTexts(texts)
  const isGone = props.problem.status === 0
  const Icon = isGone ? IconCloudOff : IconAlertTriangle
  return (
    <div className={classes.state} role="alert">
      <span className={classes.icon} data-failed>
        <Icon size={22} stroke={1.5} />
      </span>
      <p className={classes.title}>{isGone ? t.unreachable : t.failed}</p>
      <p className={classes.text}>{isGone ? t.unreachableHint : textOf(props.problem)}</p>
      {props.problem.requestId !== '' && (
        <p className={classes.request}>
          {t.request} <code>{props.problem.requestId}</code>
        </p>
      )}
      {props.onRetry !== undefined && (
        <Button variant="default" size="xs" onClick={props.onRetry}>
          {t.retry}
        </Button>
      )}
    </div>
  )
}

/** The shape of text that is on its way. */
export function LoadingLines(props: { lines?: number }) {
  const t = useTexts(texts)
  return (
    <div className={`${classes.lines} cf-skeleton`} role="status" aria-label={t.loading}>
      {Array.from({ length: props.lines ?? 4 }, (_, line) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike and never move
          key={line}
          className="cf-skeleton-line"
          style={{ width: `${92 - ((line * 17) % 40)}%` }}
        />
      ))}
    </div>
  )
}
