import { isWaitingAnswer } from '@counterfoil/features/payments/confirmations/confirmations.schema.ts'
import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { AmountField, TextAreaField, TextField } from '@counterfoil/kit/web/form/fields.tsx'
import { Form, useSchemaForm } from '@counterfoil/kit/web/form/form.tsx'
import { SelectField } from '@counterfoil/kit/web/form/select-fields.tsx'
import { useMoney, useMoneySign } from '@counterfoil/kit/web/formats/money.tsx'
import { Dialog } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { useMemo, useState } from 'react'
import { z } from 'zod'
import { FoundSelect, useFoundSearch } from './found-select.tsx'
import { bookReturn, listCandidates, matchTransfer, returnTransfer } from './suspense.contract.ts'
import { bookTexts, matchTexts, returnTexts, suspenseTexts } from './suspense.messages.ts'
import { type Candidate, isMistypedIban, type TransferDetails } from './suspense.schema.ts'

interface DialogProps {
  readonly transfer: TransferDetails
  onClose(): void
}

const maxReason = 480

/** Matches a transfer, or a part of it, to one payment; another part is matched to the next one. */
export function MatchDialog({ transfer, onClose }: DialogProps) {
  const t = useTexts(matchTexts)
  const says = useTexts(suspenseTexts)
  const [chosen, choose] = useState<Candidate>()
  const { currency } = transfer
  const most = Math.min(transfer.remaining, chosen?.missing ?? transfer.remaining)
  const schema = useUseSchema(most, currency)
  const form = useSchemaForm(schema, { amount: most, reason: '' })
  const sign = useMoneySign()
  const amount = amountIn(form.watch('amount'))
  const matching = useAction(matchTransfer, {
    rereadsOnConflict: true,
    quiet: true,
    onDone: () => {
      showSnackbar({ message: says.matched, tone: 'success' })
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
        label:
          chosen !== undefined && amount > 0
            ? t.saveAmount({
                amount: sign(amount, currency),
                payment: chosen.externalId ?? chosen.paymentId.slice(-12),
              })
            : t.save,
        form: 'match-transfer',
        isRunning: matching.isRunning,
        isDisabled: chosen === undefined,
        hint: chosen === undefined ? t.choose : undefined,
      }}
    >
      <Form
        id="match-transfer"
        form={form}
        problem={matching.problem}
        onSubmit={({ amount, reason }) =>
          chosen &&
          matching.run({
            params: { id: transfer.id },
            body: { payments: [{ paymentId: chosen.paymentId, amount }], reason },
          })
        }
      >
        <PaymentSelect
          transfer={transfer}
          chosen={chosen}
          onChoose={(one) => {
            choose(one)
            const amount = Math.min(transfer.remaining, one?.missing ?? transfer.remaining)
            form.setValue('amount', amount, { shouldValidate: true })
          }}
        />
        <AmountField
          name="amount"
          label={t.amount}
          description={t.amountHint}
          currency={currency}
          isRequired
        />
        <TextAreaField name="reason" label={t.reason} isRequired maxLength={maxReason} />
      </Form>
    </Dialog>
  )
}

function PaymentSelect(props: {
  transfer: TransferDetails
  chosen: Candidate | undefined
  onChoose(one: Candidate | undefined): void
}) {
  const { transfer, chosen } = props
  const t = useTexts(matchTexts)
  const money = useMoney()
  const labelOf = (one: Candidate) =>
    [
      one.externalId ?? one.paymentId.slice(-12),
      one.merchantName,
      one.customerEmail,
      money(one.amount, transfer.currency),
      one.missing < one.amount
        ? t.missing({ amount: money(one.missing, transfer.currency) })
        : null,
    ]
      .filter(Boolean)
      .join(' · ')
  const { query, onSearchChange } = useFoundSearch(chosen && labelOf(chosen))
  const found = useCall(
    listCandidates,
    { params: { id: transfer.id }, query },
    { keepPrevious: true, quiet: true },
  )
  return (
    <FoundSelect
      label={t.payment}
      description={t.paymentHint}
      none={t.noPayment}
      found={found}
      chosen={chosen}
      idOf={({ paymentId }) => paymentId}
      labelOf={labelOf}
      onSearchChange={onSearchChange}
      onChoose={props.onChoose}
    />
  )
}

/** Sets money aside for its sender, with the reference that the bank has to be told. */
export function ReturnDialog({ transfer, onClose }: DialogProps) {
  const t = useTexts(returnTexts)
  const says = useTexts(suspenseTexts)
  const required = useTexts(matchTexts).required
  const common = useUseSchema(transfer.remaining, transfer.currency)
  const { accountRule, ibanMistyped } = t
  const schema = useMemo(
    () =>
      common.extend({
        payeeName: z.string().trim().min(1, required).max(70),
        payeeAccount: z
          .string()
          .transform((text) => text.replaceAll(' ', ''))
          .pipe(
            z
              .string()
              .regex(/^[A-Za-z0-9]{4,34}$/, accountRule)
              .refine((account) => !isMistypedIban(account.toLocaleUpperCase('en')), ibanMistyped),
          ),
      }),
    [common, required, accountRule, ibanMistyped],
  )
  const form = useSchemaForm(schema, {
    amount: transfer.remaining,
    payeeName: transfer.payer?.slice(0, 70) ?? '',
    payeeAccount: '',
    reason: '',
  })
  const sign = useMoneySign()
  const amount = amountIn(form.watch('amount'))
  const payee = form.watch('payeeName').trim()
  const returning = useAction(returnTransfer, {
    rereadsOnConflict: true,
    quiet: true,
    onDone: (answer) => {
      if (isWaitingAnswer(answer)) showSnackbar({ message: says.waits, tone: 'success' })
      else {
        const reference = answer.clearings.findLast(({ kind }) => kind === 'return')?.reference
        showSnackbar({ message: says.returned({ reference: reference ?? '' }), tone: 'success' })
      }
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
        label:
          amount > 0 && payee !== ''
            ? t.saveAmount({ amount: sign(amount, transfer.currency), payee })
            : t.save,
        form: 'return-transfer',
        isRunning: returning.isRunning,
        isDangerous: true,
      }}
    >
      <Form
        id="return-transfer"
        form={form}
        problem={returning.problem}
        onSubmit={(body) => returning.run({ params: { id: transfer.id }, body })}
      >
        <AmountField name="amount" label={t.amount} currency={transfer.currency} isRequired />
        <TextField name="payeeName" label={t.payeeName} isRequired />
        <TextField name="payeeAccount" label={t.payeeAccount} description={t.hint} isRequired />
        <TextAreaField name="reason" label={t.reason} isRequired maxLength={maxReason} />
      </Form>
    </Dialog>
  )
}

/** Says which return money that went out is. */
export function BookDialog({ transfer, onClose }: DialogProps) {
  const t = useTexts(bookTexts)
  const says = useTexts(suspenseTexts)
  const required = useTexts(matchTexts).required
  const money = useMoney()
  const schema = useMemo(
    () =>
      z.object({
        returnId: z.string({ error: required }).min(1, required),
        reason: z.string().trim().min(1, required),
      }),
    [required],
  )
  const form = useSchemaForm(schema, { returnId: '', reason: '' })
  const booking = useAction(bookReturn, {
    rereadsOnConflict: true,
    quiet: true,
    onDone: () => {
      showSnackbar({ message: says.bookedDone, tone: 'success' })
      onClose()
    },
  })
  const choices = transfer.openReturns.map((one) => ({
    value: one.id,
    label: `${one.payeeName} · ${money(one.amount, transfer.currency)} · ${one.reference}`,
  }))
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t.title}
      size="sm"
      keepsOpenOutside
      action={{
        label: t.save,
        form: 'book-return',
        isRunning: booking.isRunning,
        isDisabled: choices.length === 0,
      }}
    >
      <Form
        id="book-return"
        form={form}
        problem={booking.problem}
        onSubmit={(body) => booking.run({ params: { id: transfer.id }, body })}
      >
        <SelectField
          name="returnId"
          label={t.return}
          choices={choices}
          isRequired
          description={choices.length === 0 ? t.noReturns : undefined}
        />
        <TextAreaField name="reason" label={t.reason} isRequired maxLength={maxReason} />
      </Form>
    </Dialog>
  )
}

/** What is typed so far: nothing while it is no amount. */
const amountIn = (typed: unknown) => (typeof typed === 'number' ? typed : 0)

/** An amount of at most what is left, and a reason. */
function useUseSchema(most: number, currency: string) {
  const { required, tooMuch } = useTexts(matchTexts)
  const money = useMoney()
  const limit = tooMuch({ amount: money(most, currency) })
  return useMemo(
    () =>
      z.object({
        amount: z.int({ error: required }).min(1, required).max(most, limit),
        reason: z.string().trim().min(1, required),
      }),
    [most, limit, required],
  )
}
