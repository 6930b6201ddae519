import { fileCalls } from '@counterfoil/features/messaging/files/file-calls.rules.ts'
import { evidenceExtensions } from '@counterfoil/features/payments/disputes/disputes.schema.ts'
import { maxEvidenceFiles } from '@counterfoil/features/payments/processing/actions.contract.ts'
import {
  type DisputeState,
  disputeOutcome,
  isDisputeOpen,
  type PaymentAction,
} from '@counterfoil/features/payments/processing/payments.schema.ts'
import { maxFileBytes } from '@counterfoil/kit/contract/uploads.ts'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { ChoiceField, TextAreaField } from '@counterfoil/kit/web/form/fields.tsx'
import { useMoney } from '@counterfoil/kit/web/formats/money.tsx'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { useFileQueue } from '@counterfoil/kit/web/upload/file-queue.ts'
import { FileUpload, useFileSize, useUploads } from '@counterfoil/kit/web/upload/file-upload.tsx'
import { useEffect } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import type { PaymentDetails } from './details.contract.ts'
import type { PaymentCalls } from './payment-calls.tsx'
import { actionTexts } from './payment-page.messages.ts'
import classes from './payment-page.module.css'

/** The reason of a new dispute. */
export function DisputeCodeField(props: { paymentId: string; calls: PaymentCalls }) {
  const t = useTexts(actionTexts)
  const codes = useCall(props.calls.disputeCodes, { params: { id: props.paymentId } })
  useLoadedDefault('reasonCode', codes.data?.[0]?.id)
  const choices = (codes.data ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return <ChoiceField name="reasonCode" label={t.reasonCode} choices={choices} />
}

/** The outcome of a dispute, and which one if several are open. */
export function DisputeEndFields(props: {
  action: PaymentAction
  payment: PaymentDetails
  calls: PaymentCalls
}) {
  const { action, payment, calls } = props
  const t = useTexts(actionTexts)
  const money = useMoney()
  const related = useCall(calls.details.related, { params: { id: payment.id } })
  const open = (related.data ?? []).filter(
    ({ relation, state }) =>
      relation === 'dispute' &&
      (action === 'closeDispute' ? isDisputeOpen(state as DisputeState) : state === 'opened'),
  )
  useLoadedDefault('disputeId', open.at(-1)?.id)
  const chosen: unknown = useFormContext().watch('disputeId')
  const isKept = payment.disputes.some(
    ({ id, state, acquirerReference }) =>
      state === 'opened' && acquirerReference === null && (!chosen || id === chosen),
  )
  return (
    <>
      {open.length > 1 && (
        <ChoiceField
          name="disputeId"
          label={t.whichDispute}
          choices={open.map(({ id, amount, currency, reason }) => ({
            value: id,
            label: `${money(amount, currency)} · ${reason ?? id}`,
          }))}
        />
      )}
      {action === 'acceptDispute' && <p>{t.acceptNote}</p>}
      {action === 'contestDispute' && (
        <>
          <p>{isKept ? t.contestNoteKept : t.contestNote}</p>
          <TextAreaField name="statement" label={t.statement} maxLength={2000} />
          <EvidenceField tenantId={payment.tenantId} />
        </>
      )}
      {action === 'closeDispute' && (
        <ChoiceField
          name="outcome"
          label={t.outcome}
          choices={disputeOutcome.options.map((value) => ({ value, label: t[value] }))}
        />
      )}
    </>
  )
}

/** The files that prove an answer; staff of the platform store them under the payment's tenant. */
function EvidenceField({ tenantId }: { tenantId: string }) {
  const t = useTexts(actionTexts)
  const size = useFileSize()
  const isPlatform = useUser().audience === 'platform'
  const queue = useFileQueue(fileCalls, {
    tenantId: isPlatform ? tenantId : undefined,
    accepts: evidenceExtensions,
  })
  const { fileIds, isReady } = useUploads(queue)
  const { field, fieldState } = useController({ name: 'fileIds' })
  const files = isReady ? fileIds.join() : null
  const { onChange } = field
  useEffect(() => {
    onChange(files === null ? null : files.split(',').filter(Boolean))
  }, [files, onChange])
  return (
    <fieldset className={classes.evidence}>
      <legend>{t.evidence}</legend>
      <FileUpload
        queue={queue}
        limits={t.evidenceLimits({ each: size(maxFileBytes), most: maxEvidenceFiles })}
      />
      {fieldState.error !== undefined && (
        <p className={classes.problem} role="alert">
          {fieldState.error.message}
        </p>
      )}
    </fieldset>
  )
}

/** Fills a field in once its first choice is loaded, unless the user or a draft did. */
function useLoadedDefault(name: string, value: string | undefined) {
  const { getValues, resetField } = useFormContext()
  useEffect(() => {
    if (value !== undefined && !getValues(name)) resetField(name, { defaultValue: value })
  }, [name, value, getValues, resetField])
}
