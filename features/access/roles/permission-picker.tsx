import { ungrantablePermissions } from '@counterfoil/features/access/users/users.rules.ts'
import type { Audience } from '@counterfoil/kit/contract/audience.ts'
import { foldText } from '@counterfoil/kit/contract/fold-text.ts'
import { Section } from '@counterfoil/kit/web/page/page.tsx'
import { EmptyState } from '@counterfoil/kit/web/page/states.tsx'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Checkbox, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { type NamedGroup, type NamedPermission, usePermissionGroups } from './permission-names.tsx'
import classes from './permission-picker.module.css'
import { changesOf, seenWith } from './permissions.rules.ts'
import { isPlanned } from './planned-pages.messages.ts'
import { roleTexts } from './roles.messages.ts'

export interface PermissionChoice {
  readonly permissions: readonly string[]
  readonly scaRequiredPermissions: readonly string[]
}

interface PickerProps {
  readonly audience: Audience
  readonly value: PermissionChoice
  onChange(value: PermissionChoice): void
  /** The permissions cannot be changed; only whether they require a code. */
  readonly isFixed?: boolean
  readonly isDisabled?: boolean
}

const without = (all: readonly string[], changed: readonly string[]) =>
  all.filter((one) => !changed.includes(one))

/** Permissions in the menu's groups, and which of them require a code. Those that the user may not grant are disabled. */
export function PermissionPicker(props: PickerProps) {
  const t = useTexts(roleTexts)
  const translate = useTranslate()
  const [search, setSearch] = useState('')
  const groups = usePermissionGroups(props.audience)
  const searchText = foldText(search.trim())
  const isOffered = ({ name }: NamedPermission) =>
    !isPlanned(name) || props.value.permissions.includes(name)
  const matches = (one: NamedPermission) =>
    foldText(`${translate(one.title)} ${one.name}`).includes(searchText)
  const shown = groups
    .map((group) => ({
      ...group,
      permissions: group.permissions.filter((one) => isOffered(one) && matches(one)),
    }))
    .filter(({ permissions }) => permissions.length > 0)
  return (
    <>
      <TextInput
        className={classes.search ?? ''}
        size="xs"
        type="search"
        aria-label={t.find}
        placeholder={t.find}
        leftSection={<IconSearch size={15} stroke={1.75} />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {shown.length === 0 && <EmptyState title={t.noPermission} />}
      <div className={classes.groups}>
        {shown.map((group) => (
          <Group key={group.id} group={group} {...props} />
        ))}
      </div>
    </>
  )
}

function Group({
  group,
  value,
  onChange,
  isFixed,
  isDisabled,
}: PickerProps & { group: NamedGroup }) {
  const t = useTexts(roleTexts)
  const translate = useTranslate()
  const user = useUser()
  const names = group.permissions.map(({ name }) => name)
  const ungrantable = new Set(ungrantablePermissions({ ...user, userType: user.audience }, names))
  const grantable = names.filter((name) => !ungrantable.has(name))
  const held = grantable.filter((name) => value.permissions.includes(name))
  const title = translate(group.title)

  const setHeld = (chosen: readonly string[], isHeld: boolean) => {
    // who changes records sees them, and who does not see them does not change them
    const changed = chosen.flatMap((name) => [name, ...(isHeld ? seenWith(name) : changesOf(name))])
    onChange({
      permissions: [...without(value.permissions, changed), ...(isHeld ? changed : [])],
      scaRequiredPermissions: isHeld
        ? value.scaRequiredPermissions
        : without(value.scaRequiredPermissions, changed),
    })
  }
  const askCode = (name: string, isAsked: boolean) =>
    onChange({
      ...value,
      scaRequiredPermissions: [
        ...without(value.scaRequiredPermissions, [name]),
        ...(isAsked ? [name] : []),
      ],
    })

  return (
    <Section
      title={title}
      actions={
        <Checkbox
          size="xs"
          label={t.all}
          aria-label={t.allOf({ title })}
          disabled={isDisabled === true || isFixed === true || grantable.length === 0}
          checked={held.length > 0 && held.length === grantable.length}
          indeterminate={held.length > 0 && held.length < grantable.length}
          onChange={(event) => setHeld(grantable, event.currentTarget.checked)}
        />
      }
    >
      <ul className={classes.list}>
        {group.permissions.map(({ name, title: text, opens }) => (
          <li key={name} className={classes.row}>
            <Checkbox
              size="xs"
              label={translate(text)}
              description={
                ungrantable.has(name) ? (
                  t.notHeld
                ) : (
                  <>
                    {opens.length > 0 && (
                      <span className={classes.opens}>
                        {t.opens({ pages: opens.map(translate).join(', ') })}
                      </span>
                    )}
                    <code>{name}</code>
                  </>
                )
              }
              disabled={isDisabled === true || isFixed === true || ungrantable.has(name)}
              checked={value.permissions.includes(name)}
              onChange={(event) => setHeld([name], event.currentTarget.checked)}
            />
            <Checkbox
              size="xs"
              label={t.code}
              aria-label={t.codeFor({ title: translate(text) })}
              disabled={isDisabled === true || !value.permissions.includes(name)}
              checked={value.scaRequiredPermissions.includes(name)}
              onChange={(event) => askCode(name, event.currentTarget.checked)}
            />
          </li>
        ))}
      </ul>
    </Section>
  )
}
