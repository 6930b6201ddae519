import type { Samples } from '@counterfoil/api/testing/samples.ts'

export const samples: Samples = {
  withoutEntry: {
    'payer.createPayment':
      "recorded by the payment's own first event: the payer is no user of the portal",
    'payer.abandonPayment': "recorded by the payment's own event",
    'payer.createCard': 'recorded by the stored card itself, with its consent and its webhook',
  },
}
