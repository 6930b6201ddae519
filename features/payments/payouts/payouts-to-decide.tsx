import { paymentLabel } from '@counterfoil/features/payments/processing/labels.rules.ts'
import { Money, sumByCurrency } from '@counterfoil/kit/web/formats/money.tsx'
import { Facts } from '@counterfoil/kit/web/page/page.tsx'
import { useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import classes from './decision-bar.module.css'
import { decisionTexts } from './payout-decisions.messages.ts'
import type { WaitingPayout } from './payouts.contract.ts'

/** Where a payout goes: `Visa 4242`, or how it was paid. */
export function useCardOrMethod() {
  const { language } = useLanguage()
  return ({ method, cardBrand, cardLast4 }: WaitingPayout) =>
    cardLast4 === null
      ? paymentLabel('method', method, language)
      : `${paymentLabel('brand', cardBrand ?? '', language)} ${cardLast4}`
}

/** Who is paid how much, and the sums by currency. */
export function PayoutsToDecide(props: {
  payouts: readonly WaitingPayout[]
  decision: 'approve' | 'decline'
}) {
  const t = useTexts(decisionTexts)
  const cardOf = useCardOrMethod()
  const { payouts } = props
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <ul className={`${classes.results} ${classes.payees}`} aria-label={t.payees} tabIndex={0}>
        {payouts.map((one) => (
          <li key={one.id}>
            <span className={classes.name}>
              {[cardOf(one), one.customerEmail].filter(Boolean).join(' · ')}
            </span>
            <span className={classes.message}>
              {one.externalId ?? one.id.slice(-12)} · {one.merchantName}
            </span>
            <Money amount={one.amount} currency={one.currency} />
            {one.isOwn && props.decision === 'approve' && (
              <span className={classes.message}>{t.own}</span>
            )}
          </li>
        ))}
      </ul>
      <Facts
        facts={sumByCurrency(payouts).map(({ currency, amount }) => [
          t.total({ currency }),
          <Money key={currency} amount={amount} currency={currency} />,
        ])}
      />
    </>
  )
}
