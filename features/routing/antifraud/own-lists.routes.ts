import { notFound } from '@counterfoil/kit/contract/problem.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { readOwnListsOpened } from './own-lists.contract.ts'
import { readOwnLists } from './screening.queries.ts'

export const routes: Route[] = [
  route(readOwnListsOpened, async (_input, { db, caller }) => {
    if (caller.merchantId === null) throw notFound('The merchant')
    const { blacklist, whitelist } = await readOwnLists(db, caller.merchantId)
    return { blacklist: blacklist.isOpened, whitelist: whitelist.isOpened }
  }),
]
