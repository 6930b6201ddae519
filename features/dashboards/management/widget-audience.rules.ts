import { findEndpoint } from '@counterfoil/features/dashboards/widgets/endpoints.rules.ts'
import type { Widget } from '@counterfoil/features/dashboards/widgets/widget.schema.ts'
import type { Audience } from '@counterfoil/kit/contract/audience.ts'

/** Whose people an organisation makes dashboards for. */
export const audiencesOf = (audience: Audience): readonly Audience[] =>
  audience === 'platform' ? ['platform', 'tenant', 'merchant'] : ['tenant', 'merchant']

/** Whether any of these people can see a widget's figures. One whose figures are not known is not kept from them. */
export function concerns({ data }: Pick<Widget, 'data'>, audiences: readonly Audience[]): boolean {
  const endpoint = data === null ? undefined : findEndpoint(data.dataSourceEndpointId)
  return endpoint === undefined || endpoint.audience.some((one) => audiences.includes(one))
}
