import { causeText, storedCause } from '@counterfoil/features/payments/processing/causes.rules.ts'
import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { useProviderNames } from '@counterfoil/kit/web/formats/names-of-codes.ts'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import { ReasonDialog } from '@counterfoil/kit/web/overlays/reject-dialog.tsx'
import { SideDrawer } from '@counterfoil/kit/web/overlays/side-drawer.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { Facts } from '@counterfoil/kit/web/page/page.tsx'
import { ErrorState, LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import { useMayCall, useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Anchor, Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { closeNotice, readNotice, retryNotice } from './acquirer-notices.contract.ts'
import { closeTexts, noticeTexts, stateMap, stateTexts } from './acquirer-notices.messages.ts'
import classes from './acquirer-notices.module.css'
import type { AcquirerNoticeView } from './acquirer-notices.schema.ts'

/** One notice: where it stands, as it came, and what can be done about it. */
export function AcquirerNoticeDrawer({ id, onClose }: { id: string; onClose(): void }) {
  const t = useTexts(noticeTexts)
  const found = useCall(readNotice, { params: { id } })
  const notice = found.data
  return (
    <SideDrawer isOpen onClose={onClose} title={t.notice}>
      {notice === undefined && found.error === null && <LoadingLines lines={6} />}
      {found.error !== null && <ErrorState problem={found.error} onRetry={() => found.refetch()} />}
      {notice !== undefined && (
        <>
          <NoticeFacts notice={notice} />
          <NoticeActions notice={notice} />
          <h3 className={classes.title}>{t.body}</h3>
          <pre className={classes.body}>{formatted(notice.body)}</pre>
          <p className={classes.note}>{t.bodyNote}</p>
        </>
      )}
    </SideDrawer>
  )
}

function NoticeFacts({ notice }: { notice: AcquirerNoticeView }) {
  const t = useTexts(noticeTexts)
  const states = useTexts(stateTexts)
  const { language } = useLanguage()
  const { audience } = useUser()
  const nameOf = useProviderNames()
  const { cause, paymentId, decidedAt, closeReason } = notice
  const lookup = audience === 'platform' ? '/platform' : ''
  return (
    <Facts
      facts={[
        [
          t.state,
          <StatusPill
            key="state"
            status={notice.state}
            map={stateMap}
            label={states[notice.state]}
          />,
        ],
        ...(cause === null ? [] : [[t.cause, causeText(storedCause(cause), language)] as const]),
        [t.acquirer, nameOf(notice.provider)],
        [t.reference, notice.reference],
        ...(audience === 'platform' ? [[t.tenant, notice.tenantName] as const] : []),
        [t.merchant, notice.merchantName ?? '–'],
        [
          t.payment,
          paymentId === null ? (
            '–'
          ) : (
            <Anchor
              key="payment"
              component={Link}
              to={`${lookup}/transaction-management/transaction-lookup/${paymentId}`}
            >
              {notice.externalId ?? paymentId.slice(-12)}
            </Anchor>
          ),
        ],
        [t.received, <DateTime key="received" value={notice.receivedAt} seconds />],
        [t.repeats, notice.repeats],
        ...(notice.repeats === 0
          ? []
          : [
              [
                t.lastReceived,
                <DateTime key="last" value={notice.lastReceivedAt} seconds />,
              ] as const,
            ]),
        [t.tries, notice.tries],
        ...(decidedAt === null
          ? []
          : [[t.decided, <DateTime key="decided" value={decidedAt} seconds />] as const]),
        ...(closeReason === null
          ? []
          : [[t.closedBy, notice.closedBy ?? '–'] as const, [t.closeReason, closeReason] as const]),
      ]}
    />
  )
}

function NoticeActions({ notice }: { notice: AcquirerNoticeView }) {
  const t = useTexts(noticeTexts)
  const close = useTexts(closeTexts)
  const mayRetry = useMayCall(retryNotice)
  const mayClose = useMayCall(closeNotice)
  const [isClosing, setClosing] = useState(false)
  const params = { id: notice.id }
  const retrying = useAction(retryNotice, {
    onDone: ({ state }) =>
      state === 'taken'
        ? showSnackbar({ message: t.taken, tone: 'success' })
        : showSnackbar({ message: t.stillAside }),
  })
  const closing = useAction(closeNotice, {
    quiet: true,
    onDone: () => {
      setClosing(false)
      showSnackbar({ message: t.closed, tone: 'success' })
    },
  })
  const isAside = notice.state === 'aside'
  if (!isAside && notice.state !== 'refused') return null
  return (
    <div className={classes.buttons}>
      {isAside && mayRetry && (
        <Button
          size="sm"
          loading={retrying.isRunning}
          onClick={() => retrying.run({ params, body: {} })}
        >
          {t.retry}
        </Button>
      )}
      {mayClose && (
        <Button size="sm" variant="default" onClick={() => setClosing(true)}>
          {t.close}
        </Button>
      )}
      {isClosing && (
        <ReasonDialog
          texts={close}
          onClose={() => setClosing(false)}
          onReject={(reason) => closing.run({ params, body: { reason } })}
          isRunning={closing.isRunning}
          problem={closing.problem}
          maxLength={500}
        />
      )}
    </div>
  )
}

/** JSON on lines; other text is shown as it is. */
function formatted(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
