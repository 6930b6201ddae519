import { lookUpRoles } from '@counterfoil/features/access/roles/roles.contract.ts'
import { inviteTenantUser, inviteUser } from '@counterfoil/features/access/users/users.contract.ts'
import { Dialog } from '@counterfoil/kit/web/dialog.tsx'
import { TextField } from '@counterfoil/kit/web/form/fields.tsx'
import { Form, useSchemaForm } from '@counterfoil/kit/web/form/form.tsx'
import { SelectField } from '@counterfoil/kit/web/form/select-fields.tsx'
import { useTexts } from '@counterfoil/kit/web/i18n.tsx'
import { showSnackbar } from '@counterfoil/kit/web/snackbar.tsx'
import { useAction, useCall } from '@counterfoil/kit/web/use-call.ts'
import { useUser, useUserContext } from '@counterfoil/kit/web/user.tsx'
import { Button } from '@mantine/core'
import { z } from 'zod'
import type { UserKind } from './user-list.tsx'
import classes from './user-page.module.css'
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
    { enabled: ofWhom.choices === undefined || organisationId !== undefined },
  )
  const onDone = () => {
    showSnackbar({ message: t.invited, tone: 'success' })
    onClose()
  }
  const invite = useAction(inviteUser, { quiet: true, onDone })
  const inviteThere = useAction(inviteTenantUser, { quiet: true, onDone })
  const submit = ({ organisationId: id, ...person }: z.infer<typeof wish>) =>
    ofWhom.isTenant && id !== undefined
      ? inviteThere.run({ params: { id }, body: person })
      : invite.run({ body: { ...person, ...(id === undefined ? {} : { merchantId: id }) } })
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t.inviteTitle}
      size="sm"
      keepsOpenOutside
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t.cancel}
          </Button>
          <Button type="submit" form="invite" loading={invite.isRunning || inviteThere.isRunning}>
            {t.invite}
          </Button>
        </>
      }
    >
      <Form
        id="invite"
        form={form}
        problem={invite.problem ?? inviteThere.problem}
        onSubmit={submit}
      >
        <p className={classes.hint}>{t.inviteHint}</p>
        {ofWhom.choices !== undefined && into === undefined && (
          <SelectField
            name="organisationId"
            label={ofWhom.isTenant ? t.tenant : t.merchant}
            choices={ofWhom.choices}
            isRequired
          />
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
      </Form>
    </Dialog>
  )
}

function useOrganisations(kind: UserKind) {
  const { audience, tenantId } = useUser()
  const { customers, tenants } = useUserContext()
  const named = (some: readonly { id: string; name: string }[]) =>
    some.map(({ id, name: label }) => ({ value: id, label }))
  const isTenant = kind === 'operator' && audience === 'platform'
  const choices = isTenant ? named(tenants) : kind === 'merchant' ? named(customers) : undefined
  return {
    isTenant,
    choices,
    roleType: (id: string | undefined) =>
      kind !== 'operator' ? 'merchant' : isTenant && id === tenantId ? 'platform' : 'tenant',
    roleQuery: (id: string | undefined) =>
      id === undefined ? {} : isTenant ? { tenantId: id } : { merchantId: id },
  }
}
