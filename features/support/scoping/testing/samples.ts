import type { Samples } from '@counterfoil/api/testing/samples.ts'

export const samples: Samples = {
  withoutBefore: { 'language-models.set-key': 'a key is never shown' },
}
