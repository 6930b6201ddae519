import { StaleNote } from '@counterfoil/kit/web/form/stale-note.tsx'
import { useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { usePermissionTitle } from './permission-names.tsx'
import type { PermissionChoice } from './permission-picker.tsx'
import type { Role } from './roles.contract.ts'
import { roleTexts } from './roles.messages.ts'

/** The differences from a role that another user saved first: the name, and what only one side has of each list. */
export function RoleVersions(props: {
  mine: PermissionChoice & { readonly name: string }
  current: Role
  onKeepMine(): unknown
  onTakeTheirs(): void
}) {
  const t = useTexts(roleTexts)
  const translate = useTranslate()
  const titleOf = usePermissionTitle()
  const { mine, current, ...choice } = props
  const onlyIn = (some: readonly string[], others: readonly string[]) =>
    some
      .filter((one) => !others.includes(one))
      .map((one) => translate(titleOf(one)))
      .join(', ') || '–'
  const lists = (['permissions', 'scaRequiredPermissions'] as const)
    .filter((name) => onlyIn(mine[name], current[name]) !== onlyIn(current[name], mine[name]))
    .map((name) => ({
      ...{ name, label: name === 'permissions' ? t.permissions : t.code },
      mine: onlyIn(mine[name], current[name]),
      theirs: onlyIn(current[name], mine[name]),
    }))
  const names =
    mine.name === current.name
      ? []
      : [{ name: 'name', label: t.name, mine: mine.name, theirs: current.name }]
  return <StaleNote differing={[...names, ...lists]} {...choice} />
}
