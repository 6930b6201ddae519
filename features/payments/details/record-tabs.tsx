import '@mantine/core/styles/Text.layer.css'
import {
  causeText,
  type StoredCause,
  sentenceText,
} from '@counterfoil/features/payments/processing/causes.rules.ts'
import { findingText } from '@counterfoil/features/routing/antifraud/finding-texts.rules.ts'
import { foundByIn, ruleNameIn } from '@counterfoil/features/routing/antifraud/found-by.rules.ts'
import { reasonIn } from '@counterfoil/features/routing/mids/objections.rules.ts'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { Money, useMoney } from '@counterfoil/kit/web/formats/money.tsx'
import { useProviderNames } from '@counterfoil/kit/web/formats/names-of-codes.ts'
import { disputeStatusMap, operationStatusMap } from '@counterfoil/kit/web/formats/status.ts'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import { useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Text } from '@mantine/core'
import { Link, useLocation } from 'react-router'
import {
  type Attempt,
  type Fee,
  listAccountingEntries,
  listAlerts,
  listRoutingLogs,
} from './details.contract.ts'
import { pageTexts, screeningOutcomeTexts, useWords } from './payment-page.messages.ts'
import type { TabProps } from './payment-tabs.tsx'
import { RecordTable } from './record-table.tsx'
import { useRoutingWords } from './routing-words.tsx'

/** One page holds all records of a payment. */
const allOfThem = 100

/** A cause with the names of providers in the place of their codes. */
function useNamedProviders() {
  const nameOf = useProviderNames()
  return (cause: StoredCause): StoredCause => {
    const values = Object.entries(cause.causeValues ?? {})
    const names = values.map(([name, value]) => [name, nameOf(value)])
    return { ...cause, causeValues: cause.causeValues && Object.fromEntries(names) }
  }
}

export function EventsTab({ payment, calls }: TabProps) {
  const t = useTexts(pageTexts)
  const { language } = useLanguage()
  const word = useWords()
  const named = useNamedProviders()
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
        { title: t.event, cell: (event) => word('event', event.type) },
        { title: t.status, cell: (event) => <StatusPill status={event.toStatus} /> },
        {
          title: t.amount,
          isAmount: true,
          cell: (event) => <Money amount={event.amount} currency={event.currency} />,
        },
        { title: t.by, cell: (event) => event.actorName ?? word('actor', event.actorType) },
        { title: t.cause, cell: (event) => causeText(named(event), language) ?? '–' },
      ]}
    />
  )
}

export function RelatedTab({ payment, calls }: TabProps) {
  const t = useTexts(pageTexts)
  const word = useWords()
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
              <Link to={`${pathname.replace(/[^/]+$/, '')}${item.id}`}>
                {word('relation', item.relation)}
              </Link>
            ) : (
              word('relation', item.relation)
            ),
        },
        {
          title: t.state,
          cell: (item) =>
            item.relation === 'dispute' ? (
              <StatusPill status={item.state} map={disputeStatusMap} />
            ) : (
              <StatusPill status={item.state} map={operationStatusMap} />
            ),
        },
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
  const { language } = useLanguage()
  const word = useWords()
  const nameOf = useProviderNames()
  const attempts = useCall(calls.details.cascading, { params: { id: payment.id }, query: {} })
  return (
    <RecordTable
      label={t.cascading}
      answer={attempts}
      rowId={(attempt) => attempt.id}
      columns={[
        { title: t.time, cell: (attempt) => <DateTime value={attempt.startedAt} seconds /> },
        { title: t.operation, cell: (attempt) => word('operation', attempt.operation) },
        { title: t.attempt, isAmount: true, cell: (attempt) => attempt.sequence },
        {
          title: t.provider,
          cell: (attempt) => nameOf(attempt.provider),
        },
        // merchants do not see the operator's accounts
        ...(calls.isOperator
          ? [{ title: t.mid, cell: (attempt: Attempt) => attempt.midCode ?? '–' }]
          : []),
        {
          title: t.outcome,
          cell: (attempt) => <StatusPill status={attempt.state} map={operationStatusMap} />,
        },
        {
          title: t.reason,
          cell: (attempt) => sentenceText(attempt.declineReason, language) ?? '–',
        },
        { title: t.reference, cell: (attempt) => attempt.acquirerReference ?? '–' },
      ]}
    />
  )
}

export function RoutingTab({ payment }: TabProps) {
  const t = useTexts(pageTexts)
  const { language } = useLanguage()
  const nameOf = useProviderNames()
  const logs = useCall(listRoutingLogs, { params: { id: payment.id, x: 'all' } })
  const considered = logs.data?.flatMap(({ considered, createdAt, operationId }) =>
    considered.map((mid) => ({ ...mid, createdAt, operationId })),
  )
  const why = useRoutingWords()
  return (
    <>
      {logs.data?.map((log) => (
        <Text key={log.operationId} size="sm" mb="xs">
          {why(log)}
        </Text>
      ))}
      <RecordTable
        label={t.routing}
        answer={{ ...logs, data: considered }}
        rowId={(mid) => `${mid.operationId} ${mid.midId}`}
        columns={[
          { title: t.time, cell: (mid) => <DateTime value={mid.createdAt} seconds /> },
          { title: t.mid, cell: (mid) => mid.midCode },
          {
            title: t.provider,
            cell: (mid) => nameOf(mid.provider),
          },
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
          { title: t.reason, cell: (mid) => reasonIn(mid.reason, language) },
        ]}
      />
    </>
  )
}

export function AlertsTab({ payment }: TabProps) {
  const t = useTexts(pageTexts)
  const { language } = useLanguage()
  const outcomes = useTexts(screeningOutcomeTexts)
  const alerts = useCall(listAlerts, { params: { id: payment.id } })
  return (
    <RecordTable
      label={t.alerts}
      answer={alerts}
      rowId={(alert) => alert.id}
      empty={t.noAlerts}
      columns={[
        { title: t.time, cell: (alert) => <DateTime value={alert.createdAt} seconds /> },
        { title: t.rule, cell: (alert) => ruleNameIn(alert.rule, language) },
        { title: t.whose, cell: (alert) => foundByIn(alert, payment, language) ?? '–' },
        {
          title: t.outcome,
          cell: (alert) =>
            alert.isShadow
              ? t.inShadow({ outcome: outcomes[alert.outcome] })
              : outcomes[alert.outcome],
        },
        { title: t.message, cell: (alert) => findingText(alert.message, language) },
      ]}
    />
  )
}

export function FeesTab({ payment, calls }: TabProps) {
  const t = useTexts(pageTexts)
  const word = useWords()
  const money = useMoney()
  const fees = useCall(calls.details.fees, { params: { id: payment.id }, query: { pageSize: 100 } })
  const { locale } = useLanguage()
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 })
  const rate = (fee: Fee) =>
    [
      fee.basisPoints === 0 ? '' : percent.format(fee.basisPoints / 10_000),
      fee.fixedAmount === 0 ? '' : money(fee.fixedAmount, fee.currency),
    ]
      .filter(Boolean)
      .join(' + ')
  return (
    <RecordTable
      label={t.fees}
      answer={{ ...fees, data: fees.data?.data }}
      rowId={(fee) => fee.id}
      columns={[
        { title: t.time, cell: (fee) => <DateTime value={fee.createdAt} seconds /> },
        { title: t.feeType, cell: (fee) => word('fee', fee.feeType) },
        { title: t.rate, cell: rate },
        {
          title: t.amount,
          isAmount: true,
          cell: (fee) => <Money amount={fee.amount} currency={fee.currency} />,
        },
      ]}
    />
  )
}

/** Debits and credits in separate columns. */
export function EntriesTab({ payment }: TabProps) {
  const t = useTexts(pageTexts)
  const word = useWords()
  const entries = useCall(listAccountingEntries, {
    params: { id: payment.id, customerId: payment.merchantId },
  })
  return (
    <RecordTable
      label={t.entries}
      answer={entries}
      rowId={(entry) => entry.id}
      columns={[
        { title: t.time, cell: (entry) => <DateTime value={entry.createdAt} seconds /> },
        {
          title: t.account,
          cell: (entry) => (
            <>
              {word('account', entry.account)}
              {entry.ledgerAccount !== null && (
                <Text component="div" size="xs" c="dimmed">
                  {entry.ledgerAccount.code} {entry.ledgerAccount.name}
                </Text>
              )}
            </>
          ),
        },
        {
          title: t.debit,
          isAmount: true,
          cell: (entry) =>
            entry.amount > 0 ? <Money amount={entry.amount} currency={entry.currency} /> : '',
        },
        {
          title: t.credit,
          isAmount: true,
          cell: (entry) =>
            entry.amount < 0 ? <Money amount={-entry.amount} currency={entry.currency} /> : '',
        },
        { title: t.reference, cell: (entry) => <code>{entry.postingId.slice(-8)}</code> },
      ]}
    />
  )
}
