import type { webhookDelivery } from '@counterfoil/features/messaging/webhooks/webhooks.contract.ts'
import { DeliveryAttempts } from '@counterfoil/features/messaging/webhooks/webhooks.screens.ts'
import { CallInFull } from '@counterfoil/features/payments/api-logs/api-logs.screens.ts'
import {
  bankingPayment,
  deallocateRelationship,
} from '@counterfoil/features/payments/bank-transfers/account-references.contract.ts'
import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { CopyText } from '@counterfoil/kit/web/formats/copy-text.tsx'
import { DateTime, formatDay } from '@counterfoil/kit/web/formats/dates.tsx'
import { Money } from '@counterfoil/kit/web/formats/money.tsx'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import { ConfirmDialog } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { SideDrawer } from '@counterfoil/kit/web/overlays/side-drawer.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { useMay } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import type { z } from 'zod'
import { pageTexts, useWords } from './payment-page.messages.ts'
import classes from './payment-page.module.css'
import type { TabProps } from './payment-tabs.tsx'
import { RecordTable } from './record-table.tsx'

export function ApiLogTab({ payment, calls }: TabProps) {
  const t = useTexts(pageTexts)
  const [open, setOpen] = useState<string>()
  const logs = useCall(calls.details.apiLogs, { params: { id: payment.id } })
  return (
    <>
      <RecordTable
        label={t.apiLog}
        answer={logs}
        rowId={(log) => log.id}
        columns={[
          { title: t.time, cell: (log) => <DateTime value={log.createdAt} seconds /> },
          {
            title: t.direction,
            cell: (log) => (log.direction === 'inbound' ? t.inbound : t.outbound),
          },
          { title: t.call, cell: (log) => <code>{`${log.method} ${log.url}`}</code> },
          { title: t.status, isAmount: true, cell: (log) => log.status ?? '–' },
          {
            title: t.idempotencyKey,
            cell: (log) =>
              log.idempotencyKey === null ? (
                '–'
              ) : (
                <CopyText name={t.idempotencyKey} text={log.idempotencyKey} />
              ),
          },
          { title: t.duration, isAmount: true, cell: (log) => `${log.durationMs} ms` },
          {
            title: '',
            cell: (log) => (
              <Button variant="subtle" size="compact-xs" onClick={() => setOpen(log.id)}>
                {t.show}
              </Button>
            ),
          },
        ]}
      />
      <Suspense fallback={null}>
        {open !== undefined && (
          <CallInFull id={open} call={calls.details.apiLog} onClose={() => setOpen(undefined)} />
        )}
      </Suspense>
    </>
  )
}

/** Formats JSON; other text is shown unchanged. */
function pretty(text: string | null): string {
  if (text === null) return '–'
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

type Delivery = z.infer<typeof webhookDelivery>

/** The webhook deliveries of the payment with all attempts, which can be sent again. */
export function WebhooksTab({ payment, calls }: TabProps) {
  const t = useTexts(pageTexts)
  const word = useWords()
  const webhooks = useCall(
    calls.webhooks,
    { params: { id: payment.id }, query: { pageSize: 100 } },
    { refetchEveryMs: 4_000 },
  )
  const mayResend = useMay(...calls.resendPermissions)
  const resend = useAction(calls.resend, {
    headers: { SystemMode: payment.mode },
    onDone: ({ queued }) => showSnackbar({ message: t.resent({ count: queued }), tone: 'success' }),
  })
  const [openId, setOpen] = useState<string>()
  // as it is now: attempts go on
  const open = webhooks.data?.data.find(({ id }) => id === openId)
  return (
    <>
      <RecordTable
        label={t.webhooks}
        answer={{ ...webhooks, data: webhooks.data?.data }}
        rowId={(delivery) => delivery.id}
        empty={t.noWebhooks}
        columns={[
          { title: t.time, cell: (delivery) => <DateTime value={delivery.createdAt} seconds /> },
          { title: t.event, cell: (delivery) => word('event', delivery.eventType) },
          {
            title: t.state,
            cell: (delivery) => <StatusPill status={delivery.state} map={deliveryStates} />,
          },
          { title: t.endpoint, cell: (delivery) => <code>{delivery.endpointUrl}</code> },
          { title: t.attempts, isAmount: true, cell: (delivery) => delivery.attempts.length },
          {
            title: t.payload,
            cell: (delivery) => (
              <Button variant="subtle" size="compact-xs" onClick={() => setOpen(delivery.id)}>
                {t.show}
              </Button>
            ),
          },
          {
            title: '',
            cell: ({ eventId }) =>
              mayResend &&
              eventId !== null && (
                <Button
                  variant="default"
                  size="compact-xs"
                  disabled={resend.isRunning}
                  onClick={() => void resend.run({ params: { id: eventId } })}
                >
                  {t.resend}
                </Button>
              ),
          },
        ]}
      />
      {open !== undefined && <OneDelivery delivery={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}

const deliveryStates = {
  waiting: 'pending',
  delivered: 'positive',
  failing: 'negative',
  givenup: 'negative',
} as const

/** Its attempts and what was sent, over the edge of the page, where both have room. */
function OneDelivery({ delivery, onClose }: { delivery: Delivery; onClose(): void }) {
  const t = useTexts(pageTexts)
  const word = useWords()
  return (
    <SideDrawer isOpen onClose={onClose} title={word('event', delivery.eventType)}>
      <h3 className={classes.codeTitle}>{t.attempts}</h3>
      <Suspense fallback={null}>
        <DeliveryAttempts of={delivery} />
      </Suspense>
      <h3 className={classes.codeTitle}>{t.payload}</h3>
      <pre className={classes.payload}>{pretty(delivery.payload)}</pre>
    </SideDrawer>
  )
}

const lineStatusMap = { matched: 'positive', unmatched: 'negative', waiting: 'pending' } as const
const stateText = (state: string) =>
  state === 'matched' ? 'matched' : state === 'unmatched' ? 'unmatched' : 'waits'

/** The reference that the payer quotes, and its bank statement lines. */
export function RelationsTab({ payment }: TabProps) {
  const t = useTexts(pageTexts)
  const params = { organizationId: payment.merchantId, id: payment.id }
  const banking = useCall(bankingPayment, { params }, { quiet: true })
  const relationship = banking.data?.relationship
  const lines = { ...banking, data: banking.data?.lines }
  return (
    <>
      {relationship !== undefined && (
        <dl className={classes.facts}>
          <div className={classes.fact}>
            <dt>{t.accountReference}</dt>
            <dd>
              <CopyText name={t.accountReference} text={relationship.accountReference} />
            </dd>
          </div>
          {relationship.payTo !== null && (
            <div className={classes.fact}>
              <dt>{t.payTo}</dt>
              <dd>
                {relationship.payTo.accountHolder}, {relationship.payTo.bankName}{' '}
                <CopyText name="IBAN" text={relationship.payTo.iban} />
              </dd>
            </div>
          )}
          <div className={classes.fact}>
            <dt>{t.state}</dt>
            <dd>
              {relationship.requestType === 'Allocated' ? t.allocated : t.deallocated}{' '}
              {relationship.requestType === 'Allocated' && <Deallocate of={relationship} />}
            </dd>
          </div>
        </dl>
      )}
      <RecordTable
        label={t.relations}
        answer={lines}
        rowId={(line) => line.id}
        empty={t.noLines}
        columns={[
          { title: t.bookedOn, cell: (line) => formatDay(line.bookedOn) },
          { title: t.bank, cell: (line) => line.bankName },
          { title: t.line, cell: (line) => line.line },
          { title: t.sender, cell: (line) => line.payer ?? '–' },
          {
            title: t.amount,
            isAmount: true,
            cell: (line) => <Money amount={line.amount} currency={line.currency} />,
          },
          {
            title: t.state,
            cell: (line) => (
              <StatusPill
                status={line.state}
                map={lineStatusMap}
                label={t[stateText(line.state)]}
              />
            ),
          },
        ]}
      />
    </>
  )
}

function Deallocate(props: {
  of: {
    organizationId: string
    transactionId: string
    accountReference: string
    websiteId: string | null
  }
}) {
  const t = useTexts(pageTexts)
  const [isAsking, setAsking] = useState(false)
  const mayDo = useMay(
    'CRM.Transaction.Actions.StatusChange',
    'Platform.Transaction.Actions.StatusChange',
  )
  const act = useAction(deallocateRelationship, { quiet: true, onDone: () => setAsking(false) })
  const { organizationId, transactionId, accountReference, websiteId } = props.of
  if (!mayDo) return null
  return (
    <>
      <Button variant="subtle" size="compact-xs" onClick={() => setAsking(true)}>
        {t.deallocate}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() =>
          act.run({ body: { organizationId, transactionId, accountReference, websiteId } })
        }
        title={`${t.deallocate}: ${accountReference}`}
        text={t.deallocateText}
        confirmLabel={t.deallocate}
        isDangerous
        isRunning={act.isRunning}
        problem={act.problem}
      />
    </>
  )
}
