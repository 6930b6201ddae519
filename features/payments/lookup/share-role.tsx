import '@counterfoil/kit/web/theme/input-styles.ts'
import {
  type LookupView,
  listLookupViewRoles,
  sharers,
  updateLookupView,
} from '@counterfoil/features/payments/saved-filters/lookup-views.contract.ts'
import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { useMay } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { NativeSelect } from '@mantine/core'
import { savedFilterTexts } from './saved-filters.messages.ts'

/** With which role a view of the user's own is shared; choosing another, or none, takes effect at once. */
export function ShareRole({ screen, view }: { screen: string; view: LookupView }) {
  const t = useTexts(savedFilterTexts)
  const mayShare = useMay(...sharers)
  const query = { screen }
  const roles = useCall(listLookupViewRoles, { query }, { enabled: mayShare, quiet: true })
  const share = useAction(updateLookupView, {
    onDone: ({ sharedRoleName, name }) =>
      showSnackbar({
        message:
          sharedRoleName === null ? t.notShared : t.sharedWith({ name, role: sharedRoleName }),
        tone: 'success',
      }),
  })
  const { id, name, filters, sort, columns, sharedRoleId, sharedRoleName } = view
  if (!mayShare && sharedRoleId === null) return null
  const given = roles.data ?? []
  // a role that may see the lookup no longer is named all the same, so that the sharing can be ended
  const isMissing = sharedRoleId !== null && given.every((role) => role.id !== sharedRoleId)
  return (
    <NativeSelect
      size="xs"
      label={t.shareWith}
      value={sharedRoleId ?? ''}
      disabled={share.isRunning}
      onChange={({ currentTarget }) =>
        share.run({
          query,
          params: { id },
          body: { name, filters, sort, columns, sharedRoleId: currentTarget.value || null },
        })
      }
      data={[
        { value: '', label: t.nobody },
        ...(isMissing ? [{ value: sharedRoleId, label: sharedRoleName ?? '' }] : []),
        ...given.map((role) => ({ value: role.id, label: role.name })),
      ]}
    />
  )
}
