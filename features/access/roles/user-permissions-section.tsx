import {
  type UserAccess,
  updateUserPermissions,
} from '@counterfoil/features/access/users/user-permissions.contract.ts'
import type { UserRow } from '@counterfoil/features/access/users/users.contract.ts'
import { useAction } from '@counterfoil/kit/web/calls/use-call.ts'
import { DraftOffer } from '@counterfoil/kit/web/form/draft.tsx'
import { Dialog, ProblemNote } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { Section } from '@counterfoil/kit/web/page/page.tsx'
import { EmptyState } from '@counterfoil/kit/web/page/states.tsx'
import { useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { type NamedPermission, usePermissionGroups } from './permission-names.tsx'
import { type PermissionChoice, PermissionPicker } from './permission-picker.tsx'
import { rightsTexts } from './roles.messages.ts'
import classes from './user-permissions.module.css'

/** The user's effective permissions, each with its source. */
export default function UserPermissionsSection({
  user,
  access,
}: {
  user: UserRow
  access: UserAccess
}) {
  const t = useTexts(rightsTexts)
  const translate = useTranslate()
  const [isOpen, setOpen] = useState(false)
  const groups = usePermissionGroups(user.userType)
  const held = new Map(access.effective.map((one) => [one.permission, one]))
  const shown = groups
    .map((group) => ({
      ...group,
      permissions: group.permissions.filter(({ name }) => held.has(name)),
    }))
    .filter(({ permissions }) => permissions.length > 0)
  const explain = ({ name, opens }: NamedPermission) => {
    const { from = [], requiresCode = false, keptBy = null } = held.get(name) ?? {}
    return [
      ...(opens.length === 0 ? [] : [t.opens({ pages: opens.map(translate).join(', ') })]),
      ...(from.includes('role') ? [t.fromRole({ role: access.role.name })] : []),
      ...(from.includes('user') ? [t.fromUser] : []),
      ...(requiresCode ? [t.asksCode] : []),
      ...(keptBy === null ? [] : [t.kept]),
    ].join(' · ')
  }
  return (
    <Section
      title={`${t.rights} · ${t.rightsCount({ n: access.effective.length })}`}
      actions={
        access.isManageable && (
          <Button size="xs" variant="default" onClick={() => setOpen(true)}>
            {t.extra}
          </Button>
        )
      }
    >
      {shown.length === 0 && <EmptyState title={t.noRights} />}
      <div className={classes.rights}>
        {shown.map((group) => (
          <section key={group.id} aria-label={translate(group.title)}>
            <h3 className={classes.group}>{translate(group.title)}</h3>
            <ul className={classes.list}>
              {group.permissions.map((one) => (
                <li key={one.name}>
                  {translate(one.title)}
                  <span className={classes.why}>{explain(one)}</span>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      {isOpen && <ExtraDialog user={user} access={access} onClose={() => setOpen(false)} />}
    </Section>
  )
}

const listsOf = ({ permissions, scaRequiredPermissions }: PermissionChoice) => ({
  permissions: [...permissions],
  scaRequiredPermissions: [...scaRequiredPermissions],
})

function ExtraDialog(props: { user: UserRow; access: UserAccess; onClose(): void }) {
  const t = useTexts(rightsTexts)
  const { user, access } = props
  // as they were when the dialog opened, whatever is fetched meanwhile
  const [opened] = useState(access)
  const [choice, setChosen] = useState<PermissionChoice>(opened)
  const save = useAction(updateUserPermissions, {
    quiet: true,
    onDone: () => {
      showSnackbar({ message: t.saved, tone: 'success' })
      props.onClose()
    },
  })
  return (
    <Dialog
      isOpen
      onClose={props.onClose}
      title={t.extraTitle}
      size="xl"
      isMaximizable
      keepsOpenOutside
      action={{
        label: t.save,
        onClick: () =>
          save.run({
            params: { id: user.id },
            body: { ...listsOf(choice), version: opened.version },
          }),
        isRunning: save.isRunning,
      }}
    >
      <DraftOffer
        name={`rights ${user.id}`}
        read={() => (choice === opened ? undefined : listsOf(choice))}
        restore={(typed) => setChosen({ ...choice, ...(typed as Partial<PermissionChoice>) })}
      />
      <PermissionPicker audience={user.userType} value={choice} onChange={setChosen} />
      <ProblemNote problem={save.problem} />
    </Dialog>
  )
}
