import { Money } from '@counterfoil/kit/web/formats/money.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import type { ReactNode } from 'react'
import type { PaymentTotals } from './lookup.contract.ts'
import { listTexts } from './payment-list.messages.ts'
import classes from './payment-list.module.css'

type Totals = NonNullable<PaymentTotals['totals']>[number]

/** An amount that is hidden from the reader is not there. */
type ShownTotals = Pick<Totals, 'currency' | 'count'> & {
  readonly [Name in 'amount' | 'capturedAmount' | 'refundedAmount']: number | undefined
}

/** The totals of the whole list, by currency. */
export function PaymentTotalsStrip(props: {
  totals: { readonly totals: readonly ShownTotals[] | null } | undefined
  isCounting: boolean
}) {
  const t = useTexts(listTexts)
  const { totals } = props
  if (totals === undefined) {
    return (
      <div className={classes.strip}>
        {props.isCounting && <span className={classes.muted}>{t.counting}</span>}
      </div>
    )
  }
  if (totals.totals === null) return <div className={classes.strip}>{t.tooMany}</div>
  return (
    <section className={classes.strip} aria-label={t.totals}>
      <div className={classes.currencies}>
        {[...totals.totals]
          .sort((a, b) => b.count - a.count)
          .map((one) => (
            <dl key={one.currency} className={classes.currency}>
              <Figure name={t.payments({ count: one.count })}>
                {one.amount === undefined ? (
                  one.currency
                ) : (
                  <Money amount={one.amount} currency={one.currency} />
                )}
              </Figure>
              {one.capturedAmount !== undefined && (
                <Figure name={t.captured}>
                  <Money amount={one.capturedAmount} currency={one.currency} />
                </Figure>
              )}
              {one.refundedAmount !== undefined && one.refundedAmount !== 0 && (
                <Figure name={t.refunded}>
                  <Money amount={one.refundedAmount} currency={one.currency} />
                </Figure>
              )}
            </dl>
          ))}
      </div>
    </section>
  )
}

function Figure(props: { name: string; children: ReactNode }) {
  return (
    <div className={classes.figure}>
      <dt>{props.name}</dt>
      <dd>{props.children}</dd>
    </div>
  )
}
