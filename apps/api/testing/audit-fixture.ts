import { randomUUID } from 'node:crypto'
import { scanResources } from '@counterfoil/kit/server/scan.ts'
import { demoKeyOf } from '@counterfoil/workloads/demo/organisations.ts'
import type { Fixture } from './call-samples.ts'
import { makeBelongings } from './history.ts'
import type { Actor, TestApi } from './test-api.ts'

const card = { type: 'card', number: '4242424242424242', expiryMonth: 12, expiryYear: 2090 }

/** Adds to an API with a history whatever is missing for every call to succeed. */
export async function openAuditFixture(testApi: TestApi): Promise<Fixture> {
  const actors: Actor[] = []
  for (const kind of ['operator', 'merchant', 'platform'] as const) {
    const actor = await testApi.actor(kind)
    await makeBelongings(testApi.test, { tenant_id: actor.tenantId, user_id: actor.subject })
    actors.push(actor)
  }
  const resources = await scanResources()
  const ask: Fixture['ask'] = (actor, url, body) => {
    const { rawBody, headers = {} } = { ...(body as { rawBody?: string; headers?: object }) }
    const bearer = { authorization: `Bearer ${actor.token}`, 'idempotency-key': randomUUID() }
    return testApi.app.inject({
      method: body === undefined ? 'GET' : 'POST',
      url,
      headers: { ...bearer, mode: 'Test', ...headers },
      ...(body === undefined ? {} : { payload: rawBody ?? body }),
    })
  }
  return {
    testApi,
    actors,
    resourceOf: (callId) =>
      resources.find(({ calls }) =>
        Object.values(calls).some((one) => (one as { id?: string } | undefined)?.id === callId),
      ),
    ask,
    async make(of, actor, values) {
      const answer = await ask(actor, `/api${of.path}?tenantId=${actor.tenantId}`, values)
      if (answer.statusCode !== 201) throw new Error(`${of.id}: ${answer.body}`)
      return answer.json()
    },
    async pay(input = {}) {
      const answer = await testApi.app.inject({
        method: 'POST',
        url: '/v1/payments',
        headers: {
          authorization: `Bearer ${demoKeyOf('harbour', 1)}`,
          'idempotency-key': randomUUID(),
        },
        payload: { amount: 1000, currency: 'GBP', capture: true, method: card, ...input },
      })
      if (answer.statusCode !== 201) throw new Error(answer.body)
      return answer.json()
    },
  }
}
