import { notFound } from '@counterfoil/kit/contract/problem.ts'
import { platformScope } from '@counterfoil/kit/database/scope.ts'
import { publicRoute, type Route } from '@counterfoil/kit/server/request/route.ts'
import { showOutbox } from './mail.contract.ts'
import { listNewest } from './mail.queries.ts'
import { outboxPage, outboxPolicy } from './outbox-page.ts'

const shown = 50

export const routes: Route[] = [
  publicRoute(showOutbox, async (_input, { settings, database, reply }) => {
    if (!settings.isDemo || settings.smtpUrl !== undefined) throw notFound('The page')
    reply.header('content-security-policy', outboxPolicy).header('cache-control', 'no-store')
    return outboxPage(await listNewest(database.reader(platformScope), shown))
  }),
]
