import type { PaymentDetails } from '@counterfoil/features/payments/details/details.contract.ts'
import { AuditLink } from '@counterfoil/kit/web/audit-link.tsx'
import { useCrumb } from '@counterfoil/kit/web/breadcrumbs.ts'
import { maskCard } from '@counterfoil/kit/web/card-number.ts'
import { countryName } from '@counterfoil/kit/web/countries.ts'
import { DateTime } from '@counterfoil/kit/web/dates.tsx'
import { useLanguage, useTexts } from '@counterfoil/kit/web/i18n.tsx'
import { Money } from '@counterfoil/kit/web/money.tsx'
import { Facts, Page, Section } from '@counterfoil/kit/web/page.tsx'
import { ErrorState, LoadingLines } from '@counterfoil/kit/web/states.tsx'
import { StatusPill } from '@counterfoil/kit/web/status-pill.tsx'
import { useCall } from '@counterfoil/kit/web/use-call.ts'
import { useUser, useUserContext } from '@counterfoil/kit/web/user.tsx'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { PaymentActions } from './payment-actions.tsx'
import type { PaymentCalls } from './payment-calls.tsx'
import { pageTexts } from './payment-page.messages.ts'
import classes from './payment-page.module.css'
import { PaymentTabs } from './payment-tabs.tsx'

/** How often a payment is read again that is not at rest. */
const watchMs = 4_000

/** One payment: how it stands, what can be done, and everything that happened to it. */
export function PaymentPage({ calls }: { calls: PaymentCalls }) {
  const t = useTexts(pageTexts)
  const { id = '' } = useParams()
  const details = useCall(calls.details.details, { params: { id } }, { refetchEveryMs: watchMs })
  const payment = details.data
  const name = payment?.externalId ?? id.slice(-12)
  useCrumb(payment === undefined ? undefined : name)
  if (payment === undefined) {
    return (
      <Page title={t.title}>
        {details.error === null ? (
          <LoadingLines lines={8} />
        ) : (
          <ErrorState problem={details.error} onRetry={() => details.refetch()} />
        )}
      </Page>
    )
  }
  return (
    <Page
      title={t.titleOf(name)}
      badge={<StatusPill status={payment.status} />}
      description={payment.mode === 'Test' ? t.testNote : noteOf(payment.provider, t.sandboxNote)}
      actions={
        <>
          <AuditLink recordType="payment" recordId={payment.id} />
          <PaymentActions payment={payment} calls={calls} />
        </>
      }
    >
      <PaymentSummary payment={payment} />
      <PaymentTabs payment={payment} calls={calls} />
    </Page>
  )
}

const noteOf = (provider: string | null, note: string) =>
  provider?.startsWith('sandbox_') === true ? note : undefined

/** The amounts first, then who, how and when. */
function PaymentSummary({ payment }: { payment: PaymentDetails }) {
  return (
    <>
      <Amounts payment={payment} />
      <Section>
        <Facts facts={useFacts(payment)} />
      </Section>
    </>
  )
}

function Amounts({ payment }: { payment: PaymentDetails }) {
  const t = useTexts(pageTexts)
  const amounts: [string, number, boolean?][] = [
    [t.amount, payment.amount],
    [t.authorised, payment.authorisedAmount],
    [t.captured, payment.capturedAmount],
    [t.refunded, payment.refundedAmount],
    [t.leftToRefund, payment.refundableAmount, true],
    ...(payment.capturableAmount > 0
      ? [[t.leftToCapture, payment.capturableAmount, true] as [string, number, boolean]]
      : []),
    ...(payment.voidedAmount > 0 ? [[t.voided, payment.voidedAmount] as [string, number]] : []),
    ...(payment.disputedAmount > 0
      ? [[t.disputed, payment.disputedAmount] as [string, number]]
      : []),
  ]
  return (
    <dl className={classes.amounts}>
      {amounts.map(([name, amount, isLeft]) => (
        <div key={name} className={classes.amount} data-left={isLeft || undefined}>
          <dt>{name}</dt>
          <dd>
            <Money amount={amount} currency={payment.currency} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function useFacts(payment: PaymentDetails): (readonly [string, ReactNode])[] {
  const t = useTexts(pageTexts)
  const { audience } = useUser()
  const { serviceProviders } = useUserContext()
  const { locale } = useLanguage()
  const { method, customer } = payment
  const provider = serviceProviders.find(({ id }) => id === payment.provider)?.name
  const card = [method.brand, method.last4 && maskCard(method)]
  return [
    [t.externalId, payment.externalId],
    [t.method, card.filter(Boolean).join(' ') || method.type.replaceAll('_', ' ')],
    ...(method.expiryMonth === null
      ? []
      : [
          [
            t.expiry,
            `${String(method.expiryMonth).padStart(2, '0')}/${method.expiryYear}`,
          ] as const,
        ]),
    [t.customer, customer.email],
    [
      t.country,
      customer.country && `${countryName(customer.country, locale)} (${customer.country})`,
    ],
    ...(audience === 'merchant' ? [] : [[t.merchant, payment.merchantName] as const]),
    ...(audience === 'platform' ? [[t.tenant, payment.tenantName] as const] : []),
    ...(audience === 'merchant'
      ? []
      : [[t.provider, provider ?? payment.provider] as const, [t.mid, payment.midCode] as const]),
    [t.acquirerReference, payment.acquirerReference],
    ...(payment.declineReason === null ? [] : [[t.declined, payment.declineReason] as const]),
    ...(payment.pendingOn === null ? [] : [[t.pendingOn, payment.pendingOn] as const]),
    ...(payment.nextAction === null
      ? []
      : [
          [
            t.confirmLink,
            <a
              key="confirm"
              href={payment.nextAction.url}
              target="_blank"
              rel="noopener noreferrer"
            >
              {t.show}
            </a>,
          ] as const,
        ]),
    [t.description, payment.description],
    [t.mode, payment.mode],
    [t.source, payment.source.replaceAll('_', ' ')],
    [t.created, <DateTime key="created" value={payment.createdAt} seconds />],
    [t.updated, <DateTime key="updated" value={payment.updatedAt} seconds />],
    [t.id, <code key="id">{payment.id}</code>],
  ]
}
