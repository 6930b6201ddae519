import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import { bodyTextOf } from '@counterfoil/kit/server/request/body-text.ts'
import { publicRoute, type Route } from '@counterfoil/kit/server/request/route.ts'
import type { NoticeFault } from '@counterfoil/providers/acquirers/acquirer.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import { receiveNotice } from './receive-notice.contract.ts'
import { receiveFrom } from './receive-notice.ts'

/** Longer ones are no notices. */
const maxBytes = 65_536

export const routes = (providers: Providers): Route[] => [
  publicRoute(
    receiveNotice,
    async ({ params }, { database, jobs, log, request }) => {
      const acquirer = providers.acquirers.get(params.provider)
      if (acquirer === undefined) throw notFound('The acquirer')
      const sent = { headers: request.headers, body: bodyTextOf(request) }
      const fault = await receiveFrom(acquirer, providers, sent, {
        database,
        jobs,
        log,
        now: database.now,
      })
      if (fault !== undefined) throw new Problem('notice.refused', 401, faultTexts[fault])
      return { received: true as const }
    },
    { keepsBodyText: 'unparsed', bodyLimit: maxBytes },
  ),
]

const faultTexts: Readonly<Record<NoticeFault, string>> = {
  'notice.unsigned': 'The notice has no signature',
  'notice.signature': 'The signature does not fit the notice',
  'notice.stale': 'The notice was signed more than five minutes from now. Sign it again',
}
