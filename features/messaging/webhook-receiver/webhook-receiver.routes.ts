import { notFound } from '@counterfoil/kit/contract/problem.ts'
import { bodyTextOf } from '@counterfoil/kit/server/request/body-text.ts'
import { publicRoute, type Route } from '@counterfoil/kit/server/request/route.ts'
import { receiveWebhook } from './webhook-receiver.contract.ts'
import { receiveMessage } from './webhook-receiver.public.ts'

export const routes: Route[] = [
  publicRoute(
    receiveWebhook,
    async ({ params }, { settings, database, request, now }) => {
      if (!settings.isDemo) throw notFound('The receiver')
      await receiveMessage(database.shared, params.endpointId, {
        headers: request.headers,
        body: bodyTextOf(request),
        now,
      })
      return { received: true as const, receiver: "Counterfoil's sandbox webhook receiver" }
    },
    { keepsBodyText: true },
  ),
]
