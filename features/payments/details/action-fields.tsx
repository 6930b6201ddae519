import { refundSources } from '@counterfoil/features/accounting/ledger/ledger.schema.ts'
import { paymentLabel } from '@counterfoil/features/payments/processing/labels.rules.ts'
import type { PaymentAction } from '@counterfoil/features/payments/processing/payments.schema.ts'
import { AmountField, CheckField, ChoiceField } from '@counterfoil/kit/web/form/fields.tsx'
import { SuggestionField } from '@counterfoil/kit/web/form/select-fields.tsx'
import { useMoney } from '@counterfoil/kit/web/formats/money.tsx'
import { useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { useFormContext } from 'react-hook-form'
import { hasField } from './action-form.tsx'
import type { PaymentDetails } from './details.contract.ts'
import { DisputeCodeField, DisputeEndFields } from './dispute-fields.tsx'
import type { PaymentCalls } from './payment-calls.tsx'
import { actionTexts } from './payment-page.messages.ts'
import classes from './payment-page.module.css'

interface ActionFieldsProps {
  readonly kind: PaymentAction
  readonly max: number | null
  readonly payment: PaymentDetails
  readonly calls: PaymentCalls
  readonly reasons: readonly string[]
  readonly isReasonRequired: boolean
}

/** The fields of an action, in the order of all dialogs. */
export function ActionFields(props: ActionFieldsProps) {
  const { kind, payment, calls, reasons, isReasonRequired } = props
  const t = useTexts(actionTexts)
  const newStatus = useFormContext().watch('actionType')
  const reason = { label: t.reason, suggestions: reasons, isRequired: isReasonRequired }
  return (
    <>
      {hasField(kind, 'amount') && <MovedAmount {...props} />}
      {hasField(kind, 'isFinal') && <LastCapture {...props} />}
      {hasField(kind, 'paidFrom') && <PaidFrom />}
      {hasField(kind, 'despiteDispute') && payment.refundInDispute === 'warned' && (
        <DespiteDispute />
      )}
      {hasField(kind, 'reasonCode') && <DisputeCodeField paymentId={payment.id} calls={calls} />}
      {hasField(kind, 'disputeId') && (
        <DisputeEndFields action={kind} payment={payment} calls={calls} />
      )}
      {hasField(kind, 'actionType') && (
        <ChoiceField
          name="actionType"
          label={t.newStatus}
          choices={[
            { value: 'Captured', label: t.outcomeCaptured },
            { value: 'Declined', label: t.declined },
          ]}
        />
      )}
      {newStatus === 'Declined' && <SuggestionField {...reason} name="declineReason" />}
      {hasField(kind, 'reason') && <SuggestionField {...reason} name="reason" />}
    </>
  )
}

/** From where a refund was paid that is marked by hand. */
function PaidFrom() {
  const t = useTexts(actionTexts)
  const { language } = useLanguage()
  return (
    <ChoiceField
      name="paidFrom"
      label={t.paidFrom}
      isRequired
      description={t.paidFromText}
      none={t.choose}
      choices={refundSources.map((value) => ({
        value,
        label: paymentLabel('refundSource', value, language),
      }))}
    />
  )
}

/** A dispute is open: who pays back as well has to say so. */
function DespiteDispute() {
  const t = useTexts(actionTexts)
  return (
    <div>
      <p className={classes.problem}>{t.disputeIsOpen}</p>
      <CheckField name="despiteDispute" label={t.despiteDispute} />
    </div>
  )
}

/** Of a capture in part: whether what it leaves is released. */
function LastCapture({ max, payment: { currency } }: ActionFieldsProps) {
  const t = useTexts(actionTexts)
  const money = useMoney()
  const rest = (max ?? 0) - Number(useFormContext().watch('amount') ?? 0)
  if (!(rest > 0)) return null
  return <CheckField name="isFinal" label={t.lastCapture({ amount: money(rest, currency) })} />
}

/** How much, with half and all of what is left at one press. A payout has neither: the whole balance is never meant. */
function MovedAmount({ kind, max, payment }: ActionFieldsProps) {
  const t = useTexts(actionTexts)
  const money = useMoney()
  const { setValue } = useFormContext()
  const { currency } = payment
  const isBounded = max !== null && Number.isFinite(max)
  const most = isBounded ? money(max, currency) : undefined
  const fill = (amount: number) =>
    setValue('amount', amount, { shouldDirty: true, shouldTouch: true, shouldValidate: true })
  return (
    <div>
      <AmountField
        name="amount"
        label={t.amount}
        currency={currency}
        description={most === undefined ? undefined : t.atMost({ amount: most })}
      />
      {isBounded && kind !== 'payout' && max > 1 && (
        <div className={classes.shares}>
          <Button size="compact-xs" variant="default" onClick={() => fill(Math.floor(max / 2))}>
            {t.half({ amount: money(Math.floor(max / 2), currency) })}
          </Button>
          <Button size="compact-xs" variant="default" onClick={() => fill(max)}>
            {t.all({ amount: money(max, currency) })}
          </Button>
        </div>
      )}
    </div>
  )
}
