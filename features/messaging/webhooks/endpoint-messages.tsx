import '@mantine/core/styles/Group.layer.css'
import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { EmptyState, ErrorState, LoadingLines, Older } from '@counterfoil/kit/web/page/states.tsx'
import { useMayEdit } from '@counterfoil/kit/web/resource/may-edit.ts'
import { RecordPart } from '@counterfoil/kit/web/resource/record-part.tsx'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Anchor, Button, Group } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import type { z } from 'zod'
import {
  listEndpointDeliveries,
  resendDelivery,
  sendTestEvent,
} from './webhook-endpoints.contract.ts'
import { attemptTexts, endpointTexts, reasonTexts } from './webhook-endpoints.messages.ts'
import classes from './webhook-endpoints.module.css'
import { webhookEndpoints } from './webhook-endpoints.resource.ts'
import type { webhookDelivery } from './webhooks.contract.ts'
import { attemptReasonOf, retryDelaysS } from './webhooks.rules.ts'

type Delivery = z.infer<typeof webhookDelivery>

const pageSize = 10
/** A message that was just enqueued is polled until it has arrived. */
const refetchEveryMs = 4_000
const deliveryStates = {
  waiting: 'pending',
  delivered: 'positive',
  failing: 'negative',
  givenup: 'negative',
} as const

/** The messages to the endpoint with all attempts, and buttons to send one now. */
export function EndpointMessages({ row }: { row: ResourceRow }) {
  const t = useTexts(endpointTexts)
  const mayEdit = useMayEdit(webhookEndpoints)
  const [pageIndex, setPageIndex] = useState(0)
  const params = { id: row.id }
  const sent = useCall(
    listEndpointDeliveries,
    { params, query: { pageSize, pageIndex } },
    { refetchEveryMs, keepPrevious: true },
  )
  const test = useAction(sendTestEvent, {
    onDone: () => showSnackbar({ message: t.testSent, tone: 'success' }),
  })
  const count = sent.data?.count ?? sent.data?.countAtLeast ?? 0
  return (
    <RecordPart
      title={t.messages}
      {...(row.isActive ? {} : { about: t.off })}
      action={
        mayEdit && (
          <Button
            size="compact-xs"
            variant="default"
            disabled={!row.isActive || test.isRunning}
            onClick={() => void test.run({ params })}
          >
            {t.test}
          </Button>
        )
      }
    >
      {sent.data === undefined && sent.error !== null && (
        <ErrorState problem={sent.error} onRetry={() => sent.refetch()} />
      )}
      {sent.data === undefined && sent.error === null && <LoadingLines lines={3} />}
      {sent.data?.data.length === 0 && <EmptyState title={t.noMessages} />}
      <Older isOld={sent.isPlaceholderData}>
        <ul className={classes.messages}>
          {sent.data?.data.map((one) => (
            <Message
              key={one.id}
              of={one}
              mayResend={mayEdit && row.isActive && typeof row.pausedAt !== 'string'}
            />
          ))}
        </ul>
      </Older>
      {count > pageSize && (
        <Group justify="space-between">
          <Button
            size="compact-xs"
            variant="default"
            disabled={pageIndex === 0}
            onClick={() => setPageIndex(pageIndex - 1)}
          >
            {t.newer}
          </Button>
          <Button
            size="compact-xs"
            variant="default"
            disabled={(pageIndex + 1) * pageSize >= count}
            onClick={() => setPageIndex(pageIndex + 1)}
          >
            {t.older}
          </Button>
        </Group>
      )}
    </RecordPart>
  )
}

/** The payment that a message of one of these types shows. */
const paymentEvent = /^(payment|dispute)\./

function paymentOf(type: string, payload: unknown): { id: string; name: string } | undefined {
  if (!paymentEvent.test(type)) return undefined
  const { data } = payload as { data?: { id?: string; externalId?: string | null } }
  if (data?.id === undefined) return undefined
  return { id: data.id, name: data.externalId ?? `…${data.id.slice(-12)}` }
}

function Message({ of, mayResend }: { of: Delivery; mayResend: boolean }) {
  const t = useTexts(endpointTexts)
  const { audience } = useUser()
  const payload: unknown = JSON.parse(of.payload)
  const payment = paymentOf(of.eventType, payload)
  const lookup = audience === 'tenant' ? '' : `/${audience}`
  const resend = useAction(resendDelivery, {
    onDone: () => showSnackbar({ message: t.resent, tone: 'success' }),
  })
  return (
    <li className={classes.message}>
      <details>
        <summary>
          <StatusPill status={of.state} map={deliveryStates} /> <code>{of.eventType}</code>{' '}
          <DateTime value={of.createdAt} seconds />
        </summary>
        <DeliveryAttempts of={of} />
        <h4>{t.payload}</h4>
        <pre className={classes.payload}>{JSON.stringify(payload, null, 2)}</pre>
      </details>
      {payment !== undefined && (
        <Anchor
          component={Link}
          inherit
          to={`${lookup}/transaction-management/transaction-lookup/${payment.id}`}
        >
          {payment.name}
        </Anchor>
      )}
      {mayResend && (
        <Button
          size="compact-xs"
          variant="subtle"
          disabled={resend.isRunning}
          onClick={() => void resend.run({ params: { id: of.endpointId, deliveryId: of.id } })}
        >
          {t.resend}
        </Button>
      )}
    </li>
  )
}

/** How a message was sent and what was answered, the last attempt first; before it, when it is sent next or why not. */
export function DeliveryAttempts({
  of: { state, attempts, nextAttemptAt },
}: {
  of: Pick<Delivery, 'state' | 'attempts' | 'nextAttemptAt'>
}) {
  const t = useTexts(attemptTexts)
  const scheduled = attempts.filter(({ isManual }) => !isManual)
  // 410 and the last attempt say by themselves why it was given up
  const isExplained =
    scheduled[0]?.responseStatus === 410 || scheduled.length >= retryDelaysS.length
  const isStopped = state === 'given_up' && !isExplained
  return (
    <ul className={classes.attempts}>
      {nextAttemptAt !== null && (
        <li>
          {t.next} <DateTime value={nextAttemptAt} seconds />
        </li>
      )}
      {isStopped && <li>{t.stopped}</li>}
      {attempts.length === 0 && !isStopped && <li>{t.notTried}</li>}
      {attempts.map((attempt) => (
        <OneAttempt key={attempt.id} of={attempt} />
      ))}
    </ul>
  )
}

function OneAttempt({ of }: { of: Delivery['attempts'][number] }) {
  const t = useTexts(attemptTexts)
  const status = of.responseStatus
  const isRedirect = status !== null && status >= 300 && status < 400
  return (
    <li>
      {t.attempt({ n: of.sequence })}
      {of.isManual && ` (${t.byHand})`} · <DateTime value={of.createdAt} seconds /> ·{' '}
      {status ?? <Reason text={of.error ?? ''} />}
      {of.durationMs !== null && ` · ${of.durationMs} ms`}
      {isRedirect && <p className={classes.hint}>{t.redirect}</p>}
      {of.responseBody !== null && (
        <details>
          <summary>{t.answer}</summary>
          <pre className={classes.payload}>{of.responseBody}</pre>
        </details>
      )}
    </li>
  )
}

/** Why there was no answer; behind it what the network said, which helps who mends the server. */
function Reason({ text }: { text: string }) {
  const t = useTexts(attemptTexts)
  const reasons = useTexts(reasonTexts)
  const ms = /^No answer within (\d+) ms$/.exec(text)?.[1]
  if (ms !== undefined) return t.noAnswer({ seconds: Number(ms) / 1000 })
  const reason = attemptReasonOf(text)
  if (reason === undefined) return text
  return reason === 'closed' ? reasons.closed : `${reasons[reason]} (${text})`
}
