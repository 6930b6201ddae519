import type { ResourceParts } from '@counterfoil/kit/web/resource/resource-page.tsx'
import { EndpointMessages } from './endpoint-messages.tsx'
import { EndpointSecret } from './endpoint-secret.tsx'

export const parts: ResourceParts = {
  below: (row) =>
    row !== undefined && (
      <>
        <EndpointSecret row={row} />
        <EndpointMessages row={row} />
      </>
    ),
}
