import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import type { StatusMap } from '@counterfoil/kit/web/formats/status.ts'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import { ErrorState, LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { type Email, readEmail } from './emails.contract.ts'
import { emailTexts } from './emails.messages.ts'
import classes from './emails.module.css'

export const emailStateMap: StatusMap = {
  waiting: 'pending',
  kept: 'neutral',
  sent: 'positive',
  failed: 'negative',
}

/** The text of a mail, as plain text, so that its content runs nothing here. */
export function EmailText({ email, onThread }: { email: Email; onThread(id: string): void }) {
  const t = useTexts(emailTexts)
  const { threadId } = email
  const read = useCall(readEmail, { params: { emailId: email.emailId } })
  const shown = read.data ?? email
  return (
    <>
      <h3 className={classes.heading}>{shown.subject}</h3>
      <dl className={classes.facts}>
        <dt>{t.recipient}</dt>
        <dd>{shown.recipient}</dd>
        {shown.customerName !== null && (
          <>
            <dt>{t.customer}</dt>
            <dd>{shown.customerName}</dd>
          </>
        )}
        <dt>{t.time}</dt>
        <dd>
          <DateTime value={shown.createdAt} seconds />
        </dd>
        <dt>{t.state}</dt>
        <dd>
          <StatusPill status={shown.state} map={emailStateMap} label={t[shown.state]} />
        </dd>
        {shown.sentAt !== null && (
          <>
            <dt>{t.sentAt}</dt>
            <dd>
              <DateTime value={shown.sentAt} seconds />
            </dd>
          </>
        )}
        {shown.failure !== null && (
          <>
            <dt>{t.failure}</dt>
            <dd>{shown.failure}</dd>
          </>
        )}
      </dl>
      {shown.state === 'kept' && <p className={classes.note}>{t.keptHint}</p>}
      {read.error ? (
        <ErrorState problem={read.error} onRetry={() => read.refetch()} />
      ) : read.data === undefined ? (
        <LoadingLines />
      ) : read.data.text === null ? (
        <p className={classes.note}>{t.secret}</p>
      ) : (
        <pre className={classes.text}>{read.data.text}</pre>
      )}
      {threadId !== null && (
        <Button variant="default" size="xs" onClick={() => onThread(threadId)}>
          {t.conversation}
        </Button>
      )}
    </>
  )
}
