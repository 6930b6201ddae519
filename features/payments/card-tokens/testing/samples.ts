import type { Samples } from '@counterfoil/api/testing/samples.ts'

const unused = 'recorded by the payment that uses it; one that is never used has no effect'

export const samples: Samples = {
  withoutEntry: {
    'merchantApi.createToken': unused,
    'payer.createToken': unused,
    'virtual-terminal.createTerminalToken': unused,
  },
}
