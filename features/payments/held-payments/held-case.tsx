import {
  merchantDetails,
  operatorDetails,
} from '@counterfoil/features/payments/details/details.contract.ts'
import { PaymentActions } from '@counterfoil/features/payments/details/payment-page.screens.ts'
import { HeldNote } from '@counterfoil/features/payments/linked-payments/linked-payments.screens.ts'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { Money } from '@counterfoil/kit/web/formats/money.tsx'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import { SideDrawer } from '@counterfoil/kit/web/overlays/side-drawer.tsx'
import { Facts } from '@counterfoil/kit/web/page/page.tsx'
import { ErrorState, LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Anchor } from '@mantine/core'
import { Suspense } from 'react'
import { Link } from 'react-router'
import { caseTexts } from './held-payments.messages.ts'
import classes from './held-payments.module.css'

/** A held payment beside the queue: why it is held, what else was paid with the same, and the decision. */
export function HeldCase(props: { id: string; lookup: string; onClose(): void }) {
  const t = useTexts(caseTexts)
  const { audience } = useUser()
  const isMerchant = audience === 'merchant'
  const details = useCall((isMerchant ? merchantDetails : operatorDetails).details, {
    params: { id: props.id },
  })
  const payment = details.data
  const path = `${props.lookup}/${props.id}`
  return (
    <SideDrawer isOpen onClose={props.onClose} title={t.title}>
      {payment === undefined && details.error === null && <LoadingLines lines={6} />}
      {details.error !== null && (
        <ErrorState problem={details.error} onRetry={() => details.refetch()} />
      )}
      {payment !== undefined && (
        <>
          <Facts
            facts={[
              [t.state, <StatusPill key="state" status={payment.status} />],
              [
                t.amount,
                <Money key="amount" amount={payment.amount} currency={payment.currency} />,
              ],
              ...(isMerchant ? [] : [[t.merchant, payment.merchantName] as const]),
              [
                t.payment,
                <Anchor key="payment" component={Link} to={path}>
                  {payment.externalId ?? payment.id.slice(-12)}
                </Anchor>,
              ],
            ]}
          />
          {payment.status === 'waiting_for_approval' && (
            <div className={classes.note}>
              <Suspense fallback={<LoadingLines lines={4} />}>
                <HeldNote payment={payment} isOperator={!isMerchant} path={path} />
              </Suspense>
            </div>
          )}
          <div className={classes.buttons}>
            <Suspense>
              <PaymentActions payment={payment} />
            </Suspense>
          </div>
        </>
      )}
    </SideDrawer>
  )
}
