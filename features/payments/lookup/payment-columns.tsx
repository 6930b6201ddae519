import { sentenceText } from '@counterfoil/features/payments/processing/causes.rules.ts'
import { paymentLabel } from '@counterfoil/features/payments/processing/labels.rules.ts'
import type { InOneLanguage } from '@counterfoil/kit/contract/texts.ts'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { Money } from '@counterfoil/kit/web/formats/money.tsx'
import { disputeStatusMap } from '@counterfoil/kit/web/formats/status.ts'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import type { GridColumn } from '@counterfoil/kit/web/grid/columns.ts'
import { type NamedId, useUser, useUserContext } from '@counterfoil/kit/web/session/user.tsx'
import { useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { type ReactNode, useMemo } from 'react'
import { Link, useLocation } from 'react-router'
import type { PaymentRow, RequestRow } from './lookup.contract.ts'
import { listTexts } from './payment-list.messages.ts'
import classes from './payment-list.module.css'

type ListTexts = InOneLanguage<typeof listTexts>
type Column = GridColumn<PaymentRow>

/** The columns of the payment list for an audience. */
export function usePaymentColumns(hasRequests = false): Column[] {
  const t = useTexts(listTexts)
  const user = useUser()
  const { language } = useLanguage()
  const { serviceProviders } = useUserContext()
  return useMemo(
    () => [
      ...leadingColumns(t),
      ...(user.audience === 'platform' ? [tenantColumn(t)] : []),
      ...(user.audience === 'merchant' ? [] : operatorColumns(t, serviceProviders)),
      ...furtherColumns(t, language),
      ...(hasRequests ? requestColumns(t, language, serviceProviders) : []),
    ],
    [hasRequests, t, language, user.audience, serviceProviders],
  )
}

function leadingColumns(t: ListTexts): Column[] {
  return [
    {
      id: 'created',
      title: t.created,
      sort: 'created',
      width: 150,
      isFixed: true,
      narrow: '2',
      cell: (row) => <DateTime value={row.createdAt} seconds />,
    },
    {
      id: 'status',
      title: t.status,
      width: 110,
      narrow: '2 end',
      cell: (row) => <StatusPill status={row.status} />,
    },
    {
      id: 'amount',
      title: t.amount,
      sort: 'amount',
      align: 'right',
      width: 104,
      narrow: '1 end',
      cell: (row) => <Money amount={row.amount} currency={row.currency} />,
    },
    {
      id: 'method',
      title: t.method,
      width: 120,
      narrow: '3',
      cell: (row) => <MethodCell row={row} />,
    },
    {
      id: 'externalId',
      title: t.externalId,
      width: 96,
      narrow: '1',
      cell: (row) => row.externalId ?? '–',
    },
    {
      id: 'email',
      title: t.email,
      width: 150,
      narrow: '3 end',
      cell: (row) => <PayerLink row={row} by="email" name={row.customerEmail} />,
    },
  ]
}

const tenantColumn = (t: ListTexts): Column => ({
  id: 'tenant',
  title: t.tenant,
  width: 130,
  cell: (row) => row.tenantName,
})

const providerName = (providers: readonly NamedId[], code: string | null): string =>
  providers.find(({ id }) => id === code)?.name ?? code ?? '–'

const operatorColumns = (t: ListTexts, providers: readonly NamedId[]): Column[] => [
  { id: 'merchant', title: t.merchant, width: 110, narrow: '1', cell: (row) => row.merchantName },
  {
    id: 'provider',
    narrow: '3',
    title: t.provider,
    width: 100,
    cell: (row) => providerName(providers, row.provider),
  },
]

function furtherColumns(t: ListTexts, language: string): Column[] {
  const money = (id: string, title: string, amountOf: (row: PaymentRow) => number): Column => ({
    id,
    title,
    align: 'right',
    width: 110,
    isOptional: true,
    cell: (row) => <Money amount={amountOf(row)} currency={row.currency} />,
  })
  const text = (
    id: string,
    title: string,
    cellText: (row: PaymentRow) => string | null,
  ): Column => ({
    id,
    title,
    isOptional: true,
    cell: (row) => cellText(row) ?? '–',
  })
  return [
    money('captured', t.captured, (row) => row.capturedAmount),
    money('refunded', t.refunded, (row) => row.refundedAmount),
    money('disputed', t.disputed, (row) => row.disputedAmount),
    {
      id: 'dispute',
      title: t.dispute,
      isOptional: true,
      cell: ({ disputeState }) =>
        disputeState === null ? '–' : <StatusPill status={disputeState} map={disputeStatusMap} />,
    },
    text('website', t.website, (row) => row.websiteName),
    text('country', t.country, (row) => row.customerCountry),
    text('declineReason', t.declineReason, (row) => sentenceText(row.declineReason, language)),
    text('channel', t.channel, (row) => paymentLabel('channel', row.channel, language)),
    text('id', t.id, (row) => row.id),
    text('acquirerReference', t.acquirerReference, (row) => row.acquirerReference),
  ]
}

/** Of a row that is a request. */
function requestColumns(t: ListTexts, language: string, providers: readonly NamedId[]): Column[] {
  const column = (id: string, title: string, cell: (row: RequestRow) => ReactNode): Column => ({
    ...{ id, title },
    cell: (row) => cell(row as RequestRow),
  })
  return [
    column('sent', t.sent, (row) => <DateTime value={row.sentAt} seconds />),
    column('requestState', t.requestState, (row) => <StatusPill status={row.requestState} />),
    column('operation', t.operation, (row) => paymentLabel('operation', row.operation, language)),
    column('requestProvider', t.requestProvider, (row) =>
      providerName(providers, row.requestProvider),
    ),
    column('requestReference', t.requestReference, (row) => row.requestReference ?? '–'),
    column(
      'requestReason',
      t.requestReason,
      (row) => sentenceText(row.requestReason, language) ?? '–',
    ),
    column('answered', t.answeredAt, (row) =>
      row.answeredAt === null ? '–' : <DateTime value={row.answeredAt} seconds />,
    ),
  ]
}

function MethodCell({ row }: { row: PaymentRow }) {
  const { language } = useLanguage()
  if (row.method !== 'card' || row.cardBrand === null) {
    return paymentLabel('method', row.method, language)
  }
  return (
    <span className={classes.method}>
      <span>{paymentLabel('brand', row.cardBrand, language)}</span>
      {row.cardLast4 !== null && (
        <>
          {' '}
          <PayerLink row={row} by="card" name={`···· ${row.cardLast4}`} />
        </>
      )}
    </span>
  )
}

/** Leads to everything of the e-mail or card. */
function PayerLink(props: { row: PaymentRow; by: 'email' | 'card'; name: string | null }) {
  const { pathname } = useLocation()
  if (props.name === null) return '–'
  return (
    <Link
      className={classes.payer}
      to={`${pathname.replace(/\/$/, '')}/${props.row.id}/payer/${props.by}`}
    >
      {props.name}
    </Link>
  )
}
