import type { ResourceParts } from '@counterfoil/kit/web/resource/resource-page.tsx'
import { EndpointMessages } from './endpoint-messages.tsx'
import { SecretRotation } from './secret-rotation.tsx'

export const parts: ResourceParts = {
  below: (row) =>
    row !== undefined && (
      <>
        <SecretRotation row={row} />
        <EndpointMessages row={row} />
      </>
    ),
}
