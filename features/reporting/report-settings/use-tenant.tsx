import '@counterfoil/kit/web/theme/input-styles.ts'
import { useUser, useUserContext } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Select } from '@mantine/core'
import { useSearchParams } from 'react-router'
import { overviewTexts } from './report-settings.messages.ts'

/** Whose settings are shown: one's own, or for platform staff those of the tenant in the address. */
export function useTenant() {
  const { audience } = useUser()
  const [search] = useSearchParams()
  const tenantId = audience === 'platform' ? (search.get('tenantId') ?? undefined) : undefined
  return { query: tenantId === undefined ? {} : { tenantId }, suffix: suffixOf(tenantId) }
}

const suffixOf = (tenantId: string | undefined) =>
  tenantId === undefined ? '' : `?tenantId=${tenantId}`

/** For platform staff: whose settings these are. */
export function TenantSelect() {
  const t = useTexts(overviewTexts)
  const { user, tenants } = useUserContext()
  const [search, setSearch] = useSearchParams()
  if (user.audience !== 'platform') return null
  return (
    <Select
      size="xs"
      maw={280}
      label={t.tenant}
      searchable
      allowDeselect={false}
      limit={100}
      data={tenants.map(({ id, name }) => ({ value: id, label: name }))}
      value={search.get('tenantId') ?? user.tenantId}
      onChange={(chosen) => setSearch(chosen === user.tenantId ? {} : { tenantId: chosen ?? '' })}
    />
  )
}
