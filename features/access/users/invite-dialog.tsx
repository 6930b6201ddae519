import { MerchantField } from '@counterfoil/features/access/merchant-picker/merchant-picker.screens.ts'
import { lookUpRoles } from '@counterfoil/features/access/roles/roles.contract.ts'
import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { TextField } from '@counterfoil/kit/web/form/fields.tsx'
import { Form, useSchemaForm } from '@counterfoil/kit/web/form/form.tsx'
import { SelectField } from '@counterfoil/kit/web/form/select-fields.tsx'
import { ConfirmDialog, Dialog } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { useUser, useUserContext } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Select } from '@mantine/core'
import { useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { z } from 'zod'
import type { UserKind } from './user-list.tsx'
import classes from './user-page.module.css'
import { inviteTenantUser, inviteUser } from './users.contract.ts'
import { userTexts } from './users.messages.ts'

const name = z.string().trim().min(1).max(100)
const wish = z.object({
  email: z.email().max(254),
  firstName: name,
  lastName: name,
  roleId: z.string(),
  /** Whose user it will be, where there is a choice. */
  organisationId: z.string().optional(),
})

/** Asks whom to invite. Of a tenant by the platform, of a merchant by its tenant: then also for whom. */
export function InviteDialog({
  kind,
  into,
  onClose,
}: {
  kind: UserKind
  /** Into this tenant or merchant, without a choice. */
  into?: string
  onClose(): void
}) {
  const t = useTexts(userTexts)
  const form = useSchemaForm(wish, {
    ...{ email: '', firstName: '', lastName: '' },
    ...(into === undefined ? {} : { organisationId: into }),
  })
  const ofWhom = useOrganisations(kind)
  const organisationId = form.watch('organisationId')
  const roles = useCall(
    lookUpRoles,
    {
      params: { x: ofWhom.roleType(organisationId) },
      query: ofWhom.roleQuery(organisationId),
    },
    { enabled: !ofWhom.isAsked || organisationId !== undefined },
  )
  const onDone = () => {
    showSnackbar({ message: t.invited, tone: 'success' })
    onClose()
  }
  const invite = useAction(inviteUser, { quiet: true, onDone })
  const inviteThere = useAction(inviteTenantUser, { quiet: true, onDone })
  const submit = (typed: z.infer<typeof wish>, again = false) => {
    const { organisationId: id, ...rest } = typed
    const person = { ...rest, again }
    return ofWhom.isTenant && id !== undefined
      ? inviteThere.run({ params: { id }, body: person })
      : invite.run({ body: { ...person, ...(id === undefined ? {} : { merchantId: id }) } })
  }
  const problem = invite.problem ?? inviteThere.problem
  const asked = useLast(problem?.message)
  const isAsking = problem?.code === 'user.invited_already'
  function goBack() {
    invite.reset()
    inviteThere.reset()
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
        isRunning: invite.isRunning || inviteThere.isRunning,
      }}
    >
      <Form
        id="invite"
        form={form}
        problem={isAsking ? null : problem}
        onSubmit={(typed) => submit(typed)}
      >
        <p className={classes.hint}>{t.inviteHint}</p>
        {ofWhom.isAsked && into === undefined && <Organisation isTenant={ofWhom.isTenant} />}
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
      </Form>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={goBack}
        onConfirm={form.handleSubmit((typed) => submit(typed, true))}
        title={t.againTitle}
        text={`${asked} ${t.againInstead}`}
        confirmLabel={t.sendAgain}
      />
    </Dialog>
  )
}

/** What is asked stays readable while the question goes away. */
function useLast(text: string | undefined): string {
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
    roleType: (id: string | undefined) =>
      kind !== 'operator' ? 'merchant' : isTenant && id === tenantId ? 'platform' : 'tenant',
    roleQuery: (id: string | undefined) =>
      id === undefined ? {} : isTenant ? { tenantId: id } : { merchantId: id },
  }
}

/** The tenant or the merchant that somebody is invited into; platform staff say of which tenant the merchant is. */
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
  const whole = isAsked && tenantId === null
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
      {!whole && (
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
