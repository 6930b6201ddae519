import {
  listAlerts,
  type PaymentDetails,
} from '@counterfoil/features/payments/details/details.contract.ts'
import { causeText } from '@counterfoil/features/payments/processing/causes.rules.ts'
import { findingText } from '@counterfoil/features/routing/antifraud/finding-texts.rules.ts'
import { foundByIn, ruleNameIn } from '@counterfoil/features/routing/antifraud/found-by.rules.ts'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { IconHandStop } from '@tabler/icons-react'
import { heldTexts } from './linked-payments.messages.ts'
import classes from './linked-payments.module.css'
import { LinkedPayments } from './linked-payments.tsx'

interface HeldNoteProps {
  readonly payment: PaymentDetails
  readonly isOperator: boolean
  /** The address of the payment, where the note stands elsewhere. */
  readonly path?: string
}

/** Why a payment waits for approval, and what else is known of who paid it, before anything else on its page. */
export function HeldNote({ payment, isOperator, path }: HeldNoteProps) {
  const t = useTexts(heldTexts)
  const { language } = useLanguage()
  const cause = { cause: payment.holdReason, causeCode: null, causeValues: null }
  const reason = causeText(cause, language)
  const until = payment.authorisationExpiresAt
  return (
    <section className={classes.held} aria-label={t.title}>
      <IconHandStop size={18} stroke={1.75} aria-hidden className={classes.icon} />
      <div className={classes.body}>
        <p className={classes.reason}>{t.title}</p>
        {reason !== null && <p className={classes.next}>{t.why({ reason })}</p>}
        {isOperator && <Findings payment={payment} />}
        <p className={classes.next}>{t.notCaptured}</p>
        {until != null && (
          <p className={classes.next}>
            {t.until} <DateTime value={until} />
          </p>
        )}
        <LinkedPayments payment={payment} {...(path === undefined ? {} : { path })} />
      </div>
    </section>
  )
}

/** What the rules that hold it found. Rules in shadow hold nothing. */
function Findings({ payment }: { payment: PaymentDetails }) {
  const alerts = useCall(listAlerts, { params: { id: payment.id } }, { quiet: true })
  const { language } = useLanguage()
  const found = (alerts.data ?? []).filter(({ isShadow }) => !isShadow)
  if (found.length === 0) return null
  return (
    <ul className={classes.next}>
      {found.map((alert) => {
        const by = [ruleNameIn(alert.rule, language), foundByIn(alert, payment, language)]
        return (
          <li key={alert.id}>
            {findingText(alert.message, language)} ({by.filter(Boolean).join(', ')})
          </li>
        )
      })}
    </ul>
  )
}
