import type { CallSample } from '@counterfoil/api/testing/call-samples.ts'
import { valuesFor } from '@counterfoil/api/testing/resource-values.ts'
import type { Samples } from '@counterfoil/api/testing/samples.ts'
import type { Resource } from '@counterfoil/kit/contract/resource.ts'

const kinds = ['email', 'proposal', 'agreement']
const resources = kinds.flatMap((kind) => [`${kind}-templates`, `${kind}-signatures`])

const previewing =
  (resourceId: string): CallSample =>
  async ({ resourceOf }) => {
    const of = resourceOf(`${resourceId}.create`) as Resource
    const options = async (field: string) => (field === 'language' ? ['en'] : [])
    return { body: { values: await valuesFor(of, options), merchantId: null } }
  }

const previews = <T>(of: (resourceId: string) => T) =>
  Object.fromEntries(resources.map((id) => [`${id}.preview`, of(id)]))

export const samples: Samples = {
  calls: previews(previewing),
  withoutEntry: previews(() => 'changes nothing and shows what its reader may see anyway'),
}
