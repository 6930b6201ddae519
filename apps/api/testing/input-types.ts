// Which call is asked about which type of value.
import type { AnyEndpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { fieldsOf, nestedFieldsOf } from '@counterfoil/kit/testing/sample.ts'
import { isFullRun } from '@counterfoil/tools/testing/full-run.ts'

/** Whether a call is the first that has this type; in a full run every call counts as the first. */
export function firstOfEach(
  calls: readonly (readonly [endpoint: AnyEndpoint, types: readonly string[]])[],
): (endpoint: AnyEndpoint, type: string) => boolean {
  const first = new Map<string, AnyEndpoint>()
  for (const [endpoint, types] of calls) {
    for (const type of types) if (!first.has(type)) first.set(type, endpoint)
  }
  return (endpoint, type) => isFullRun || first.get(type) === endpoint
}

/** Fields of a body that take anything, or a text of any length. */
export function neverLimited({ id, body }: AnyEndpoint): string[] {
  if (body === undefined) return []
  const flat = fieldsOf(body).map(({ name, type }) => ({ path: [name], type }))
  return [...flat, ...nestedFieldsOf(body)]
    .filter(({ type }) => type === '' || type === 'type string')
    .map(({ path }) => `${id} ${path.join('.')}`)
}
