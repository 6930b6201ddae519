import type { Audience } from '@counterfoil/kit/contract/audience.ts'
import '@counterfoil/kit/web/theme/input-styles.ts'
import { ungrantablePermissions } from '@counterfoil/features/access/users/users.rules.ts'
import { useClient } from '@counterfoil/kit/web/calls/use-call.ts'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { NativeSelect } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { PermissionChoice } from './permission-picker.tsx'
import { isPlanned } from './planned-pages.messages.ts'
import { useRoleChoices } from './role-comparison.tsx'
import { presetsOf } from './role-presets.rules.ts'
import { readRole } from './roles.contract.ts'
import { presetTexts, roleTexts } from './roles.messages.ts'

/**
 * What a new role begins with: a preset or a copy of another role, as far as the user may grant it. `?from=` in the address
 * names the role to copy.
 */
export function RoleStart(props: { kind: Audience; onStart(choice: PermissionChoice): void }) {
  const { kind, onStart } = props
  const t = useTexts(roleTexts)
  const names = useTexts(presetTexts)
  const user = useUser()
  const { client } = useClient()
  const [search] = useSearchParams()
  const [from, setFrom] = useState(search.get('from') ?? '')
  const roles = useRoleChoices(kind)
  const presets = presetsOf(kind)

  async function start(chosen: string) {
    setFrom(chosen)
    const preset = presets.find(([name]) => name === chosen)
    const { permissions, scaRequiredPermissions } =
      preset !== undefined
        ? { permissions: preset[1], scaRequiredPermissions: [] }
        : chosen === ''
          ? { permissions: [], scaRequiredPermissions: [] }
          : await client.send(readRole, { params: { id: chosen } })
    const refused = ungrantablePermissions({ ...user, userType: user.audience }, permissions)
    const granted = permissions.filter((name) => !refused.includes(name) && !isPlanned(name))
    onStart({
      permissions: granted,
      scaRequiredPermissions: scaRequiredPermissions.filter((name) => granted.includes(name)),
    })
  }

  const first = search.get('from')
  useEffect(() => {
    if (first !== null) void start(first)
  }, [first])

  return (
    <NativeSelect
      label={t.startFrom}
      description={t.startFromHint}
      value={from}
      data={[
        { value: '', label: t.startEmpty },
        { group: t.presets, items: presets.map(([name]) => ({ value: name, label: names[name] })) },
        ...(roles.length === 0 ? [] : [{ group: t.copyOf, items: roles }]),
      ]}
      onChange={(event) => void start(event.currentTarget.value)}
    />
  )
}
