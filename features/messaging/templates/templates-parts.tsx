import type { ResourceParts } from '@counterfoil/kit/web/resource/resource-page.tsx'
import { TemplatePreview } from './template-preview.tsx'
import { TemplateVersions } from './template-versions.tsx'

export const parts: ResourceParts = {
  below: (row, of, tenantId) => (
    <>
      <TemplatePreview of={of} tenantId={tenantId} />
      {row !== undefined && <TemplateVersions of={of} row={row} />}
    </>
  ),
}
