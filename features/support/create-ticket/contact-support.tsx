import { MerchantField } from '@counterfoil/features/access/merchant-picker/merchant-picker.screens.ts'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { ChoiceField, TextField } from '@counterfoil/kit/web/form/fields.tsx'
import { Form, useSchemaForm } from '@counterfoil/kit/web/form/form.tsx'
import { SelectField } from '@counterfoil/kit/web/form/select-fields.tsx'
import { useKeptText } from '@counterfoil/kit/web/form/unsaved-text.ts'
import { CornerDialog } from '@counterfoil/kit/web/overlays/corner-dialog.tsx'
import {
  endSupportRequest,
  type SupportRequest,
} from '@counterfoil/kit/web/session/support-request.tsx'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Suspense, useEffect, useRef, useState } from 'react'
import { type UseFormReturn, useFormContext } from 'react-hook-form'
import { useLocation } from 'react-router'
import type { z } from 'zod'
import { useAttachments } from './attachments.tsx'
import { contactTexts } from './contact-support.messages.ts'
import { listSupportTenants } from './create-ticket.contract.ts'
import { ContactsField } from './picker-fields.tsx'
import { SimilarTickets } from './similar-tickets.tsx'
import { OptionalFields, PartToggles, RequiredFields } from './ticket-fields.tsx'
import {
  isAddressed,
  type OptionalPart,
  operatorTicketFormSchema,
  partsFor,
  type TicketFormInput,
  type TicketFormValues,
  tenantTicketFormSchema,
  ticketFormSchema,
  uniqueTags,
} from './ticket-form.rules.ts'
import { useCreateTicket } from './use-create-ticket.tsx'

const formId = 'contact-support'

/** Creates a ticket: a merchant's to its tenant, an operator's to the platform or for a merchant, platform staff's for a tenant. */
export default function ContactSupport({ request }: { request: SupportRequest }) {
  const t = useTexts(contactTexts)
  const { audience, email, merchantId } = useUser()
  const isPlatform = audience === 'platform'
  const { pathname, search } = useLocation()
  const form = useSchemaForm<TicketFormInput, TicketFormValues>(
    formSchemas[audience] as z.ZodType<TicketFormValues, TicketFormInput>,
    {
      subject: '',
      description: '',
      contactEmail: isPlatform ? '' : email,
      contactEmails: [],
      priority: 'Medium',
      customers: [],
      transactions: [],
    },
  )
  const [tenantId, recipient, customerId] = form.watch(['tenantId', 'recipient', 'customerId'])
  const attachments = useAttachments(tenantId)
  const [shown, setShown] = useState<ReadonlySet<OptionalPart>>(
    () => new Set(attachments.count === 0 ? [] : ['attachments']),
  )
  const forgetTyped = useKeptTyping(form)
  const create = useCreateTicket(() => {
    forgetTyped()
    attachments.forget()
    endSupportRequest()
  })
  useRequestedReferences(request, form, (part) => setShown((now) => new Set(now).add(part)))
  const isDisabled = !isAddressed(audience, { tenantId, recipient, customerId })

  async function toggle(part: OptionalPart) {
    const next = new Set(shown)
    if (!next.delete(part)) next.add(part)
    setShown(next)
    if (part === 'attachments' && !next.has(part)) await attachments.discard()
  }
  async function cancel() {
    forgetTyped()
    endSupportRequest()
    await attachments.discard()
  }
  return (
    <CornerDialog
      title={t.title}
      onClose={cancel}
      keepsOpenOnEscape={form.formState.isDirty || attachments.count > 0}
      action={{
        label: t.send,
        form: formId,
        isRunning: create.isRunning,
        isDisabled: !form.formState.isValid || !attachments.isReady,
        hint: attachments.isUploading ? t.uploading : undefined,
      }}
    >
      <Form
        id={formId}
        form={form}
        problem={create.problem}
        onSubmit={(values) =>
          create.run(values, shown, { fileIds: attachments.fileIds, page: pathname + search })
        }
      >
        {isPlatform && <TenantField onChange={attachments.discard} />}
        {audience === 'tenant' && <RecipientFields recipient={recipient} ownEmail={email} />}
        <RequiredFields isDisabled={isDisabled} />
        {!isDisabled && (
          <SimilarTickets
            channel={
              audience === 'tenant' && recipient !== 'customer'
                ? 'TenantToPlatform'
                : 'CustomerToTenant'
            }
            tenantId={tenantId}
          />
        )}
        {isPlatform
          ? tenantId !== undefined && (
              <ContactsField
                key={`contacts ${tenantId}`}
                name="contactEmails"
                label={t.contacts}
                description={t.contactsHint}
                tenantId={tenantId}
              />
            )
          : null}
        {!isPlatform && (
          <TextField
            name="contactEmail"
            kind="email"
            label={t.contactEmail}
            isDisabled={isDisabled}
          />
        )}
        <PartToggles
          parts={partsFor(merchantId !== null || recipient === 'customer')}
          shown={shown}
          isDisabled={isDisabled}
          onToggle={toggle}
        />
        <OptionalFields
          key={`optional ${tenantId ?? ''}`}
          shown={shown}
          tenantId={tenantId}
          attachments={attachments}
          isDisabled={isDisabled}
        />
      </Form>
    </CornerDialog>
  )
}

const formSchemas = {
  merchant: ticketFormSchema,
  tenant: operatorTicketFormSchema,
  platform: tenantTicketFormSchema,
}

/** Chooses whether an operator asks the platform or writes down what a merchant asks. */
function RecipientFields(props: { recipient: string | undefined; ownEmail: string }) {
  const t = useTexts(contactTexts)
  const form = useFormContext<TicketFormInput>()
  const { recipient, ownEmail } = props
  const previous = useRef(recipient)
  useEffect(() => {
    if (previous.current === recipient) return
    previous.current = recipient
    // mails go to the people of the merchant, not to the operator who writes the ticket down
    if (form.getFieldState('contactEmail').isDirty) return
    form.resetField('contactEmail', { defaultValue: recipient === 'customer' ? '' : ownEmail })
  })
  return (
    <>
      <ChoiceField
        name="recipient"
        label={t.recipient}
        isRequired
        none=""
        choices={[
          { value: 'customer', label: t.forMerchant },
          { value: 'platform', label: t.forPlatform },
        ]}
      />
      <Suspense>
        {recipient === 'customer' && (
          <MerchantField name="customerId" label={t.merchant} isRequired />
        )}
      </Suspense>
    </>
  )
}

/** Chooses the ticket's tenant; a change clears what was chosen of another tenant. */
function TenantField({ onChange }: { onChange(): void }) {
  const t = useTexts(contactTexts)
  const form = useFormContext<TicketFormInput>()
  const tenants = useCall(listSupportTenants, {}, { quiet: true, staleMs: 60_000 })
  const isMissing = tenants.error !== null || tenants.data?.data.length === 0
  const tenantId = form.watch('tenantId')
  const previous = useRef(tenantId)
  useEffect(() => {
    if (previous.current === tenantId) return
    const isFirst = previous.current === undefined
    previous.current = tenantId
    // before the first choice the other fields were disabled
    if (isFirst) return
    for (const name of ['contactEmails', 'customers', 'transactions'] as const) {
      form.resetField(name)
    }
    onChange()
  })
  return (
    <SelectField
      name="tenantId"
      label={t.tenant}
      isRequired
      problem={isMissing ? t.noTenants : undefined}
      choices={(tenants.data?.data ?? []).map((tenant) => ({
        value: tenant.tenantId,
        label: tenant.tenantName,
      }))}
    />
  )
}

/** Subject and text are kept on this device until the ticket is created or given up: answers what forgets them. */
function useKeptTyping(form: UseFormReturn<TicketFormInput, unknown, TicketFormValues>) {
  const subject = useKeptText('new ticket: subject')
  const description = useKeptText('new ticket: description')
  const kept = { subject, description }
  const first = useRef(kept)
  useEffect(() => {
    for (const name of ['subject', 'description'] as const) {
      const { text } = first.current[name]
      if (text !== '') form.setValue(name, text, { shouldDirty: true, shouldValidate: true })
    }
    const { unsubscribe } = form.watch(({ subject = '', description = '' }) => {
      first.current.subject.write(subject)
      first.current.description.write(description)
    })
    return unsubscribe
  }, [form])
  return () => {
    for (const { write } of [subject, description]) write('')
  }
}

/** Adds the records for which the dialog was requested, also when it is open already. */
function useRequestedReferences(
  request: SupportRequest,
  form: UseFormReturn<TicketFormInput, unknown, TicketFormValues>,
  show: (part: OptionalPart) => void,
) {
  const handled = useRef<SupportRequest>(undefined)
  useEffect(() => {
    if (handled.current === request) return
    handled.current = request
    for (const { key, tenantId } of request.about) {
      if (tenantId !== undefined) form.setValue('tenantId', tenantId)
      const others = form.getValues('transactions')
      form.setValue('transactions', uniqueTags([...others, key]), { shouldDirty: true })
      show('transactions')
    }
  })
}
