import { DeliveryAttempts } from '@counterfoil/features/messaging/webhooks/webhooks.screens.ts'
import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { Dialog, ProblemNote } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { ErrorState, LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import { useMay } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { Suspense } from 'react'
import { useEventName } from './use-event-name.tsx'
import type { WebhookCalls } from './webhook-reports.contract.ts'
import { reportTexts } from './webhook-reports.messages.ts'
import classes from './webhook-reports.module.css'

interface MessageInFullProps {
  readonly id: string
  readonly calls: WebhookCalls
  onClose(): void
}

/** A message is asked for again until it has arrived. */
const refetchEveryMs = 4_000

/** One message with its attempts and its body, and a button that sends it once more. */
export function MessageInFull({ id, calls, onClose }: MessageInFullProps) {
  const t = useTexts(reportTexts)
  const eventName = useEventName()
  const { access } = calls.resendOne
  const mayResend = useMay(...(access.kind === 'permission' ? access.anyOf : []))
  const params = { id }
  const message = useCall(calls.read, { params }, { quiet: true, refetchEveryMs })
  const resend = useAction(calls.resendOne, {
    quiet: true,
    onDone: () => showSnackbar({ message: t.resent, tone: 'success' }),
  })
  const { data } = message
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={data === undefined ? t.message : `${eventName(data.eventType)} · ${data.endpointUrl}`}
      size="lg"
      isMaximizable
    >
      {message.isPending && <LoadingLines />}
      {data === undefined && message.error !== null && (
        <ErrorState problem={message.error} onRetry={() => message.refetch()} />
      )}
      {data !== undefined && (
        <>
          {mayResend && data.isEndpointActive && (
            <Button
              size="compact-sm"
              variant="default"
              disabled={resend.isRunning}
              onClick={() => void resend.run({ params })}
            >
              {t.resend}
            </Button>
          )}
          <ProblemNote problem={resend.problem} />
          <h3 className={classes.heading}>{t.attempts}</h3>
          <Suspense fallback={null}>
            <DeliveryAttempts of={data} />
          </Suspense>
          <h3 className={classes.heading}>{t.payload}</h3>
          <pre className={classes.code}>{JSON.stringify(JSON.parse(data.payload), null, 2)}</pre>
        </>
      )}
    </Dialog>
  )
}
