import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { tenantTexts } from './tenants.messages.ts'

export function TenantStatus({ isActive }: { isActive: boolean }) {
  const t = useTexts(tenantTexts)
  return isActive ? (
    <StatusPill status="Active" label={t.active} />
  ) : (
    <StatusPill status="Suspended" label={t.suspended} />
  )
}
