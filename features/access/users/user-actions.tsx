import { listGrantableRoles } from '@counterfoil/features/access/roles/roles.contract.ts'
import type { AnyEndpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { TextField } from '@counterfoil/kit/web/form/fields.tsx'
import { Form, useSchemaForm } from '@counterfoil/kit/web/form/form.tsx'
import { SelectField } from '@counterfoil/kit/web/form/select-fields.tsx'
import { formatDateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { ConfirmDialog, Dialog } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { type InvitedUser, inviteTenantUser, inviteUser } from './invitations.contract.ts'
import {
  removeUser,
  resetPassword,
  resetUserAuthenticator,
  setActivation,
  type UserRow,
  unlockUser,
  updateUser,
  userInput,
} from './users.contract.ts'
import { userTexts } from './users.messages.ts'
import { invitationDays } from './users.rules.ts'

/** The actions on a user, each with its call and that call's input. */
const actions = {
  inviteAgain: {
    endpoint: (user: UserRow) => (user.merchantId === null ? inviteTenantUser : inviteUser),
    input: ({ email, firstName, lastName, roleId, merchantId, tenantId }: UserRow) => {
      const invitation = { email, firstName, lastName, roleId, again: true }
      return merchantId === null
        ? { params: { id: tenantId }, body: invitation }
        : { body: { ...invitation, merchantId } }
    },
  },
  resetPassword: {
    endpoint: () => resetPassword,
    input: ({ id }: UserRow) => ({ body: { userId: id } }),
  },
  resetAuthenticator: {
    endpoint: () => resetUserAuthenticator,
    input: ({ id }: UserRow) => ({ params: { id } }),
  },
  unlock: { endpoint: () => unlockUser, input: ({ id }: UserRow) => ({ params: { id } }) },
  activate: {
    endpoint: () => setActivation,
    input: ({ id }: UserRow) => ({ params: { id }, body: { isActive: true } }),
  },
  deactivate: {
    endpoint: () => setActivation,
    input: ({ id }: UserRow) => ({ params: { id }, body: { isActive: false } }),
  },
  remove: { endpoint: () => removeUser, input: ({ id }: UserRow) => ({ params: { id } }) },
}
type ActionName = keyof typeof actions

function actionsFor(user: UserRow): ActionName[] {
  return [
    ...(user.status === 'Invited' && user.isActive ? (['inviteAgain'] as const) : []),
    ...(user.status === 'Locked' ? (['unlock'] as const) : []),
    ...(user.isActive && user.status !== 'Invited'
      ? (['resetPassword', 'resetAuthenticator'] as const)
      : []),
    user.isActive ? 'deactivate' : 'activate',
    'remove',
  ]
}

export function UserActions({ user }: { user: UserRow }) {
  const t = useTexts(userTexts)
  const [open, setOpen] = useState<ActionName | 'edit' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <Button size="xs" onClick={() => setOpen('edit')}>
        {t.edit}
      </Button>
      {actionsFor(user).map((name) => (
        <Button key={name} size="xs" variant="default" onClick={() => setOpen(name)}>
          {t[name]}
        </Button>
      ))}
      {open === 'edit' && <EditDialog user={user} onClose={close} />}
      {open !== null && open !== 'edit' && <Confirm name={open} user={user} onClose={close} />}
    </>
  )
}

function Confirm({ name, user, onClose }: { name: ActionName; user: UserRow; onClose(): void }) {
  const t = useTexts(userTexts)
  const { timeZone } = useUser()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { endpoint, input } = actions[name]
  const texts = {
    inviteAgain: [
      t.inviteAgainTitle,
      t.inviteAgainText({ email: user.email, days: invitationDays }),
      t.invited,
    ],
    resetPassword: [t.resetTitle, t.resetText, t.resetDone],
    resetAuthenticator: [t.resetAuthenticatorTitle, t.resetAuthenticatorText, t.authenticatorReset],
    unlock: [t.unlockTitle, t.unlockText, t.unlocked],
    activate: [t.activateTitle, t.activateText, t.activated],
    deactivate: [t.deactivateTitle, t.deactivateText, t.deactivated],
    remove: [t.removeTitle, t.removeText, t.removed],
  } as const
  const [title, text, done] = texts[name]
  const act = useAction(endpoint(user) as AnyEndpoint, {
    quiet: true,
    onDone: (answer) => {
      const until = (answer as Partial<InvitedUser> | undefined)?.invitationExpiresAt
      const message = until
        ? t.invitedUntil({ until: formatDateTime(new Date(until), timeZone) })
        : done
      showSnackbar({ message, tone: 'success' })
      onClose()
      if (name === 'remove') navigate(pathname.replace(/\/[^/]+$/, ''), { replace: true })
    },
  })
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => act.run(input(user) as never)}
      title={title}
      text={text}
      confirmLabel={t[name]}
      isDangerous={name === 'remove' || name === 'deactivate' || name === 'resetAuthenticator'}
      isRunning={act.isRunning}
      problem={act.problem}
    />
  )
}

function EditDialog({ user, onClose }: { user: UserRow; onClose(): void }) {
  const t = useTexts(userTexts)
  const form = useSchemaForm(userInput, {
    ...{ firstName: user.firstName, lastName: user.lastName, roleId: user.roleId },
  })
  const roles = useCall(listGrantableRoles, {
    params: { x: user.userType },
    query: {
      tenantId: user.tenantId,
      ...(user.merchantId === null ? {} : { merchantId: user.merchantId }),
    },
  })
  const save = useAction(updateUser, {
    quiet: true,
    onDone: () => {
      showSnackbar({ message: t.saved, tone: 'success' })
      onClose()
    },
  })
  const grantable = (roles.data ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const isKnown = grantable.some(({ value }) => value === user.roleId)
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t.editTitle}
      size="sm"
      keepsOpenOutside
      action={{ label: t.save, form: 'edit-user', isRunning: save.isRunning }}
    >
      <Form
        id="edit-user"
        form={form}
        problem={save.problem}
        // another may have changed the role since this page was read: it is sent where it is changed here
        onSubmit={({ roleId, ...names }) =>
          save.run({
            params: { id: user.id },
            body: roleId === user.roleId ? names : { ...names, roleId },
          })
        }
      >
        <TextField name="firstName" label={t.firstName} isRequired />
        <TextField name="lastName" label={t.lastName} isRequired />
        <SelectField
          name="roleId"
          label={t.role}
          isRequired
          choices={
            isKnown ? grantable : [{ value: user.roleId, label: user.roleName }, ...grantable]
          }
        />
      </Form>
    </Dialog>
  )
}
