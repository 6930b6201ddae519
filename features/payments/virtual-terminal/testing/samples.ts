import type { Samples } from '@counterfoil/api/testing/samples.ts'

export const samples: Samples = {
  withoutEntry: { 'virtual-terminal.open': 'opens a page: nothing is changed' },
}
