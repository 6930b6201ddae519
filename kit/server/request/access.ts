// Who calls, and whether that caller may: both are decided before the body is read.
import { type AnyEndpoint, isOpenToViewers } from '@counterfoil/kit/contract/endpoint.ts'
import { forbidden, Problem } from '@counterfoil/kit/contract/problem.ts'
import type { FastifyRequest } from 'fastify'
import type { AnyCaller, RouteServices } from './call.ts'
import type { UserCaller } from './context.ts'

/** Whose token or key the request carries; a public call has no caller. */
export function identify(
  { access }: AnyEndpoint,
  request: FastifyRequest,
  services: RouteServices,
): Promise<AnyCaller> {
  switch (access.kind) {
    case 'permission':
      return services.identifyUser(request)
    case 'scope':
      return services.identifyApiKey(request)
    case 'public':
      return Promise.resolve(undefined)
  }
}

/** Throws when the caller has none of the permissions, or not the scope, that the call names. */
export function permit(endpoint: AnyEndpoint, caller: AnyCaller): void {
  const { access } = endpoint
  if (access.kind === 'public') return
  if (access.kind === 'scope') {
    const { scope } = access
    if (caller?.kind !== 'apiKey' || !caller.scopes.has(scope)) {
      throw new Problem(
        'api_key.scope_missing',
        403,
        `This API key does not have the scope ${scope}`,
      )
    }
    if (!caller.scopesKept.has(scope)) return
    throw new Problem(
      'api_key.scope_off',
      403,
      `The scope ${scope} is switched off for the organisation that this key belongs to`,
    )
  }
  if (caller?.kind === 'user' && caller.viewedBy !== undefined && !isOpenToViewers(endpoint)) {
    throw new Problem(
      'view_as.read_only',
      403,
      'You look through the eyes of a user: nothing can be changed or taken out until you end it',
    )
  }
  if (access.anyOf.length === 0) return
  const isPermitted =
    caller?.kind === 'user' && access.anyOf.some((one) => caller.permissions.has(one))
  if (!isPermitted) throw refusalOf(access.anyOf, caller)
}

/** Why a caller may not: what is switched off for the organisation or the role is no lack of a permission. */
export function refusalOf(
  anyOf: readonly string[],
  caller: Pick<UserCaller, 'withheld'> | AnyCaller,
): Problem {
  const withheld = caller !== undefined && 'withheld' in caller ? caller.withheld : undefined
  if (!anyOf.some((one) => withheld?.has(one) === true)) return forbidden()
  return new Problem(
    'permission.switched_off',
    403,
    'This is switched off for your organisation or your role. Reports are switched on in the report settings, features by the platform.',
  )
}
