import {
  readBinData,
  resetRestriction,
} from '@counterfoil/features/payments/cards/card-facts.contract.ts'
import { readPaymentLink } from '@counterfoil/features/payments/payment-pages/payment-links.contract.ts'
import { causeText } from '@counterfoil/features/payments/processing/causes.rules.ts'
import { AddToList } from '@counterfoil/features/routing/antifraud/antifraud.screens.ts'
import { countryName } from '@counterfoil/kit/contract/country-name.ts'
import type { AnyEndpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { useAction } from '@counterfoil/kit/web/calls/use-call.ts'
import { maskCard } from '@counterfoil/kit/web/formats/card-number.ts'
import { CopyText } from '@counterfoil/kit/web/formats/copy-text.tsx'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { Money } from '@counterfoil/kit/web/formats/money.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { Section } from '@counterfoil/kit/web/page/page.tsx'
import { useMay, useMayCall, useUser, useUserContext } from '@counterfoil/kit/web/session/user.tsx'
import { useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Anchor, Button } from '@mantine/core'
import { type ReactNode, Suspense } from 'react'
import { Link, useLocation } from 'react-router'
import type { PaymentDetails } from './details.contract.ts'
import { pageTexts, useWords } from './payment-page.messages.ts'
import classes from './payment-page.module.css'

export type Fact = readonly [name: string, value: ReactNode]
interface Asked {
  readonly payment: PaymentDetails
}

/** Amounts, order, customer and processing of a payment. */
export function PaymentSummary({ payment }: Asked) {
  return (
    <>
      <Amounts payment={payment} />
      <Section flush>
        <div className={classes.groups}>
          <OrderFacts payment={payment} />
          <PayerFacts payment={payment} />
          <WayFacts payment={payment} />
        </div>
      </Section>
      <AuthenticationFacts payment={payment} />
    </>
  )
}

function Amounts({ payment }: Asked) {
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
    ...(payment.waitingPayout === null
      ? []
      : [[t.payoutWaiting, payment.waitingPayout.amount] as [string, number]]),
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

/** The merchant's order. */
function OrderFacts({ payment }: Asked) {
  const t = useTexts(pageTexts)
  const word = useWords()
  const { audience } = useUser()
  const maySeeLinks = useMayCall(readPaymentLink)
  const facts: Fact[] = [
    [
      t.externalId,
      payment.externalId && <CopyText name={t.externalId} text={payment.externalId} />,
    ],
    [t.description, payment.description],
    ...(audience === 'merchant' ? [] : [[t.merchant, payment.merchantName] as const]),
    ...(audience === 'platform' ? [[t.tenant, payment.tenantName] as const] : []),
    [t.created, <DateTime key="created" value={payment.createdAt} seconds />],
    ...(payment.authorisationExpiresAt == null
      ? []
      : [
          [
            t.captureBy,
            <DateTime key="captureBy" value={payment.authorisationExpiresAt} />,
          ] as const,
        ]),
    [t.updated, <DateTime key="updated" value={payment.updatedAt} seconds />],
    [t.website, payment.websiteName],
    [
      t.channel,
      payment.linkId !== null && maySeeLinks ? (
        <Link to={`/merchant/payment-settings/payment-links?link=${payment.linkId}`}>
          {word('channel', payment.channel)}
        </Link>
      ) : (
        word('channel', payment.channel)
      ),
    ],
    ...(payment.orderType == null
      ? []
      : [[t.orderType, word('orderType', payment.orderType)] as const]),
    [t.id, <CopyText key="id" name={t.id} text={payment.id} />],
  ]
  return <Group title={t.order} facts={facts} />
}

/** The customer and the payment method. */
function PayerFacts({ payment }: Asked) {
  const t = useTexts(pageTexts)
  const word = useWords()
  const { locale } = useLanguage()
  const cardFacts = useCardFacts(payment)
  const pathname = useLocation().pathname.replace(/\/$/, '')
  const { method, customer } = payment
  const facts: Fact[] = [
    [t.method, method.brand === null ? word('method', method.type) : word('brand', method.brand)],
    ...(method.last4 === null
      ? []
      : [
          [
            t.number,
            <>
              <Anchor component={Link} inherit to={`${pathname}/payer/card`}>
                {maskCard(method)}
              </Anchor>{' '}
              <Suspense>
                <AddToList
                  {...{ payment, list: 'block', kind: 'card', value: payment.id }}
                  blockedBy={payment.blockedBy}
                  shown={maskCard(method)}
                  className={classes.cardTool ?? ''}
                />
              </Suspense>
            </>,
          ] as const,
        ]),
    ...(method.expiryMonth === null
      ? []
      : [
          [
            t.expiry,
            `${String(method.expiryMonth).padStart(2, '0')}/${method.expiryYear}`,
          ] as const,
        ]),
    ...cardFacts,
    ...storedCardFacts(payment, t),
    [
      t.customer,
      customer.email && (
        <Anchor component={Link} inherit to={`${pathname}/payer/email`}>
          {customer.email}
        </Anchor>
      ),
    ],
    [
      t.country,
      customer.country === null
        ? null
        : `${countryName(customer.country, locale)} (${customer.country})`,
    ],
  ]
  return <Group title={t.payer} facts={facts} />
}

/** The stored card that it was paid with, or that was stored with it. */
function storedCardFacts(
  { storedCard, schemeTransactionId, consentedAt }: PaymentDetails,
  t: ReturnType<typeof useTexts<typeof pageTexts>>,
): Fact[] {
  const schemeId: Fact[] =
    schemeTransactionId == null
      ? []
      : [[t.schemeId, <CopyText key="id" name={t.schemeId} text={schemeTransactionId} />]]
  if (storedCard == null) return schemeId
  const { id, use, initiator, reason, firstSchemeTransactionId: first } = storedCard
  const paid = initiator === 'merchant' ? t.takenWithStored : t.paidWithStored
  return [
    [
      t.storedCard,
      id === null ? (
        t.notStored
      ) : (
        <>
          {use === 'first' ? t.storedOn : paid}{' '}
          {consentedAt !== null && <DateTime value={consentedAt} />}
        </>
      ),
    ],
    ...(reason === null ? [] : [[t.takenFor, t.takenForReason[reason]] as const]),
    ...schemeId,
    ...(first === null
      ? []
      : [[t.firstSchemeId, <CopyText key="first" name={t.firstSchemeId} text={first} />] as const]),
  ]
}

/** The card's issuer and its restriction, which operators can refresh. */
function useCardFacts(payment: PaymentDetails): Fact[] {
  const t = useTexts(pageTexts)
  const word = useWords()
  const isPlatform = useUser().audience === 'platform'
  const [mayRead, mayReset] = [
    useMay(...holders(readBinData)),
    useMay(...holders(resetRestriction)),
  ]
  const done = (message: string) => () => showSnackbar({ message, tone: 'success' })
  const read = useAction(readBinData, { onDone: done(t.binRead) })
  const reset = useAction(resetRestriction, {
    headers: { SystemMode: payment.mode },
    onDone: done(t.restrictionReset),
  })
  const { id, merchantId, tenantId, method, cardRestriction, isCardCounted } = payment
  if (method.last4 === null) return []
  const query = { organizationId: merchantId, ...(isPlatform ? { tenantId } : {}) }
  const readAgain = mayRead && (
    <CardTool name={t.readBin} tool={read} onClick={() => read.run({ params: { id } })} />
  )
  return [
    [t.cardType, method.cardType && word('cardType', method.cardType)],
    [
      t.issuer,
      <>
        {[method.issuer, method.issuerCountry].filter((one) => one !== null).join(', ') || '–'}{' '}
        {readAgain}
      </>,
    ],
    ...(cardRestriction === null && !isCardCounted
      ? []
      : [
          [
            t.restricted,
            <>
              {cardRestriction === null ? (
                t.paidTooOften
              ) : (
                <>
                  {t.restrictedUntil} <DateTime value={cardRestriction.expiresAt} />
                </>
              )}{' '}
              {mayReset && (
                <CardTool
                  name={t.resetRestriction}
                  tool={reset}
                  onClick={() => reset.run({ params: { id }, query })}
                />
              )}
            </>,
          ] as const,
        ]),
  ]
}

const holders = ({ access }: AnyEndpoint) => (access.kind === 'permission' ? access.anyOf : [])

function CardTool(props: { name: string; tool: { isRunning: boolean }; onClick(): void }) {
  return (
    <Button
      size="compact-xs"
      variant="default"
      className={classes.cardTool ?? ''}
      loading={props.tool.isRunning}
      onClick={props.onClick}
    >
      {props.name}
    </Button>
  )
}

/** The provider, the MID and the acquirer's response. */
function WayFacts({ payment }: Asked) {
  const t = useTexts(pageTexts)
  const word = useWords()
  const { audience } = useUser()
  const { language } = useLanguage()
  const { serviceProviders } = useUserContext()
  const provider = serviceProviders.find(({ id }) => id === payment.provider)?.name
  const reference = payment.acquirerReference
  const { declineReason: cause, declineCode: causeCode } = payment
  const declined = causeText({ cause, causeCode, causeValues: null }, language)
  const facts: Fact[] = [
    [t.mode, payment.mode === 'Test' ? t.test : t.live],
    ...(audience === 'merchant'
      ? []
      : [[t.provider, provider ?? payment.provider] as const, [t.mid, payment.midCode] as const]),
    [t.acquirerReference, reference && <CopyText name={t.acquirerReference} text={reference} />],
    ...(payment.disputeState === null
      ? []
      : [[t.dispute, word('disputeState', payment.disputeState)] as const]),
    ...(payment.declineReason === null ? [] : [[t.declined, declined] as const]),
    ...(payment.waitingPayout === null
      ? []
      : [[t.payoutWaiting, payoutText(payment.waitingPayout, t.payoutBy)] as const]),
    ...(payment.pendingOn === null
      ? []
      : [[t.pendingOn, word('pendingOn', payment.pendingOn)] as const]),
    ...(payment.nextAction === null
      ? []
      : [[t.confirmLink, <ConfirmLink key="confirm" url={payment.nextAction.url} />] as const]),
  ]
  return <Group title={t.processing} facts={facts} />
}

/** How the card holder was authenticated, and who bears a chargeback for fraud. */
function AuthenticationFacts({ payment: { threeDSecure: known } }: Asked) {
  const t = useTexts(pageTexts)
  if (known == null) return null
  const { version, outcome, flow, eci, dsTransactionId, liabilityShift, exemption } = known
  const isInScope = exemption?.asked !== 'moto' && exemption?.asked !== 'merchant_initiated'
  const facts: Fact[] = [
    [
      t.authenticationOutcome,
      outcome === null
        ? isInScope
          ? t.notAuthenticated
          : t.outOfScope[exemption?.asked === 'moto' ? 'moto' : 'merchant_initiated']
        : t.outcomes[outcome],
    ],
    ...(flow === null ? [] : [[t.flow, t.flows[flow]] as const]),
    ...(exemption === null || exemption.asked === 'moto' || exemption.asked === 'merchant_initiated'
      ? []
      : [
          [
            t.exemption,
            (exemption.granted ? t.exemptionGranted : t.exemptionRefused)({
              exemption: t.exemptions[exemption.asked],
            }),
          ] as const,
        ]),
    [t.liability, t.liabilityOf[liabilityShift]],
    ...(eci === null ? [] : [[t.eci, eci] as const]),
    ...(version === null ? [] : [[t.version, version] as const]),
    ...(dsTransactionId === null
      ? []
      : [
          [
            t.dsTransactionId,
            <CopyText key="ds" name={t.dsTransactionId} text={dsTransactionId} />,
          ] as const,
        ]),
  ]
  return (
    <Section flush>
      <Group title={t.authentication} facts={facts} />
    </Section>
  )
}

function payoutText(
  payout: NonNullable<PaymentDetails['waitingPayout']>,
  by: (values: { name: string }) => string,
): string {
  const parts = [payout.requestedBy && by({ name: payout.requestedBy }), payout.reason].filter(
    Boolean,
  )
  return parts.join(' · ')
}

function ConfirmLink({ url }: { url: string }) {
  const t = useTexts(pageTexts)
  return (
    <a href={url} target="_blank" rel="noopener noreferrer">
      {t.show}
    </a>
  )
}

function Group({ title, facts }: { title: string; facts: readonly Fact[] }) {
  return (
    <section className={classes.group} aria-label={title}>
      <h2 className={classes.groupTitle}>{title}</h2>
      <FactList facts={facts} />
    </section>
  )
}

/** Names with their values; a dash where there is none. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name} className={classes.fact}>
          <dt>{name}</dt>
          <dd>{value === null || value === undefined || value === '' ? '–' : value}</dd>
        </div>
      ))}
    </dl>
  )
}
