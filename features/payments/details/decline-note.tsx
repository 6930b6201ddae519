import { causeText } from '@counterfoil/features/payments/processing/causes.rules.ts'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { useUserContext } from '@counterfoil/kit/web/session/user.tsx'
import { useLanguage, useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { IconAlertTriangle } from '@tabler/icons-react'
import { adviceFor, declineKind } from './decline-advice.rules.ts'
import classes from './decline-note.module.css'
import type { Attempt, PaymentDetails } from './details.contract.ts'
import type { PaymentCalls } from './payment-calls.tsx'
import { declineTexts } from './payment-page.messages.ts'

const refused = new Set(['declined', 'failed', 'blocked'])

/** Why a payment was not approved and what to do next, before anything else on its page. */
export function DeclineNote({ payment, calls }: { payment: PaymentDetails; calls: PaymentCalls }) {
  const isRefused = refused.has(payment.status)
  const answer = useCall(
    calls.details.cascading,
    { params: { id: payment.id }, query: {} },
    { enabled: isRefused, quiet: true },
  )
  const t = useTexts(declineTexts)
  const say = useTranslate()
  const { language } = useLanguage()
  if (!isRefused) return null
  const last = answer.data?.findLast(({ operation }) => operation === 'authorise')
  const { declineReason: cause, declineCode: causeCode } = payment
  const reason = causeText({ cause, causeCode, causeValues: null }, language)
  const isSoft = last?.isSoftDecline ?? null
  const mapped = payment.declineAdvice
  const kind = declineKind({ code: causeCode, isSoft, mapped })
  return (
    <section className={classes.note} aria-label={t.why}>
      <IconAlertTriangle size={18} stroke={1.75} aria-hidden className={classes.icon} />
      <div>
        <p className={classes.reason}>
          {payment.status === 'blocked' ? t.blocked : t.declined}
          {reason !== null && `: ${reason}`}
          {kind !== null && <span className={classes.kind}>{t[kind]}</span>}
        </p>
        <p className={classes.next}>
          <strong>{t.next}</strong>{' '}
          {say(adviceFor({ code: causeCode, isSoft, isOperator: calls.isOperator, mapped }))}
        </p>
        {calls.isOperator && last !== undefined && <AcquirersWords attempt={last} />}
      </div>
    </section>
  )
}

/** What the acquirer itself said, for operators who call it. */
function AcquirersWords({ attempt }: { attempt: Attempt }) {
  const t = useTexts(declineTexts)
  const { serviceProviders } = useUserContext()
  const { provider, declineCode, declineReason, acquirerReference } = attempt
  const name = serviceProviders.find(({ id }) => id === provider)?.name ?? provider
  const said = [declineCode, declineReason].filter(Boolean).join(' · ')
  return (
    <p className={classes.words}>
      {t.acquirerSaid({ name })} <code>{said === '' ? t.nothing : said}</code>
      {acquirerReference !== null && (
        <>
          {' '}
          · {t.reference} <code>{acquirerReference}</code>
        </>
      )}
    </p>
  )
}
