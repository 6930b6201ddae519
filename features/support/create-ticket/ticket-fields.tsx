import { priorities } from '@counterfoil/features/support/tickets/terms.schema.ts'
import { ticketLabel } from '@counterfoil/features/support/tickets/ticket-labels.rules.ts'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { ChoiceField, TextAreaField, TextField } from '@counterfoil/kit/web/form/fields.tsx'
import { useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { FileUpload } from '@counterfoil/kit/web/upload/file-upload.tsx'
import { IconCheck, IconPlus } from '@tabler/icons-react'
import type { Attachments } from './attachments.tsx'
import { contactTexts } from './contact-support.messages.ts'
import classes from './contact-support.module.css'
import { listCategories } from './create-ticket.contract.ts'
import { CustomersField, TransactionsField } from './picker-fields.tsx'
import { maxDescriptionLength, type OptionalPart } from './ticket-form.rules.ts'

/** The fields that every ticket needs: category, subject and description. */
export function RequiredFields({ isDisabled }: { isDisabled: boolean }) {
  const t = useTexts(contactTexts)
  const { language } = useLanguage()
  const categories = useCall(listCategories, {}, { quiet: true, staleMs: 60_000 })
  const isMissing = categories.error !== null || categories.data?.length === 0
  return (
    <>
      <ChoiceField
        name="ticketCategory"
        label={t.category}
        isRequired
        isDisabled={isDisabled}
        problem={isMissing ? t.noCategories : undefined}
        none=""
        choices={(categories.data ?? []).map(({ name }) => ({
          value: name,
          label: ticketLabel('category', name, language),
        }))}
      />
      <TextField name="subject" label={t.subject} isRequired isDisabled={isDisabled} />
      <TextAreaField
        name="description"
        label={t.description}
        isRequired
        isDisabled={isDisabled}
        rows={[4, 7]}
        maxLength={maxDescriptionLength}
      />
    </>
  )
}

/** Buttons that show or hide the optional parts of the form. */
export function PartToggles(props: {
  parts: readonly OptionalPart[]
  shown: ReadonlySet<OptionalPart>
  isDisabled: boolean
  onToggle(part: OptionalPart): void
}) {
  const t = useTexts(contactTexts)
  return (
    <fieldset className={classes.toggles} disabled={props.isDisabled}>
      <legend>{t.add}</legend>
      {props.parts.map((part) => {
        const isShown = props.shown.has(part)
        const Icon = isShown ? IconCheck : IconPlus
        return (
          <button
            key={part}
            type="button"
            aria-pressed={isShown}
            className={classes.toggle}
            onClick={() => props.onToggle(part)}
          >
            <Icon size={13} stroke={2} aria-hidden />
            {t[part]}
          </button>
        )
      })}
    </fieldset>
  )
}

/** The optional parts that are shown. */
export function OptionalFields(props: {
  shown: ReadonlySet<OptionalPart>
  tenantId: string | undefined
  attachments: Attachments
  isDisabled: boolean
}) {
  const t = useTexts(contactTexts)
  const { language } = useLanguage()
  const { shown, tenantId, isDisabled } = props
  return (
    <>
      {shown.has('customers') && (
        <CustomersField
          name="customers"
          label={t.customers}
          tenantId={tenantId}
          isDisabled={isDisabled}
        />
      )}
      {shown.has('transactions') && (
        <TransactionsField
          name="transactions"
          label={t.transactions}
          tenantId={tenantId}
          isDisabled={isDisabled}
        />
      )}
      {shown.has('priority') && (
        <ChoiceField
          name="priority"
          label={t.priority}
          isDisabled={isDisabled}
          choices={priorities.map((value) => ({
            value,
            label: ticketLabel('priority', value, language),
          }))}
        />
      )}
      {shown.has('attachments') && (
        <div>
          <div className={classes.partTitle}>{t.attachments}</div>
          <FileUpload queue={props.attachments.queue} isDisabled={isDisabled} />
        </div>
      )}
    </>
  )
}
