import '@counterfoil/kit/web/theme/input-styles.ts'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { Section } from '@counterfoil/kit/web/page/page.tsx'
import { ErrorState, LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import { useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { usePermissionTitle } from './permission-names.tsx'
import classes from './role-page.module.css'
import { compareRoles } from './role-presets.rules.ts'
import { listRoles, type Role, readRole } from './roles.contract.ts'
import { roleTexts } from './roles.messages.ts'

/** How many roles are offered to choose from. */
const most = 100

/** The roles of a kind, by name, for starting from one or comparing with one. */
export function useRoleChoices(kind: Role['userType'], exceptId?: string) {
  const { data } = useCall(
    listRoles,
    { params: { x: kind }, query: { pageIndex: 0, pageSize: most } },
    { quiet: true },
  )
  return (data?.data ?? [])
    .filter(({ id }) => id !== exceptId)
    .map(({ id, name, merchantName }) => ({
      value: id,
      label: merchantName === null ? name : `${name} · ${merchantName}`,
    }))
}

/** What this role and another do not have in common. */
export function RoleComparison({ role }: { role: Role }) {
  const t = useTexts(roleTexts)
  const [otherId, setOtherId] = useState('')
  const choices = useRoleChoices(role.userType, role.id)
  const { data, error, refetch } = useCall(
    readRole,
    { params: { id: otherId } },
    { enabled: otherId !== '', quiet: true },
  )
  if (choices.length === 0) return null
  return (
    <Section title={t.compare}>
      <NativeSelect
        label={t.compareWith}
        value={otherId}
        data={[{ value: '', label: '–' }, ...choices]}
        onChange={(event) => setOtherId(event.currentTarget.value)}
      />
      {otherId !== '' && data === undefined && error === null && <LoadingLines lines={3} />}
      {error !== null && <ErrorState problem={error} onRetry={() => refetch()} />}
      {data !== undefined && otherId !== '' && <Differences one={role} other={data} />}
    </Section>
  )
}

function Differences({ one, other }: { one: Role; other: Role }) {
  const t = useTexts(roleTexts)
  const held = compareRoles(one.permissions, other.permissions)
  const coded = compareRoles(one.scaRequiredPermissions, other.scaRequiredPermissions)
  if ([held, coded].every((each) => each.onlyInOne.length + each.onlyInOther.length === 0)) {
    return <p className={classes.hint}>{t.sameRights}</p>
  }
  return (
    <div className={classes.comparison} role="status">
      <Names title={t.onlyIn({ role: one.name })} names={held.onlyInOne} />
      <Names title={t.onlyIn({ role: other.name })} names={held.onlyInOther} />
      <Names title={t.codeOnlyIn({ role: one.name })} names={coded.onlyInOne} />
      <Names title={t.codeOnlyIn({ role: other.name })} names={coded.onlyInOther} />
    </div>
  )
}

function Names({ title, names }: { title: string; names: readonly string[] }) {
  const translate = useTranslate()
  const titleOf = usePermissionTitle()
  if (names.length === 0) return null
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <ul>
        {names.map((name) => (
          <li key={name}>
            {translate(titleOf(name))} <code>{name}</code>
          </li>
        ))}
      </ul>
    </section>
  )
}
