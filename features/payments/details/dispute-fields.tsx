import '@counterfoil/kit/web/theme/input-styles.ts'
import {
  type DisputeOutcome,
  disputeOutcome,
  type PaymentAction,
} from '@counterfoil/features/payments/processing/payments.schema.ts'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { useMoney } from '@counterfoil/kit/web/formats/money.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { PaymentDetails } from './details.contract.ts'
import type { PaymentCalls } from './payment-calls.tsx'
import { actionTexts } from './payment-page.messages.ts'

type Part = Record<string, unknown> | undefined
interface Field {
  readonly node: React.ReactNode
  part(): Part
}

const nothing: Field = { node: null, part: () => ({}) }

/** Why the card holder disputes it. */
export function useDisputeCode(isThere: boolean, paymentId: string, calls: PaymentCalls): Field {
  const t = useTexts(actionTexts)
  const codes = useCall(calls.disputeCodes, { params: { id: paymentId } }, { enabled: isThere })
  const [chosen, setChosen] = useState<string>()
  if (!isThere) return nothing
  const value = chosen ?? codes.data?.[0]?.id ?? ''
  const node = (
    <NativeSelect
      mt="sm"
      label={t.reasonCode}
      value={value}
      data={(codes.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(event) => setChosen(event.currentTarget.value)}
    />
  )
  return { node, part: () => (value === '' ? undefined : { reasonCode: value }) }
}

/** How a dispute ended, and which, where there are several. */
export function useDisputeEnd(
  action: PaymentAction,
  payment: PaymentDetails,
  calls: PaymentCalls,
): Field {
  const isThere = action === 'closeDispute' || action === 'acceptDispute'
  const t = useTexts(actionTexts)
  const money = useMoney()
  const related = useCall(
    calls.details.related,
    { params: { id: payment.id } },
    { enabled: isThere },
  )
  const [outcome, setOutcome] = useState<DisputeOutcome>('won')
  const [chosen, setChosen] = useState<string>()
  if (!isThere) return nothing
  const open = (related.data ?? []).filter(
    ({ relation, state }) => relation === 'dispute' && state === 'opened',
  )
  const disputeId = chosen ?? open.at(-1)?.id
  const node = (
    <>
      {open.length > 1 && (
        <NativeSelect
          mb="sm"
          label={t.whichDispute}
          value={disputeId}
          data={open.map(({ id, amount, currency, reason }) => ({
            value: id,
            label: `${money(amount, currency)} · ${reason ?? id}`,
          }))}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
      )}
      {action === 'acceptDispute' ? (
        <p>{t.acceptNote}</p>
      ) : (
        <NativeSelect
          label={t.outcome}
          value={outcome}
          data={disputeOutcome.options.map((value) => ({ value, label: t[value] }))}
          onChange={(event) => setOutcome(disputeOutcome.parse(event.currentTarget.value))}
        />
      )}
    </>
  )
  const said = action === 'acceptDispute' ? {} : { outcome }
  return { node, part: () => ({ ...said, ...(disputeId === undefined ? {} : { disputeId }) }) }
}
