import type { PaymentDetails } from '@counterfoil/features/payments/details/details.contract.ts'
import type {
  ActionAnswer,
  PaymentAction,
} from '@counterfoil/features/payments/engine/payments.contract.ts'
import { Dropdown } from '@counterfoil/kit/web/dropdown.tsx'
import { useTexts } from '@counterfoil/kit/web/i18n.tsx'
import { Button } from '@mantine/core'
import { IconHelpCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { ActionDialog } from './action-dialog.tsx'
import type { PaymentCalls } from './payment-calls.tsx'
import { actionTexts } from './payment-page.messages.ts'
import classes from './payment-page.module.css'

/** The most usual first; what the machine allows is a button, what it does not says why. */
const order: readonly PaymentAction[] = [
  'capture',
  'approve',
  'refund',
  'void',
  'reverse',
  'decline',
  'checkStatus',
  'dispute',
  'markRefunded',
  'changeStatus',
]

export function PaymentActions(props: { payment: PaymentDetails; calls: PaymentCalls }) {
  const t = useTexts(actionTexts)
  const [open, setOpen] = useState<ActionAnswer>()
  const actions = order.flatMap(
    (name) => props.payment.actions.find(({ action }) => action === name) ?? [],
  )
  const allowed = actions.filter(({ isAllowed }) => isAllowed)
  const refused = actions.filter(({ isAllowed }) => !isAllowed)
  return (
    <>
      {allowed.map((action, place) => (
        <Button
          key={action.action}
          size="xs"
          variant={place === 0 ? 'filled' : 'default'}
          onClick={() => setOpen(action)}
        >
          {t[action.action]}
        </Button>
      ))}
      {refused.length > 0 && (
        <Dropdown
          label={t.whyNot}
          className={classes.why}
          panelClassName={classes.whyPanel}
          button={<IconHelpCircle size={18} stroke={1.75} aria-hidden />}
        >
          <p className={classes.whyTitle}>{t.whyNot}</p>
          <dl className={classes.refused}>
            {refused.map(({ action, reason }) => (
              <div key={action}>
                <dt className={classes.refusedName}>{t[action]}</dt>
                <dd className={classes.refusedReason}>{reason}</dd>
              </div>
            ))}
          </dl>
        </Dropdown>
      )}
      {open !== undefined && (
        <ActionDialog
          key={open.action}
          action={open}
          payment={props.payment}
          calls={props.calls}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  )
}
