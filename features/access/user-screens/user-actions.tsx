import {
  type PersonRow,
  personChange,
  removePerson,
  resetPassword,
  setActivation,
  unlockPerson,
  updatePerson,
} from '@counterfoil/features/access/people/people.contract.ts'
import { lookUpRoles } from '@counterfoil/features/access/roles/roles.contract.ts'
import type { AnyEndpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { ConfirmDialog, Dialog } from '@counterfoil/kit/web/dialog.tsx'
import { TextField } from '@counterfoil/kit/web/form/fields.tsx'
import { Form, useSchemaForm } from '@counterfoil/kit/web/form/form.tsx'
import { SelectField } from '@counterfoil/kit/web/form/select-fields.tsx'
import { useTexts } from '@counterfoil/kit/web/i18n.tsx'
import { showSnackbar } from '@counterfoil/kit/web/snackbar.tsx'
import { useAction, useCall } from '@counterfoil/kit/web/use-call.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { userTexts } from './users.messages.ts'

/** What can be asked, with its call and the body that it takes. */
const actions = {
  resetPassword: { endpoint: resetPassword, input: (id: string) => ({ body: { userId: id } }) },
  unlock: { endpoint: unlockPerson, input: (id: string) => ({ params: { id } }) },
  activate: {
    endpoint: setActivation,
    input: (id: string) => ({ params: { id }, body: { isActive: true } }),
  },
  deactivate: {
    endpoint: setActivation,
    input: (id: string) => ({ params: { id }, body: { isActive: false } }),
  },
  remove: { endpoint: removePerson, input: (id: string) => ({ params: { id } }) },
}
type ActionName = keyof typeof actions

function actionsFor(user: PersonRow): ActionName[] {
  return [
    ...(user.status === 'Locked' ? (['unlock'] as const) : []),
    ...(user.isActive && user.status !== 'Invited' ? (['resetPassword'] as const) : []),
    user.isActive ? 'deactivate' : 'activate',
    'remove',
  ]
}

export function UserActions({ user }: { user: PersonRow }) {
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

function Confirm({ name, user, onClose }: { name: ActionName; user: PersonRow; onClose(): void }) {
  const t = useTexts(userTexts)
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { endpoint, input } = actions[name]
  const texts = {
    resetPassword: [t.resetTitle, t.resetText, t.resetDone],
    unlock: [t.unlockTitle, t.unlockText, t.unlocked],
    activate: [t.activateTitle, t.activateText, t.activated],
    deactivate: [t.deactivateTitle, t.deactivateText, t.deactivated],
    remove: [t.removeTitle, t.removeText, t.removed],
  } as const
  const [title, text, done] = texts[name]
  const act = useAction(endpoint as AnyEndpoint, {
    quiet: true,
    onDone: () => {
      showSnackbar({ message: done, tone: 'success' })
      onClose()
      if (name === 'remove') navigate(pathname.replace(/\/[^/]+$/, ''), { replace: true })
    },
  })
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => act.run(input(user.id) as never)}
      title={title}
      text={text}
      confirmLabel={t[name]}
      isDangerous={name === 'remove' || name === 'deactivate'}
      isRunning={act.isRunning}
      problem={act.problem}
    />
  )
}

function EditDialog({ user, onClose }: { user: PersonRow; onClose(): void }) {
  const t = useTexts(userTexts)
  const form = useSchemaForm(personChange, {
    ...{ firstName: user.firstName, lastName: user.lastName, roleId: user.roleId },
  })
  const roles = useCall(lookUpRoles, {
    params: { x: user.userType },
    query: {
      tenantId: user.tenantId,
      ...(user.merchantId === null ? {} : { merchantId: user.merchantId }),
    },
  })
  const save = useAction(updatePerson, {
    quiet: true,
    onDone: () => {
      showSnackbar({ message: t.saved, tone: 'success' })
      onClose()
    },
  })
  const given = (roles.data ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const isKnown = given.some(({ value }) => value === user.roleId)
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t.editTitle}
      size="sm"
      keepsOpenOutside
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t.cancel}
          </Button>
          <Button type="submit" form="edit-user" loading={save.isRunning}>
            {t.save}
          </Button>
        </>
      }
    >
      <Form
        id="edit-user"
        form={form}
        problem={save.problem}
        onSubmit={(body) => save.run({ params: { id: user.id }, body })}
      >
        <TextField name="firstName" label={t.firstName} isRequired />
        <TextField name="lastName" label={t.lastName} isRequired />
        <SelectField
          name="roleId"
          label={t.role}
          isRequired
          choices={isKnown ? given : [{ value: user.roleId, label: user.roleName }, ...given]}
        />
      </Form>
    </Dialog>
  )
}
