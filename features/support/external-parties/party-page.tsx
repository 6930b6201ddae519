import { textColourOn } from '@counterfoil/kit/contract/colour.ts'
import type { Client } from '@counterfoil/kit/web/calls/call.ts'
import { CallProblem } from '@counterfoil/kit/web/calls/problem.ts'
import { sanitise } from '@counterfoil/kit/web/form/input-rules.ts'
import { useKeptText } from '@counterfoil/kit/web/form/unsaved-text.ts'
import { DateTime, formatDate } from '@counterfoil/kit/web/formats/dates.tsx'
import { useTimeZone } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { type CSSProperties, type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import {
  createExternalComment,
  type ExternalTicket,
  readExternalTicket,
} from './external-ticket.contract.ts'
import { partyTexts } from './party-page.messages.ts'
import classes from './party-page.module.css'

const refetchMs = 30_000

/** The public part of a ticket for an external party, to read and to answer. Plain HTML, so that it works everywhere. */
export default function ExternalPartyPage({ client, token }: { client: Client; token: string }) {
  const t = useTexts(partyTexts)
  const [ticket, setTicket] = useState<ExternalTicket>()
  const [problem, setProblem] = useState<CallProblem>()
  const read = useCallback(async () => {
    try {
      setTicket(await client.send(readExternalTicket, { body: { token } }))
      setProblem(undefined)
    } catch (cause) {
      if (!(cause instanceof CallProblem)) throw cause
      setProblem(cause)
    }
  }, [client, token])
  useEffect(() => {
    void read()
    const timer = setInterval(
      () => document.visibilityState === 'visible' && void read(),
      refetchMs,
    )
    return () => clearInterval(timer)
  }, [read])
  useEffect(() => {
    document.title = ticket?.subject ?? t.title
  }, [ticket, t])

  const isGone = problem !== undefined && problem.status >= 400 && problem.status < 500
  if (isGone || (problem !== undefined && ticket === undefined)) {
    return (
      <main className={classes.page}>
        <h1>{isGone ? t.gone : t.title}</h1>
        <p role="alert">{isGone ? t.goneHint : problem?.message}</p>
        <button type="button" className={classes.button} onClick={read}>
          {t.retry}
        </button>
      </main>
    )
  }
  if (ticket === undefined) {
    return (
      <main className={classes.page} role="status">
        {t.loading}
      </main>
    )
  }
  return (
    <main className={classes.page} style={coloursOf(ticket)}>
      <Head ticket={ticket} />
      <Comments ticket={ticket} />
      {ticket.state === 'Closed' && <p className={classes.note}>{t.closed}</p>}
      <Answer client={client} token={token} ticket={ticket} onSent={setTicket} />
    </main>
  )
}

/** Of the button: what the tenant chose for its portal. */
const coloursOf = ({ colour }: ExternalTicket): CSSProperties =>
  colour === null
    ? {}
    : ({ '--button': colour, '--on-button': textColourOn(colour) } as CSSProperties)

function Head({ ticket }: { ticket: ExternalTicket }) {
  const t = useTexts(partyTexts)
  const timeZone = useTimeZone()
  return (
    <header>
      {ticket.logo !== null && (
        <img className={classes.logo} src={ticket.logo} alt={ticket.tenantName} />
      )}
      <p className={classes.note}>
        {t.from({ tenant: ticket.tenantName })} · <code>{ticket.code}</code>
      </p>
      <h1>{ticket.subject}</h1>
      <p className={classes.text}>{ticket.description}</p>
      <p className={classes.note}>
        {t.as({ email: ticket.email, date: formatDate(new Date(ticket.expiresAt), timeZone) })}
      </p>
    </header>
  )
}

function Comments({ ticket }: { ticket: ExternalTicket }) {
  const t = useTexts(partyTexts)
  return (
    <section aria-label={t.conversation}>
      <h2>{t.conversation}</h2>
      {ticket.comments.length === 0 && <p className={classes.note}>{t.empty}</p>}
      <ol className={classes.comments}>
        {ticket.comments.map((comment) => (
          <li key={comment.itemId} data-own={comment.isOwn || undefined}>
            <strong>{comment.isOwn ? t.you : comment.commenter}</strong>{' '}
            <span className={classes.note}>
              <DateTime value={comment.timestamp} />
            </span>
            <p className={classes.text}>{comment.content}</p>
            {comment.attachments.length > 0 && (
              <p className={classes.note}>
                {t.attached({ names: comment.attachments.join(', ') })}
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

function Answer(props: {
  client: Client
  token: string
  ticket: ExternalTicket
  onSent(ticket: ExternalTicket): void
}) {
  const t = useTexts(partyTexts)
  const draft = useKeptText(`external:${props.ticket.code}`)
  const [state, setState] = useState<'idle' | 'sending' | 'sent' | { problem: string }>('idle')
  /** One key for one answer, until it is known that it was stored. */
  const intent = useRef<{ readonly content: string; readonly key: string }>(undefined)
  async function send(event: FormEvent) {
    event.preventDefault()
    const sent = draft.text
    const content = sanitise(sent)
    if (intent.current?.content !== content) intent.current = { content, key: crypto.randomUUID() }
    setState('sending')
    try {
      const body = { token: props.token, content }
      const options = { idempotencyKey: intent.current.key }
      props.onSent(await props.client.send(createExternalComment, { body }, options))
      intent.current = undefined
      draft.clear(sent)
      setState('sent')
    } catch (cause) {
      if (!(cause instanceof CallProblem)) throw cause
      setState({ problem: cause.message })
    }
  }
  if (props.ticket.state === 'Closed') return null
  return (
    <form onSubmit={send} className={classes.answer}>
      <label htmlFor="answer">{t.answer}</label>
      <textarea
        id="answer"
        rows={6}
        maxLength={20_000}
        value={draft.text}
        onChange={(event) => draft.write(event.currentTarget.value)}
        onBlur={() => draft.write(sanitise(draft.text))}
      />
      <div className={classes.foot}>
        <span role="status" className={classes.note}>
          {state === 'sent' && t.sent}
          {typeof state === 'object' && <span className={classes.problem}>{state.problem}</span>}
        </span>
        <button
          type="submit"
          className={classes.button}
          disabled={state === 'sending' || draft.text.trim() === ''}
        >
          {state === 'sending' ? t.sending : t.send}
        </button>
      </div>
    </form>
  )
}
