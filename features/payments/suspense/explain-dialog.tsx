import { searchableText } from '@counterfoil/kit/contract/searchable-text.ts'
import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { TextAreaField } from '@counterfoil/kit/web/form/fields.tsx'
import { Form, useSchemaForm } from '@counterfoil/kit/web/form/form.tsx'
import { useMoney } from '@counterfoil/kit/web/formats/money.tsx'
import { Dialog } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useMemo, useState } from 'react'
import { z } from 'zod'
import { explainTransfer, listBookings } from './suspense.contract.ts'
import { explainTexts, matchTexts, suspenseTexts } from './suspense.messages.ts'
import type { KnownBooking, TransferDetails } from './suspense.schema.ts'

const searchDelayMs = 300

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
  const [typed, search] = useState('')
  const [settled] = useDebouncedValue(typed.trim(), searchDelayMs)
  const isName = chosen !== undefined && labelOf(chosen) === settled
  const query = settled === '' || isName ? {} : { searchKey: searchableText(settled) }
  const found = useCall(
    listBookings,
    { params: { id: transfer.id }, query },
    { keepPrevious: true, quiet: true },
  )
  const bookings = found.data ?? []
  const isListed = bookings.some(({ subjectId }) => subjectId === chosen?.subjectId)
  const all = chosen === undefined || isListed ? bookings : [chosen, ...bookings]
  return (
    <Select
      label={t.booking}
      description={t.bookingHint}
      searchable
      required
      data={all.map((one) => ({ value: one.subjectId, label: labelOf(one) }))}
      // the server has searched already
      filter={({ options }) => options}
      nothingFoundMessage={found.isFetching ? undefined : t.noBooking}
      value={chosen?.subjectId ?? null}
      onSearchChange={search}
      onChange={(value) => props.onChoose(all.find(({ subjectId }) => subjectId === value))}
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
