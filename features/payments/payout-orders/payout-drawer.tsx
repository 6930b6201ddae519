import { Recalls } from '@counterfoil/features/payments/payout-recalls/payout-recalls.screens.ts'
import { countryName } from '@counterfoil/kit/contract/country-name.ts'
import { useTranslatedProblem } from '@counterfoil/kit/web/calls/problem-translations.ts'
import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { CopyText } from '@counterfoil/kit/web/formats/copy-text.tsx'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { Money } from '@counterfoil/kit/web/formats/money.tsx'
import { ConfirmDialog, ProblemNote } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { SideDrawer } from '@counterfoil/kit/web/overlays/side-drawer.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { Facts } from '@counterfoil/kit/web/page/page.tsx'
import { useMayCall, useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Anchor, Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import {
  cancelPayoutOrder,
  merchantApprovals,
  merchantPayoutOrders,
  operatorApprovals,
  operatorPayoutOrders,
} from './payout-orders.contract.ts'
import { payoutTexts, railTexts, stepTexts } from './payout-orders.messages.ts'
import classes from './payout-orders.module.css'
import type { PayoutDetails } from './payout-orders.schema.ts'
import { PayeeCheck, PayoutStatus } from './payout-parts.tsx'

const watchMs = 2_000

/** One payout: whom, how much, over which rail, and what happened to it. */
export function PayoutDrawer(props: { id: string; onClose(): void }) {
  const t = useTexts(payoutTexts)
  const isMerchant = useUser().audience === 'merchant'
  const { read } = isMerchant ? merchantPayoutOrders : operatorPayoutOrders
  const found = useCall(read, { params: { id: props.id } }, { refetchEveryMs: watchMs })
  const payout = found.data
  return (
    <SideDrawer isOpen onClose={props.onClose} title={payout?.payeeName ?? t.title}>
      <ProblemNote problem={found.error} />
      {payout !== undefined && (
        <>
          <PayoutFacts payout={payout} />
          {payout.mayCancel && <CancelButton id={payout.id} />}
          {payout.state === 'waiting_for_approval' && <DecideLink />}
          <Suspense fallback={null}>
            <Recalls payout={payout} />
          </Suspense>
          <Steps payout={payout} />
        </>
      )}
    </SideDrawer>
  )
}

/** A link to the page on which it is decided, for those who may decide. */
function DecideLink() {
  const t = useTexts(payoutTexts)
  const isMerchant = useUser().audience === 'merchant'
  const { list } = isMerchant ? merchantApprovals : operatorApprovals
  const mayDecide = useMayCall(list)
  if (!mayDecide) return null
  const path = isMerchant
    ? '/merchant/payments/pending-payments'
    : '/transaction-management/pending-payments'
  return (
    <Anchor component={Link} inherit to={`${path}?show=beneficiaries`}>
      {t.decide}
    </Anchor>
  )
}

/** Why it ended without being paid: our own words, or the scheme's code with what it says. */
function endReason(
  { code, message }: PayoutDetails,
  translated: ReturnType<typeof useTranslatedProblem>,
) {
  if (code === null || code.startsWith('payout')) return translated(code ?? '') ?? message ?? '–'
  return [code, message].filter(Boolean).join(': ')
}

function PayoutFacts({ payout }: { payout: PayoutDetails }) {
  const isMerchant = useUser().audience === 'merchant'
  const translated = useTranslatedProblem()
  const t = useTexts(payoutTexts)
  const rails = useTexts(railTexts)
  const { locale } = useLanguage()
  const { payee, currency } = payout
  const money = (amount: number) => <Money amount={amount} currency={currency} />
  const optional = (label: string, value: string | null) =>
    value === null ? [] : [[label, value] as const]
  return (
    <Facts
      facts={[
        [t.state, <PayoutStatus key="state" state={payout.state} />],
        ...(payout.code === null ? [] : [[t.reason, endReason(payout, translated)] as const]),
        ...optional(t.merchant, isMerchant ? null : payout.merchantName),
        [t.amount, money(payout.amount)],
        [t.fee, money(payout.fee)],
        [t.payee, payee.name],
        [t.account, <CopyText key="account" name={t.account} text={payee.account} />],
        ...optional(t.bic, payee.bic),
        [t.country, countryName(payee.country, locale)],
        ...(payee.result === null
          ? []
          : [[t.check, <PayeeCheck key="check" word={payee.result} />] as const]),
        ...optional(t.check, payee.bankName === null ? null : t.bankName({ name: payee.bankName })),
        [t.reference, payout.reference],
        ...optional(t.own, payout.externalId),
        [t.rail, rails[payout.rail]],
        [t.goes, <DateTime key="goes" value={payout.sendAt} />],
        ...(payout.recurringId === null
          ? []
          : [
              [
                t.recurringOf,
                <Anchor
                  key="recurring"
                  component={Link}
                  to={`${isMerchant ? '/merchant/payments/recurring-payments' : '/transaction-management/recurring-payments'}?recurring=${payout.recurringId}`}
                >
                  {t.openRecurring}
                </Anchor>,
              ] as const,
            ]),
        [t.endToEnd, payout.endToEndId],
        ...optional(t.railReference, payout.railReference),
      ]}
    />
  )
}

function Steps({ payout }: { payout: PayoutDetails }) {
  const t = useTexts(payoutTexts)
  const words = useTexts(stepTexts)
  return (
    <>
      <h3 className={classes.heading}>{t.history}</h3>
      <ul className={classes.steps}>
        {payout.steps.map(({ kind, by, reason, at }) => (
          <li key={`${kind} ${at}`}>
            <strong>{words[kind]}</strong>
            <span>{by ?? t.product}</span>
            <DateTime value={at} seconds />
            {reason !== null && <span className={classes.count}>{reason}</span>}
          </li>
        ))}
      </ul>
    </>
  )
}

function CancelButton({ id }: { id: string }) {
  const t = useTexts(payoutTexts)
  const [isAsking, ask] = useState(false)
  const mayCancel = useMayCall(cancelPayoutOrder)
  const cancel = useAction(cancelPayoutOrder, {
    quiet: true,
    onDone: () => {
      ask(false)
      showSnackbar({ message: t.cancelled, tone: 'success' })
    },
  })
  if (!mayCancel) return null
  return (
    <div className={classes.buttons}>
      <Button size="xs" variant="default" color="danger" onClick={() => ask(true)}>
        {t.cancel}
      </Button>
      {isAsking && (
        <ConfirmDialog
          isOpen
          isDangerous
          title={t.cancelTitle}
          text={t.cancelText}
          confirmLabel={t.cancel}
          isRunning={cancel.isRunning}
          problem={cancel.problem}
          onClose={() => ask(false)}
          onConfirm={() => void cancel.run({ params: { id } })}
        />
      )}
    </div>
  )
}
