import type { Samples } from '@counterfoil/api/testing/samples.ts'
import type { Actor } from '@counterfoil/api/testing/test-api.ts'

export const samples: Samples = {
  changes: /^support\.label-set/,
  calls: {
    'support.labels-rearrange': async ({ ask }, actor) => {
      const labels: { labelId: string }[] = (
        await ask(actor as Actor, '/api/support/labels')
      ).json()
      return { body: { newLabelIdsList: labels.map(({ labelId }) => labelId).reverse() } }
    },
  },
}
