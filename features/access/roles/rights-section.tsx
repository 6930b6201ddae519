import type { PersonRow } from '@counterfoil/features/access/users/people.contract.ts'
import {
  type EffectiveRights,
  saveRights,
} from '@counterfoil/features/access/users/user-rights.contract.ts'
import { useAction } from '@counterfoil/kit/web/calls/use-call.ts'
import { DraftOffer } from '@counterfoil/kit/web/form/draft.tsx'
import { Dialog, ProblemNote } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { Section } from '@counterfoil/kit/web/page/page.tsx'
import { EmptyState } from '@counterfoil/kit/web/page/states.tsx'
import { useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { usePermissionGroups } from './permission-names.tsx'
import { type Chosen, PermissionPicker } from './permission-picker.tsx'
import classes from './rights.module.css'
import { rightsTexts } from './roles.messages.ts'

/** Every right of the user by its page, and where it comes from. */
export default function RightsSection({
  user,
  rights,
}: {
  user: PersonRow
  rights: EffectiveRights
}) {
  const t = useTexts(rightsTexts)
  const translate = useTranslate()
  const [isOpen, setOpen] = useState(false)
  const groups = usePermissionGroups(user.userType)
  const held = new Map(rights.effective.map((one) => [one.permission, one]))
  const shown = groups
    .map((group) => ({
      ...group,
      permissions: group.permissions.filter(({ name }) => held.has(name)),
    }))
    .filter(({ permissions }) => permissions.length > 0)
  const why = (name: string) => {
    const { from = [], requiresCode = false, keptBy = null } = held.get(name) ?? {}
    return [
      ...(from.includes('role') ? [t.fromRole(rights.role.name)] : []),
      ...(from.includes('user') ? [t.fromUser] : []),
      ...(requiresCode ? [t.asksCode] : []),
      ...(keptBy === null ? [] : [t.kept]),
    ].join(' · ')
  }
  return (
    <Section
      title={`${t.rights} · ${t.rightsCount(rights.effective.length)}`}
      actions={
        rights.isManageable && (
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
              {group.permissions.map(({ name, title }) => (
                <li key={name}>
                  {translate(title)}
                  <span className={classes.why}>{why(name)}</span>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      {isOpen && <ExtraDialog user={user} rights={rights} onClose={() => setOpen(false)} />}
    </Section>
  )
}

const listsOf = ({ permissions, scaRequiredPermissions }: Chosen) => ({
  permissions: [...permissions],
  scaRequiredPermissions: [...scaRequiredPermissions],
})

function ExtraDialog(props: { user: PersonRow; rights: EffectiveRights; onClose(): void }) {
  const t = useTexts(rightsTexts)
  const { user, rights } = props
  // of when the dialog opened, whatever comes in behind it
  const [opened] = useState(rights)
  const [chosen, setChosen] = useState<Chosen>(opened)
  const save = useAction(saveRights, {
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
            body: { ...listsOf(chosen), version: opened.version },
          }),
        isRunning: save.isRunning,
      }}
    >
      <DraftOffer
        name={`rights ${user.id}`}
        read={() => (chosen === opened ? undefined : listsOf(chosen))}
        restore={(typed) => setChosen({ ...chosen, ...(typed as Partial<Chosen>) })}
      />
      <PermissionPicker audience={user.userType} value={chosen} onChange={setChosen} />
      <ProblemNote problem={save.problem} />
    </Dialog>
  )
}
