import type { Measure } from '@counterfoil/features/reporting/figures/figures.schema.ts'
import { measureNames } from '@counterfoil/features/reporting/figures/measure-names.schema.ts'
import { measures } from '@counterfoil/features/reporting/figures/measures.rules.ts'
import { modeNames } from '@counterfoil/kit/contract/mode-names.ts'
import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import table from '@counterfoil/kit/web/lists/plain-table.module.css'
import { SideDrawer } from '@counterfoil/kit/web/overlays/side-drawer.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { Facts } from '@counterfoil/kit/web/page/page.tsx'
import { ErrorState, LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import { RecordPart } from '@counterfoil/kit/web/resource/record-part.tsx'
import { useMay, useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Anchor, Button } from '@mantine/core'
import { Link } from 'react-router'
import { Severity, State, useFigures } from './alert-figures.tsx'
import {
  type AlertDetails,
  acknowledgeAlert,
  ownAlerts,
  readAlert,
  resolveAlert,
} from './alerts.contract.ts'
import { alertTexts } from './alerts.messages.ts'
import classes from './alerts.module.css'

/** One alert: the figure beside its bounds and past weeks, what became of it, and what can be done with it. */
export function AlertDrawer({ id, onClose }: { id: string; onClose(): void }) {
  const t = useTexts(alertTexts)
  const found = useCall(readAlert, { params: { id } })
  const alert = found.data
  return (
    <SideDrawer isOpen onClose={onClose} title={t.alert}>
      {alert === undefined && found.error === null && <LoadingLines lines={6} />}
      {found.error !== null && <ErrorState problem={found.error} onRetry={() => found.refetch()} />}
      {alert !== undefined && (
        <>
          <p>{alert.message}</p>
          <Actions alert={alert} />
          <AlertFacts alert={alert} />
          {alert.past.length > 0 && <PastWeeks alert={alert} />}
        </>
      )}
    </SideDrawer>
  )
}

function Actions({ alert }: { alert: AlertDetails }) {
  const t = useTexts(alertTexts)
  const maySetRules = useMay(ownAlerts)
  const params = { id: alert.id }
  const acknowledge = useAction(acknowledgeAlert, {
    onDone: () => showSnackbar({ message: t.acknowledged, tone: 'success' }),
  })
  const resolve = useAction(resolveAlert, {
    onDone: () => showSnackbar({ message: t.resolved, tone: 'success' }),
  })
  return (
    <div className={classes.actions}>
      {alert.state === 'open' && (
        <Button
          size="xs"
          loading={acknowledge.isRunning}
          onClick={() => acknowledge.run({ params })}
        >
          {t.acknowledge}
        </Button>
      )}
      {alert.state !== 'resolved' && (
        <Button
          size="xs"
          variant="default"
          loading={resolve.isRunning}
          onClick={() => resolve.run({ params })}
        >
          {t.resolve}
        </Button>
      )}
      <PaymentsLink alert={alert} />
      {maySetRules && (
        <Anchor component={Link} to={`/crm/reports/alert-rules?record=${alert.ruleId}`}>
          {t.openRule}
        </Anchor>
      )}
    </div>
  )
}

/** Exactly the payments that the figure counts. */
function PaymentsLink({ alert }: { alert: AlertDetails }) {
  const t = useTexts(alertTexts)
  const { audience } = useUser()
  const mayOpen = useMay('CRM.Transaction.View', 'Platform.Transaction.Lookup')
  if (!mayOpen) return null
  const { statuses, attempts } = measures[alert.measure as Measure]
  const search = new URLSearchParams({
    dateFrom: alert.from,
    // the last instant of the filter is included
    dateTo: new Date(Date.parse(alert.to) - 1).toISOString(),
    mode: alert.mode,
    ...(statuses === undefined ? {} : { status: statuses.join(',') }),
    ...(attempts === undefined ? {} : { attempts }),
    ...(alert.merchantId === null ? {} : { merchantId: alert.merchantId }),
    ...(alert.provider === null ? {} : { provider: alert.provider }),
    ...(alert.method === null ? {} : { method: alert.method }),
    ...(alert.currency === null ? {} : { currency: alert.currency }),
    ...(audience === 'platform' ? { tenantId: alert.tenantId } : {}),
  })
  const lookup = `${audience === 'platform' ? '/platform' : ''}/transaction-management/transaction-lookup`
  return (
    <Anchor component={Link} to={`${lookup}?${search}`}>
      {t.openPayments}
    </Anchor>
  )
}

function AlertFacts({ alert }: { alert: AlertDetails }) {
  const t = useTexts(alertTexts)
  const modes = useTexts(modeNames)
  const translate = useTranslate()
  const { audience } = useUser()
  const { say, expected } = useFigures(alert)
  const by = (at: string | null, name: string) =>
    at === null ? (
      '–'
    ) : (
      <>
        {name} · <DateTime value={at} />
      </>
    )
  return (
    <Facts
      facts={[
        [t.severity, <Severity key="severity" of={alert} />],
        [t.state, <State key="state" of={alert} />],
        [translate(measureNames[alert.measure as Measure]), say(alert.value)],
        [t.expected, expected(alert)],
        [t.payments, String(alert.payments)],
        [
          t.time,
          <span key="time">
            <DateTime value={alert.from} /> – <DateTime value={alert.to} />
          </span>,
        ],
        [t.mode, modes[alert.mode]],
        [t.merchant, alert.merchantName ?? t.allMerchants],
        ...(audience === 'platform' ? [[t.tenant, alert.tenantName] as const] : []),
        [t.firedAt, <DateTime key="fired" value={alert.firedAt} />],
        ...(alert.isSilenced ? [[t.silenced, '✓'] as const] : []),
        [t.escalatedAt, <DateTime key="escalated" value={alert.escalatedAt} />],
        [t.acknowledgedBy, by(alert.acknowledgedAt, alert.acknowledgedBy ?? '')],
        [t.resolvedBy, by(alert.resolvedAt, alert.resolvedBy ?? t.recovered)],
      ]}
    />
  )
}

function PastWeeks({ alert }: { alert: AlertDetails }) {
  const t = useTexts(alertTexts)
  const translate = useTranslate()
  const { say } = useFigures(alert)
  return (
    <RecordPart title={t.past}>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">{t.time}</th>
            <th scope="col">{translate(measureNames[alert.measure as Measure])}</th>
            <th scope="col">{t.payments}</th>
          </tr>
        </thead>
        <tbody>
          {alert.past.map((week) => (
            <tr key={week.from}>
              <td>
                <DateTime value={week.from} />
              </td>
              <td>{say(week.value)}</td>
              <td>{week.payments}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </RecordPart>
  )
}
