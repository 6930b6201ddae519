import { listMerchantMids } from '@counterfoil/features/payments/merchant-mids/merchant-mids.contract.ts'
import { paymentLabel } from '@counterfoil/features/payments/processing/labels.rules.ts'
import { paymentMethods } from '@counterfoil/features/payments/processing/payments.schema.ts'
import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { DateTimeField } from '@counterfoil/kit/web/form/date-fields.tsx'
import {
  AmountField,
  ChoiceField,
  TextAreaField,
  TextField,
} from '@counterfoil/kit/web/form/fields.tsx'
import { Form, useSchemaForm } from '@counterfoil/kit/web/form/form.tsx'
import { CurrencyField, SelectField } from '@counterfoil/kit/web/form/select-fields.tsx'
import { Dialog } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { useMemo } from 'react'
import { z } from 'zod'
import { createChannelRequest } from './channel-requests.contract.ts'
import { newTexts } from './channel-requests.messages.ts'
import {
  type AskedChange,
  limitKinds,
  maxDescriptorLength,
  maxReasonLength,
  type RequestKind,
  requestKinds,
} from './channel-requests.schema.ts'

const formId = 'new-channel-request'

/** What a merchant asks its operator to change; which fields there are depends on what it is. */
export function NewRequestDialog(props: {
  kind: RequestKind
  midId: string | undefined
  method: string | undefined
  onClose(): void
}) {
  const t = useTexts(newTexts)
  const create = useAction(createChannelRequest, {
    quiet: true,
    onDone: () => {
      props.onClose()
      showSnackbar({ message: t.sent, tone: 'success' })
    },
  })
  const form = useSchemaForm(useSchema(), {
    ...{ kind: props.kind, midId: props.midId, limitOf: 'payment', reason: '' },
    method: paymentMethods.find((one) => one === props.method),
  })
  const [kind, currency] = form.watch(['kind', 'currency'])
  return (
    <Dialog
      isOpen
      onClose={props.onClose}
      title={t.ask}
      keepsOpenOutside
      action={{ label: t.send, form: formId, isRunning: create.isRunning }}
    >
      <Form
        id={formId}
        form={form}
        problem={create.problem}
        onSubmit={(values) => create.run({ body: askedChangeOf(values) })}
      >
        <ChoiceField
          name="kind"
          label={t.kind}
          isRequired
          choices={requestKinds.map((value) => ({ value, label: t[value] }))}
        />
        {kind === 'open' ? <MethodField /> : <MidField />}
        {(kind === 'open' || kind === 'limit') && (
          <CurrencyField name="currency" label={t.currency} isRequired />
        )}
        {kind === 'limit' && (
          <>
            <ChoiceField
              name="limitOf"
              label={t.limitOf}
              isRequired
              choices={limitKinds.map((value) => ({ value, label: t[value] }))}
            />
            {currency !== undefined && (
              <AmountField
                name="amount"
                label={t.amount}
                description={t.amountHint}
                currency={currency}
              />
            )}
          </>
        )}
        {kind === 'schedule' && (
          <>
            <DateTimeField name="activeFrom" label={t.from} description={t.fromHint} />
            <DateTimeField name="activeUntil" label={t.until} description={t.untilHint} />
          </>
        )}
        {kind === 'descriptor' && <TextField name="descriptor" label={t.text} isRequired />}
        <TextAreaField
          name="reason"
          label={t.reason}
          isRequired
          maxLength={maxReasonLength}
          rows={[2, 6]}
        />
      </Form>
    </Dialog>
  )
}

function MethodField() {
  const t = useTexts(newTexts)
  const { language } = useLanguage()
  return (
    <SelectField
      name="method"
      label={t.method}
      isRequired
      choices={paymentMethods.map((value) => ({
        value,
        label: paymentLabel('method', value, language),
      }))}
    />
  )
}

function MidField() {
  const t = useTexts(newTexts)
  const mids = useCall(listMerchantMids, {}, { quiet: true }).data?.mids
  return (
    <SelectField
      name="midId"
      label={t.mid}
      isRequired
      {...(mids?.length === 0 ? { description: t.noMids } : {})}
      choices={(mids ?? []).map(({ id, midCode }) => ({ value: id, label: midCode }))}
    />
  )
}

/** What the form holds: fields of other kinds may have been filled in before. */
function useSchema() {
  const t = useTexts(newTexts)
  return useMemo(
    () =>
      z
        .object({
          kind: z.enum(requestKinds),
          midId: z.string().optional(),
          method: z.enum(paymentMethods).optional(),
          currency: z.string().optional(),
          limitOf: z.enum(limitKinds),
          amount: z.int().positive().optional(),
          activeFrom: z.string().optional(),
          activeUntil: z.string().optional(),
          descriptor: z.string().trim().max(maxDescriptorLength).optional(),
          reason: z.string().trim().min(1, t.reasonNeeded).max(maxReasonLength),
        })
        .superRefine((typed, context) => {
          const refuse = (path: string, message: string) =>
            context.addIssue({ code: 'custom', path: [path], message })
          const { kind, activeFrom, activeUntil } = typed
          if (kind === 'open' && !typed.method) refuse('method', t.methodNeeded)
          if (kind !== 'open' && !typed.midId) refuse('midId', t.midNeeded)
          if ((kind === 'open' || kind === 'limit') && !typed.currency) {
            refuse('currency', t.currencyNeeded)
          }
          if (kind === 'descriptor' && !typed.descriptor) refuse('descriptor', t.textNeeded)
          const isBackwards = activeFrom && activeUntil && activeUntil <= activeFrom
          if (kind === 'schedule' && isBackwards) refuse('activeUntil', t.endsBefore)
        }),
    [t],
  )
}

type Typed = z.infer<ReturnType<typeof useSchema>>

/** What is sent: of a kind the fields that it has, the others empty. */
function askedChangeOf(typed: Typed): AskedChange {
  const { kind, reason } = typed
  const only = <T,>(kinds: readonly RequestKind[], value: T | undefined): T | null =>
    kinds.includes(kind) ? (value ?? null) : null
  return {
    ...{ kind, reason },
    midId: only(['limit', 'schedule', 'descriptor'], typed.midId),
    method: only(['open'], typed.method),
    currency: only(['open', 'limit'], typed.currency),
    limitOf: only(['limit'], typed.limitOf),
    amount: only(['limit'], typed.amount),
    activeFrom: only(['schedule'], typed.activeFrom),
    activeUntil: only(['schedule'], typed.activeUntil),
    descriptor: only(['descriptor'], typed.descriptor),
  }
}
