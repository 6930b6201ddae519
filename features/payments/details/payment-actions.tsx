import type {
  ActionAnswer,
  PaymentAction,
} from '@counterfoil/features/payments/processing/payments.schema.ts'
import { useTranslatedProblem } from '@counterfoil/kit/web/calls/problem-translations.ts'
import { Dropdown, dropdownItem } from '@counterfoil/kit/web/overlays/dropdown.tsx'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { ActionDialog } from './action-dialog.tsx'
import { usePayee } from './action-words.tsx'
import type { PaymentDetails } from './details.contract.ts'
import { merchantCalls, operatorCalls, type PaymentCalls } from './payment-calls.tsx'
import { actionTexts } from './payment-page.messages.ts'
import classes from './payment-page.module.css'

/** The order of the buttons, the most frequent action first. */
const order: readonly PaymentAction[] = [
  'capture',
  'approve',
  'approvePayout',
  'declinePayout',
  'refund',
  'increment',
  'void',
  'reverse',
  'payout',
  'decline',
  'checkStatus',
  'contestDispute',
  'closeDispute',
  'acceptDispute',
  'dispute',
  'markRefunded',
  'changeStatus',
]

/** An address can begin an action: `?action=refund`. */
const addressName = 'action'

/** Buttons beside the title; all other actions are in the menu. */
const buttonsShown = 2

/** Never beside the title: a payout comes out of the balance, the others record what happened elsewhere. */
const inMenuAlone = new Set<PaymentAction>([
  'payout',
  'increment',
  'dispute',
  'markRefunded',
  'changeStatus',
])

export function PaymentActions(props: { payment: PaymentDetails; calls: PaymentCalls }) {
  const t = useTexts(actionTexts)
  const payee = usePayee(props.payment)
  const [chosenName, setOpen] = useState<PaymentAction>()
  const [search, setSearch] = useSearchParams()
  const actions = order.flatMap(
    (name) => props.payment.actions.find(({ action }) => action === name) ?? [],
  )
  const allowed = actions.filter(({ isAllowed }) => isAllowed)
  const refused = actions.filter(({ isAllowed }) => !isAllowed)
  const first = allowed.filter(({ action }) => !inMenuAlone.has(action)).slice(0, buttonsShown)
  const further = allowed.filter((action) => !first.includes(action))
  // of the payment as it is now, not as it was when the dialog was opened
  const open =
    chosenName === undefined
      ? actions.find(({ action }) => action === search.get(addressName))
      : actions.find(({ action }) => action === chosenName)
  function close() {
    setOpen(undefined)
    if (!search.has(addressName)) return
    setSearch(
      (now) => {
        now.delete(addressName)
        return now
      },
      { replace: true },
    )
  }
  return (
    <>
      {first.map((action, index) => (
        <Button
          key={action.action}
          size="xs"
          variant={index === 0 && action.action !== 'declinePayout' ? 'filled' : 'default'}
          onClick={() => setOpen(action.action)}
        >
          {t[action.action]}
        </Button>
      ))}
      {further.length + refused.length > 0 && (
        <Dropdown
          label={t.more}
          className={classes.more}
          panelClassName={classes.morePanel}
          button={<IconDots size={18} stroke={1.75} aria-hidden />}
        >
          {(close) => (
            <>
              {further.map((action) => (
                <button
                  key={action.action}
                  type="button"
                  className={dropdownItem}
                  onClick={() => {
                    close()
                    setOpen(action.action)
                  }}
                >
                  {action.action === 'payout' ? t.payoutFromBalance({ payee }) : t[action.action]}
                </button>
              ))}
              {refused.length > 0 && <Refused answers={refused} />}
            </>
          )}
        </Dropdown>
      )}
      {open !== undefined && (
        <ActionDialog
          key={open.action}
          action={open}
          payment={props.payment}
          calls={props.calls}
          onClose={close}
        />
      )}
    </>
  )
}

/** The same with the calls of the reader's side. */
export function OwnPaymentActions({ payment }: { payment: PaymentDetails }) {
  const isMerchant = useUser().audience === 'merchant'
  return <PaymentActions payment={payment} calls={isMerchant ? merchantCalls : operatorCalls} />
}

/** The refused actions by their reasons: a role that only reads has one for all of them. */
function Refused({ answers }: { answers: readonly ActionAnswer[] }) {
  const t = useTexts(actionTexts)
  const translatedProblem = useTranslatedProblem()
  const byReason = Map.groupBy(
    answers,
    ({ code, reason }) => translatedProblem(code ?? '') ?? reason,
  )
  return (
    <section className={classes.refused} aria-label={t.whyNot}>
      <h2 className={classes.refusedTitle}>{t.notNow}</h2>
      <dl>
        {[...byReason].map(([reason, refused]) => (
          <div key={reason}>
            <dt>{refused.map(({ action }) => t[action]).join(', ')}</dt>
            <dd>{reason}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
