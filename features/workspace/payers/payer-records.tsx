import { paymentLabel } from '@counterfoil/features/payments/processing/labels.rules.ts'
import { ticketLabel } from '@counterfoil/features/support/tickets/ticket-labels.rules.ts'
import { ticketPath } from '@counterfoil/features/support/tickets/ticket-paths.rules.ts'
import type { TicketRow } from '@counterfoil/features/support/tickets/tickets.contract.ts'
import { maskCard } from '@counterfoil/kit/web/formats/card-number.ts'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { Money } from '@counterfoil/kit/web/formats/money.tsx'
import { disputeStatusMap, operationStatusMap } from '@counterfoil/kit/web/formats/status.ts'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import table from '@counterfoil/kit/web/lists/plain-table.module.css'
import { Facts, Section } from '@counterfoil/kit/web/page/page.tsx'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import classes from './payer-page.module.css'
import type { Payer } from './payers.contract.ts'
import { payerTexts } from './payers.messages.ts'

export interface Part {
  readonly payer: Payer
  /** The address of the list below which payments open. */
  readonly list: string
}

/** The totals of all payments, each currency by itself. */
export function Totals({ payer }: { payer: Payer }) {
  const t = useTexts(payerTexts)
  return (
    <Section title={t.totals}>
      {payer.totals === null ? (
        <p>{t.atLeast({ count: payer.countAtLeast })}</p>
      ) : (
        <div className={classes.totals}>
          {payer.totals.map(({ currency, ...sums }) => (
            <Facts
              key={currency}
              facts={[
                [
                  t.payments({ count: sums.count }),
                  <Money key="amount" amount={sums.amount} currency={currency} />,
                ],
                [
                  t.captured,
                  <Money key="captured" amount={sums.capturedAmount} currency={currency} />,
                ],
                [
                  t.refunded,
                  <Money key="refunded" amount={sums.refundedAmount} currency={currency} />,
                ],
                [
                  t.disputed,
                  <Money key="disputed" amount={sums.disputedAmount} currency={currency} />,
                ],
              ]}
            />
          ))}
        </div>
      )}
      {payer.payments.length < payer.countAtLeast && (
        <p className={classes.note}>{t.ofNewest({ count: payer.payments.length })}</p>
      )}
    </Section>
  )
}

export function Payments({ payer, list }: Part) {
  const t = useTexts(payerTexts)
  return (
    <Records
      title={t.paymentList}
      rows={payer.payments}
      head={[t.payment, t.merchant, t.created, t.status, t.amount]}
      cells={(row) => [
        <PaymentLink key="id" list={list} id={row.id} name={row.externalId} />,
        row.merchantName,
        <DateTime key="created" value={row.createdAt} />,
        <StatusPill key="status" status={row.status} />,
        <Money key="amount" amount={row.amount} currency={row.currency} />,
      ]}
    />
  )
}

export function Refunds({ payer, list }: Part) {
  const t = useTexts(payerTexts)
  return (
    <Records
      title={t.refunds}
      rows={payer.refunds}
      head={[t.payment, t.merchant, t.created, t.status, t.reason, t.amount]}
      cells={(row) => [
        ...whatOf(row, list),
        <StatusPill key="state" status={row.state} map={operationStatusMap} />,
        row.reason,
        <Money key="amount" amount={row.amount} currency={row.currency} />,
      ]}
    />
  )
}

export function Disputes({ payer, list }: Part) {
  const t = useTexts(payerTexts)
  const { language } = useLanguage()
  return (
    <Records
      title={t.disputes}
      rows={payer.disputes}
      head={[t.payment, t.merchant, t.created, t.status, t.reason, t.respondBy, t.amount]}
      cells={(row) => [
        ...whatOf(row, list),
        <StatusPill
          key="state"
          status={row.state}
          map={disputeStatusMap}
          label={paymentLabel('disputeState', row.state, language)}
        />,
        row.reason,
        row.respondBy === null ? '–' : <DateTime key="until" value={row.respondBy} />,
        <Money key="amount" amount={row.amount} currency={row.currency} />,
      ]}
    />
  )
}

function whatOf(row: Payer['refunds'][number] | Payer['disputes'][number], list: string) {
  return [
    <PaymentLink key="id" list={list} id={row.paymentId} name={row.externalId} />,
    row.merchantName,
    <DateTime key="created" value={row.createdAt} />,
  ]
}

export function Cards({ payer, list }: Part) {
  const t = useTexts(payerTexts)
  const { language } = useLanguage()
  return (
    <Records
      title={t.cards}
      rows={payer.cards.map((card) => ({ ...card, id: card.paymentId }))}
      head={[t.card, t.expiry, t.lastUsed, t.used]}
      cells={(card) => [
        <Anchor component={Link} inherit key="card" to={`${list}/${card.paymentId}/payer/card`}>
          {card.brand !== null && paymentLabel('brand', card.brand, language)} {maskCard(card)}
        </Anchor>,
        card.expiryMonth === null
          ? null
          : `${String(card.expiryMonth).padStart(2, '0')}/${card.expiryYear}`,
        ...usedOf(card),
      ]}
    />
  )
}

export function Emails({ payer, list }: Part) {
  const t = useTexts(payerTexts)
  return (
    <Records
      title={t.emails}
      rows={payer.emails.map((one) => ({ ...one, id: one.paymentId }))}
      head={[t.email, t.lastUsed, t.used]}
      cells={(one) => [
        <Anchor component={Link} inherit key="email" to={`${list}/${one.paymentId}/payer/email`}>
          {one.email}
        </Anchor>,
        ...usedOf(one),
      ]}
    />
  )
}

const usedOf = ({ lastUsedAt, payments }: { lastUsedAt: string; payments: number }) => [
  <DateTime key="used" value={lastUsedAt} />,
  payments,
]

export function Tickets({ tickets }: { tickets: readonly TicketRow[] }) {
  const t = useTexts(payerTexts)
  const { audience } = useUser()
  const { language } = useLanguage()
  return (
    <Records
      title={t.tickets}
      rows={tickets.map((one) => ({ ...one, id: one.ticketId }))}
      head={[t.ticket, t.subject, t.created, t.status]}
      cells={(row) => [
        <Anchor component={Link} inherit key="code" to={ticketPath(audience, row)}>
          {row.code}
        </Anchor>,
        row.subject,
        <DateTime key="created" value={row.createdAt} />,
        ticketLabel('state', row.state, language),
      ]}
    />
  )
}

function PaymentLink(props: { list: string; id: string; name: string | null }) {
  return (
    <Anchor component={Link} inherit to={`${props.list}/${props.id}`}>
      {props.name ?? props.id.slice(-12)}
    </Anchor>
  )
}

/** One kind of record; nothing where there is none. */
export function Records<Row extends { readonly id: string }>(props: {
  title: string
  rows: readonly Row[]
  head: readonly string[]
  cells(row: Row): readonly ReactNode[]
}) {
  if (props.rows.length === 0) return null
  return (
    <Section title={`${props.title} (${props.rows.length})`}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={classes.scroll} aria-label={props.title} tabIndex={0}>
        <table className={`${table.table} ${classes.records}`}>
          <thead>
            <tr>
              {props.head.map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {props.rows.map((row) => (
              <tr key={row.id}>
                {props.cells(row).map((cell, at) => (
                  <td key={props.head[at]} data-title={props.head[at]}>
                    {cell ?? '–'}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Section>
  )
}
