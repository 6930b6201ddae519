import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Component, type ReactNode } from 'react'
import { logFailure } from '../calls/log.ts'
import { isMissingCode, loadAgain, useLoadedAgain } from '../calls/missing-code.ts'
import { CallProblem } from '../calls/problem.ts'
import { lastReference } from '../calls/request-reference.ts'
import { useTexts } from '../texts/i18n.tsx'
import classes from './states.module.css'

const msg = messagesOf(import.meta.url)

const texts = msg({
  title: 'This page stopped working',
  text: 'The rest of the portal still works. If it happens again, tell support what you did and quote the reference.',
  missing: 'This page could not be fetched',
  waiting: 'It is loaded again as soon as the server can be reached.',
  reference: 'Reference',
  again: 'Try again',
  reload: 'Reload',
})

interface Failure {
  readonly error: Error
  /** The request that failed, or the last one before the page did, to find in the server's log; empty without any. */
  readonly reference: string
}

interface BoundaryProps {
  /** Another value is another page: what failed before no longer counts. */
  readonly pageKey: string
  readonly children: ReactNode
}

/** Keeps a page that throws from taking the portal with it. */
export class ErrorBoundary extends Component<
  BoundaryProps,
  { failure: Failure | null; pageKey: string }
> {
  override state: { failure: Failure | null; pageKey: string } = {
    failure: null,
    pageKey: this.props.pageKey,
  }

  static getDerivedStateFromError(error: Error) {
    const known = error instanceof CallProblem ? error.requestId : ''
    return { failure: { error, reference: known === '' ? lastReference() : known } }
  }

  override componentDidCatch(error: Error) {
    logFailure('A page stopped working', error)
  }

  static getDerivedStateFromProps(props: BoundaryProps, state: { pageKey: string }) {
    return props.pageKey === state.pageKey ? null : { failure: null, pageKey: props.pageKey }
  }

  override render() {
    const { failure } = this.state
    if (failure === null) return this.props.children
    return <Failed failure={failure} onRetry={() => this.setState({ failure: null })} />
  }
}

function Failed({ failure, onRetry }: { failure: Failure; onRetry: () => void }) {
  const t = useTexts(texts)
  const isMissing = isMissingCode(failure.error)
  useLoadedAgain(isMissing)
  return (
    <div className={classes.state} role="alert">
      <span className={classes.icon} data-failed>
        <IconAlertTriangle size={22} stroke={1.5} />
      </span>
      <h1 className={classes.title}>{isMissing ? t.missing : t.title}</h1>
      <p className={classes.text}>{isMissing ? t.waiting : t.text}</p>
      {!isMissing && failure.reference !== '' && (
        <p className={classes.request}>
          {t.reference} <code>{failure.reference}</code>
        </p>
      )}
      <Button variant="default" size="xs" onClick={isMissing ? loadAgain : onRetry}>
        {isMissing ? t.reload : t.again}
      </Button>
    </div>
  )
}
