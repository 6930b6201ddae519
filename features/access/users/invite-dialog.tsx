import {
  MerchantField,
  MerchantsField,
} from '@counterfoil/features/access/merchant-picker/merchant-picker.screens.ts'
import { listGrantableRoles } from '@counterfoil/features/access/roles/roles.contract.ts'
import { emailAddress } from '@counterfoil/kit/contract/fields.ts'
import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { TextField } from '@counterfoil/kit/web/form/fields.tsx'
import { Form, useSchemaForm } from '@counterfoil/kit/web/form/form.tsx'
import { SelectField } from '@counterfoil/kit/web/form/select-fields.tsx'
import { ConfirmDialog, Dialog } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { useUser, useUserContext } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Select } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { z } from 'zod'
import { inviteTenantUser, inviteUser } from './invitations.contract.ts'
import type { UserKind } from './user-list.tsx'
import classes from './user-page.module.css'
import { userTexts } from './users.messages.ts'

const name = z.string().trim().min(1).max(100)
const invitationForm = z.object({
  email: emailAddress,
  firstName: name,
  lastName: name,
  roleId: z.string(),
  /** The tenant or merchant that the user will belong to, where there is a choice. */
  organisationId: z.string().optional(),
  merchantIds: z.array(z.string()).default([]),
})

/** The form of an invitation. The platform also chooses the tenant, a tenant the merchant, that the user will belong to. */
export function InviteDialog({
  kind,
  into,
  onClose,
}: {
  kind: UserKind
  /** The tenant or merchant of the user, without a choice. */
  into?: string
  onClose(): void
}) {
  const t = useTexts(userTexts)
  const form = useSchemaForm(invitationForm, {
    ...{ email: '', firstName: '', lastName: '' },
    ...(into === undefined ? {} : { organisationId: into }),
  })
  const organisations = useOrganisations(kind)
  const organisationId = form.watch('organisationId')
  const { setValue } = form
  // merchants that were chosen of one organisation are none of another’s
  useEffect(() => setValue('merchantIds', []), [organisationId, setValue])
  const roles = useCall(
    listGrantableRoles,
    {
      params: { x: organisations.roleType(organisationId) },
      query: organisations.roleQuery(organisationId),
    },
    { enabled: !organisations.isAsked || organisationId !== undefined },
  )
  const onDone = () => {
    showSnackbar({ message: t.invited, tone: 'success' })
    onClose()
  }
  const invite = useAction(inviteUser, { quiet: true, onDone })
  const inviteTenant = useAction(inviteTenantUser, { quiet: true, onDone })
  const submit = (values: z.infer<typeof invitationForm>, again = false) => {
    const { organisationId: id, merchantIds, ...rest } = values
    const invitation = {
      ...rest,
      again,
      merchantIds: organisations.isLimitable(id) ? merchantIds : [],
    }
    return organisations.isTenant && id !== undefined
      ? inviteTenant.run({ params: { id }, body: invitation })
      : invite.run({ body: { ...invitation, ...(id === undefined ? {} : { merchantId: id }) } })
  }
  const problem = invite.problem ?? inviteTenant.problem
  const question = useLastText(problem?.message)
  const isInvitedAlready = problem?.code === 'user.invited_already'
  function goBack() {
    invite.reset()
    inviteTenant.reset()
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t.inviteTitle}
      size="sm"
      keepsOpenOutside
      action={{
        label: t.invite,
        form: 'invite',
        isRunning: invite.isRunning || inviteTenant.isRunning,
      }}
    >
      <Form
        id="invite"
        form={form}
        problem={isInvitedAlready ? null : problem}
        onSubmit={(values) => submit(values)}
      >
        <p className={classes.hint}>{t.inviteHint}</p>
        {organisations.isAsked && into === undefined && (
          <Organisation isTenant={organisations.isTenant} />
        )}
        <TextField name="email" kind="email" label={t.email} isRequired />
        <TextField name="firstName" label={t.firstName} isRequired />
        <TextField name="lastName" label={t.lastName} isRequired />
        <SelectField
          name="roleId"
          label={t.role}
          isRequired
          isDisabled={roles.data === undefined}
          choices={(roles.data ?? []).map((role) => ({ value: role.id, label: role.name }))}
        />
        {organisations.isLimitable(organisationId) && (
          <MerchantsField
            key={organisationId}
            name="merchantIds"
            label={t.limitMerchants}
            description={t.limitsHint}
            placeholder={t.noLimit}
            tenantId={organisationId}
          />
        )}
      </Form>
      <ConfirmDialog
        isOpen={isInvitedAlready}
        onClose={goBack}
        onConfirm={form.handleSubmit((values) => submit(values, true))}
        title={t.againTitle}
        text={`${question} ${t.againInstead}`}
        confirmLabel={t.sendAgain}
      />
    </Dialog>
  )
}

/** Keeps the last text, so that it stays readable while the dialog closes. */
function useLastText(text: string | undefined): string {
  const last = useRef('')
  if (text !== undefined) last.current = text
  return last.current
}

function useOrganisations(kind: UserKind) {
  const { audience, tenantId } = useUser()
  const isTenant = kind === 'operator' && audience === 'platform'
  return {
    isTenant,
    isAsked: isTenant || kind === 'merchant',
    /** Only operators of a tenant are limited to some of its merchants. */
    isLimitable: (id: string | undefined) =>
      kind === 'operator' && (!isTenant || (id !== undefined && id !== tenantId)),
    roleType: (id: string | undefined) =>
      kind !== 'operator' ? 'merchant' : isTenant && id === tenantId ? 'platform' : 'tenant',
    roleQuery: (id: string | undefined) =>
      id === undefined ? {} : isTenant ? { tenantId: id } : { merchantId: id },
  }
}

/** The tenant or merchant that the user will belong to; platform staff choose the merchant's tenant first. */
function Organisation({ isTenant }: { isTenant: boolean }) {
  const t = useTexts(userTexts)
  const { tenants, user } = useUserContext()
  const { setValue } = useFormContext()
  const [tenantId, setTenant] = useState<string | null>(null)
  const choices = tenants.map(({ id, name }) => ({ value: id, label: name }))
  if (isTenant) {
    return <SelectField name="organisationId" label={t.tenant} choices={choices} isRequired />
  }
  const isAsked = user.audience === 'platform'
  const isTenantMissing = isAsked && tenantId === null
  return (
    <>
      {isAsked && (
        <Select
          label={t.tenant}
          searchable
          data={choices.filter(({ value }) => value !== user.tenantId)}
          value={tenantId}
          onChange={(chosen) => {
            setTenant(chosen)
            setValue('organisationId', undefined)
          }}
        />
      )}
      {!isTenantMissing && (
        <MerchantField
          key={tenantId}
          name="organisationId"
          label={t.merchant}
          tenantId={tenantId ?? undefined}
          isRequired
        />
      )}
    </>
  )
}
