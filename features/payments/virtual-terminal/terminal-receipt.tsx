import { causeText } from '@counterfoil/features/payments/processing/causes.rules.ts'
import { paymentLabel } from '@counterfoil/features/payments/processing/labels.rules.ts'
import type { PaymentView } from '@counterfoil/features/payments/processing/payments.schema.ts'
import { CopyText } from '@counterfoil/kit/web/formats/copy-text.tsx'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { Money } from '@counterfoil/kit/web/formats/money.tsx'
import { Facts, Section } from '@counterfoil/kit/web/page/page.tsx'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { terminalTexts } from './virtual-terminal.messages.ts'
import classes from './virtual-terminal.module.css'

const taken = ['captured', 'partially_captured']
const reserved = ['reserved', 'partially_reserved']
const refused = ['declined', 'failed', 'blocked']

/** What became of the payment, to be printed for the customer. */
export function TerminalReceipt(props: {
  payment: PaymentView
  merchantName: string
  /** Sandbox acquirers alone take this merchant's payments: no real money moves. */
  isSandbox: boolean
  /** The same order with another card. */
  onRetry(): void
  onAgain(): void
}) {
  const t = useTexts(terminalTexts)
  const { language } = useLanguage()
  const { audience } = useUser()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { payment } = props
  const { status, method } = payment
  const isRefused = refused.includes(status)
  const title = isRefused
    ? t.refused
    : taken.includes(status)
      ? t.taken
      : reserved.includes(status)
        ? t.reserved
        : status === 'waiting_for_approval'
          ? t.waiting
          : t.pending
  const lookup = `${audience === 'merchant' ? '/merchant' : ''}/transaction-management/transaction-lookup`
  return (
    <Section>
      <div className={classes.receipt} role="status">
        <h2 ref={heading} tabIndex={-1} className={isRefused ? classes.bad : classes.good}>
          {title}
        </h2>
        <Facts
          facts={[
            [t.amount, <Money key="a" amount={payment.amount} currency={payment.currency} />],
            [
              t.card,
              `${paymentLabel('brand', method.brand ?? '', language)} •••• ${method.last4 ?? ''}`,
            ],
            ...(isRefused
              ? [
                  [
                    t.why,
                    causeText(
                      { cause: payment.declineReason, causeCode: null, causeValues: null },
                      language,
                    ),
                  ] as const,
                ]
              : []),
            [t.merchant, props.merchantName],
            // no order came where the merchant charges a stored card by itself
            ...(payment.orderType == null ? [] : [[t.orderType, t[payment.orderType]] as const]),
            [t.reference, payment.externalId ?? '–'],
            [t.time, <DateTime key="t" value={payment.createdAt} seconds />],
            [t.mode, payment.mode === 'Test' ? t.test : props.isSandbox ? t.liveSandbox : t.live],
            [t.id, <CopyText key="i" name={t.id} text={payment.id} />],
          ]}
        />
        <div className={classes.actions}>
          {isRefused && (
            <Button size="sm" onClick={props.onRetry}>
              {t.retry}
            </Button>
          )}
          <Button size="sm" {...(isRefused ? { variant: 'default' } : {})} onClick={props.onAgain}>
            {t.again}
          </Button>
          <Button size="sm" variant="default" onClick={() => window.print()}>
            {t.print}
          </Button>
          <Button size="sm" variant="default" component={Link} to={`${lookup}/${payment.id}`}>
            {t.details}
          </Button>
        </div>
      </div>
    </Section>
  )
}
