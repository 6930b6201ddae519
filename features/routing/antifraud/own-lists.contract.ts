import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { z } from 'zod'
import { merchantBlacklist } from './merchant-blacklist.resource.ts'
import { merchantWhitelist } from './merchant-whitelist.resource.ts'

export const readOwnListsOpened = endpoint({
  id: `${merchantBlacklist.id}.opened`,
  method: 'GET',
  path: '/api/merchant/antifraud-lists',
  summary: 'Which lists of its own the operator has opened to the user’s merchant',
  permission: [merchantBlacklist, merchantWhitelist].flatMap(
    ({ merchants }) => merchants?.permission ?? [],
  ),
  answer: z.object({ blacklist: z.boolean(), whitelist: z.boolean() }),
})
