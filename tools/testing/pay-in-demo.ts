import { demoKeyOf } from '@counterfoil/workloads/demo/organisations.ts'

/** Asks a product with the demo for a payment of Harbour Books in Test, which is captured at once; its id is the key too. */
export function payInDemo(portalUrl: string, externalId: string): Promise<Response> {
  return fetch(`${portalUrl}/v1/payments`, {
    method: 'POST',
    headers: {
      ...{ authorization: `Bearer ${demoKeyOf('harbour', 1)}`, 'idempotency-key': externalId },
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      ...{ amount: 1250, currency: 'GBP', externalId, capture: true },
      method: {
        ...{ type: 'card', number: '4242424242424242', securityCode: '123' },
        ...{ expiryMonth: 12, expiryYear: 2090 },
      },
    }),
  })
}
