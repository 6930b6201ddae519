import {
  listAlerts,
  listRoutingLogs,
} from '@counterfoil/features/payments/details/details.contract.ts'
import { DateTime } from '@counterfoil/kit/web/dates.tsx'
import { useTexts } from '@counterfoil/kit/web/i18n.tsx'
import { Money } from '@counterfoil/kit/web/money.tsx'
import { StatusPill } from '@counterfoil/kit/web/status-pill.tsx'
import { useCall } from '@counterfoil/kit/web/use-call.ts'
import { useUserContext } from '@counterfoil/kit/web/user.tsx'
import { Link, useLocation } from 'react-router'
import { pageTexts } from './payment-page.messages.ts'
import type { TabProps } from './payment-tabs.tsx'
import { RecordTable } from './record-table.tsx'

/** More than a payment ever has; the API pages all the same. */
const allOfThem = 100

const words = (text: string) => text.replaceAll('_', ' ')

export function EventsTab({ payment, calls }: TabProps) {
  const t = useTexts(pageTexts)
  const events = useCall(calls.details.events, {
    params: { id: payment.id },
    query: { pageSize: allOfThem },
  })
  return (
    <RecordTable
      label={t.events}
      answer={{ ...events, data: events.data?.data }}
      rowId={(event) => event.id}
      columns={[
        { title: t.time, cell: (event) => <DateTime value={event.createdAt} seconds /> },
        { title: t.event, cell: (event) => words(event.type.replace('payment.', '')) },
        { title: t.status, cell: (event) => <StatusPill status={event.toStatus} /> },
        {
          title: t.amount,
          isAmount: true,
          cell: (event) => <Money amount={event.amount} currency={event.currency} />,
        },
        { title: t.by, cell: (event) => event.actorName ?? words(event.actorType) },
        { title: t.cause, cell: (event) => event.cause ?? '–' },
      ]}
    />
  )
}

export function RelatedTab({ payment, calls }: TabProps) {
  const t = useTexts(pageTexts)
  const { pathname } = useLocation()
  const related = useCall(calls.details.related, { params: { id: payment.id } })
  return (
    <RecordTable
      label={t.related}
      answer={related}
      rowId={(item) => item.id}
      columns={[
        { title: t.time, cell: (item) => <DateTime value={item.createdAt} seconds /> },
        {
          title: t.kind,
          cell: (item) =>
            item.relation === 'same_order' ? (
              <Link to={`${pathname.replace(/[^/]+$/, '')}${item.id}`}>{words(item.relation)}</Link>
            ) : (
              words(item.relation)
            ),
        },
        { title: t.state, cell: (item) => <StatusPill status={item.state} /> },
        {
          title: t.amount,
          isAmount: true,
          cell: (item) => <Money amount={item.amount} currency={item.currency} />,
        },
        { title: t.reason, cell: (item) => item.reason ?? '–' },
        { title: t.reference, cell: (item) => item.acquirerReference ?? '–' },
      ]}
    />
  )
}

export function CascadingTab({ payment, calls }: TabProps) {
  const t = useTexts(pageTexts)
  const { serviceProviders } = useUserContext()
  const attempts = useCall(calls.details.cascading, { params: { id: payment.id }, query: {} })
  return (
    <RecordTable
      label={t.cascading}
      answer={attempts}
      rowId={(attempt) => attempt.id}
      columns={[
        { title: t.time, cell: (attempt) => <DateTime value={attempt.startedAt} seconds /> },
        { title: t.operation, cell: (attempt) => words(attempt.operation) },
        { title: t.attempt, isAmount: true, cell: (attempt) => attempt.sequence },
        {
          title: t.provider,
          cell: (attempt) =>
            serviceProviders.find(({ id }) => id === attempt.provider)?.name ?? attempt.provider,
        },
        { title: t.mid, cell: (attempt) => attempt.midCode ?? '–' },
        { title: t.outcome, cell: (attempt) => <StatusPill status={attempt.state} /> },
        { title: t.reason, cell: (attempt) => attempt.declineReason ?? '–' },
        { title: t.reference, cell: (attempt) => attempt.acquirerReference ?? '–' },
      ]}
    />
  )
}

export function RoutingTab({ payment }: TabProps) {
  const t = useTexts(pageTexts)
  const logs = useCall(listRoutingLogs, { params: { id: payment.id, x: 'all' } })
  const considered = logs.data?.flatMap(({ considered, createdAt, operationId }) =>
    considered.map((mid) => ({ ...mid, createdAt, operationId })),
  )
  return (
    <RecordTable
      label={t.routing}
      answer={{ ...logs, data: considered }}
      rowId={(mid) => `${mid.operationId} ${mid.midId}`}
      columns={[
        { title: t.time, cell: (mid) => <DateTime value={mid.createdAt} seconds /> },
        { title: t.mid, cell: (mid) => mid.midCode },
        { title: t.provider, cell: (mid) => mid.provider },
        { title: t.priority, isAmount: true, cell: (mid) => mid.priority },
        {
          title: t.outcome,
          cell: (mid) => (
            <StatusPill
              status={mid.isEligible ? 'Approved' : 'Inactive'}
              label={mid.isEligible ? t.taken : t.passedOver}
            />
          ),
        },
        { title: t.reason, cell: (mid) => mid.reason },
      ]}
    />
  )
}

export function AlertsTab({ payment }: TabProps) {
  const t = useTexts(pageTexts)
  const alerts = useCall(listAlerts, { params: { id: payment.id } })
  return (
    <RecordTable
      label={t.alerts}
      answer={alerts}
      rowId={(alert) => alert.id}
      empty={t.noAlerts}
      columns={[
        { title: t.time, cell: (alert) => <DateTime value={alert.createdAt} seconds /> },
        { title: t.rule, cell: (alert) => alert.rule },
        { title: t.outcome, cell: (alert) => alert.outcome },
        { title: t.message, cell: (alert) => alert.message },
      ]}
    />
  )
}
