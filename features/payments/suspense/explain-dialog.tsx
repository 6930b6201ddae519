import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { TextAreaField } from '@counterfoil/kit/web/form/fields.tsx'
import { Form, useSchemaForm } from '@counterfoil/kit/web/form/form.tsx'
import { useMoney } from '@counterfoil/kit/web/formats/money.tsx'
import { Dialog } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { useMemo, useState } from 'react'
import { z } from 'zod'
import { FoundSelect, useFoundSearch } from './found-select.tsx'
import { explainTransfer, listBookings } from './suspense.contract.ts'
import { explainTexts, matchTexts, suspenseTexts } from './suspense.messages.ts'
import type { KnownBooking, TransferDetails } from './suspense.schema.ts'

/** Says which payout or refund a line is that the books have already. */
export function ExplainDialog(props: { readonly transfer: TransferDetails; onClose(): void }) {
  const { transfer, onClose } = props
  const t = useTexts(explainTexts)
  const says = useTexts(suspenseTexts)
  const required = useTexts(matchTexts).required
  const [chosen, choose] = useState<KnownBooking>()
  const schema = useMemo(() => z.object({ reason: z.string().trim().min(1, required) }), [required])
  const form = useSchemaForm(schema, { reason: '' })
  const explaining = useAction(explainTransfer, {
    rereadsOnConflict: true,
    quiet: true,
    onDone: () => {
      showSnackbar({ message: says.explained, tone: 'success' })
      onClose()
    },
  })
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t.title}
      size="sm"
      keepsOpenOutside
      action={{
        label: t.save,
        form: 'explain-transfer',
        isRunning: explaining.isRunning,
        isDisabled: chosen === undefined,
        hint: chosen === undefined ? t.choose : undefined,
      }}
    >
      <Form
        id="explain-transfer"
        form={form}
        problem={explaining.problem}
        onSubmit={({ reason }) => {
          if (chosen === undefined) return
          const { subject, subjectId } = chosen
          explaining.run({ params: { id: transfer.id }, body: { subject, subjectId, reason } })
        }}
      >
        <BookingSelect transfer={transfer} chosen={chosen} onChoose={choose} />
        <TextAreaField name="reason" label={t.reason} isRequired maxLength={480} />
      </Form>
    </Dialog>
  )
}

function BookingSelect(props: {
  readonly transfer: TransferDetails
  readonly chosen: KnownBooking | undefined
  onChoose(one: KnownBooking | undefined): void
}) {
  const { transfer, chosen } = props
  const t = useTexts(explainTexts)
  const labelOf = useLabel(transfer)
  const { query, onSearchChange } = useFoundSearch(chosen && labelOf(chosen))
  const found = useCall(
    listBookings,
    { params: { id: transfer.id }, query },
    { keepPrevious: true, quiet: true },
  )
  return (
    <FoundSelect
      label={t.booking}
      description={t.bookingHint}
      none={t.noBooking}
      found={found}
      chosen={chosen}
      idOf={({ subjectId }) => subjectId}
      labelOf={labelOf}
      onSearchChange={onSearchChange}
      onChoose={props.onChoose}
    />
  )
}

function useLabel({ amount, currency }: TransferDetails): (one: KnownBooking) => string {
  const t = useTexts(explainTexts)
  const money = useMoney()
  const nameOf = ({ subject, payeeName, externalId, paymentId }: KnownBooking) => {
    if (subject === 'refund')
      return t.refund({ payment: externalId ?? paymentId?.slice(-12) ?? '' })
    const of = amount > 0 ? t.payoutReturn : t.payout
    return of({ payee: payeeName ?? '' })
  }
  return (one) =>
    [nameOf(one), money(one.amount, currency), one.endToEndId].filter(Boolean).join(' · ')
}
