import { sendMail } from '@counterfoil/features/messaging/mail/mail.public.ts'
import { notify } from '@counterfoil/features/messaging/notifications/notifications.public.ts'
import { hourMs } from '@counterfoil/kit/contract/durations.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { type AskedAccess, accessRequestMail, noticeTitle } from './access-request-mail.ts'
import { askForAccess, readAccessRequest } from './access-requests.contract.ts'
import {
  type Colleague,
  findAskedAt,
  listUserManagers,
  upsertAsked,
} from './access-requests.queries.ts'
import { askedAgainHours, mayGive, requireMissing, userPagePath } from './access-requests.rules.ts'

const since = (now: Date) => new Date(now.getTime() - askedAgainHours * hourMs)

export const routes: Route[] = [
  route(readAccessRequest, async ({ query }, { caller, database, now }) => {
    const db = database.reader(tenantScope(caller.tenantId))
    const askedAt = await findAskedAt(db, caller.id, query.permissions.split(','), since(now))
    return { askedAt: askedAt?.toISOString() ?? null }
  }),
  route(askForAccess, async ({ body }, context) => {
    const { caller, database, now } = context
    const permissions = [...new Set(body.permissions)]
    requireMissing(caller, permissions)
    // past the caller's own limits, as operators who look after others hold what is asked for
    const tenant = tenantScope(caller.tenantId)
    const givers = giversFor(caller, await listUserManagers(database.reader(tenant)), permissions)
    if (givers.length === 0) throw nobody()
    return database.transaction(tenant, async (db) => {
      const isNew = (await upsertAsked(db, caller.id, permissions, now, since(now))).length > 0
      if (isNew)
        await notifyGivers(db, context, givers, { name: caller.name, page: body.page, permissions })
      const { id, merchantId } = caller
      const after = { permissions, page: body.page, isNew }
      await context.audit(db, { type: 'user', id, merchantId, after })
      const askedAt = isNew ? now : await findAskedAt(db, id, permissions, since(now))
      return { askedAt: (askedAt ?? now).toISOString() }
    })
  }),
]

const nobody = () =>
  new Problem('access_request.nobody', 409, 'Nobody of your organisation can give this permission')

/** Those of one's own organisation; a merchant who has none asks the tenant's operators. */
function giversFor(
  user: UserCaller,
  colleagues: readonly Colleague[],
  permissions: readonly string[],
): readonly Colleague[] {
  const able = colleagues.filter(
    (one) => one.id !== user.id && sees(one, user) && mayGive(managerOf(one), user, permissions),
  )
  const own = able.filter((one) => one.user_type === user.userType)
  return own.length > 0 ? own : able
}

const sees = ({ merchant_limits: limits }: Colleague, { merchantId }: UserCaller) =>
  limits.length === 0 || (merchantId !== null && limits.includes(merchantId))

const managerOf = (row: Colleague) => ({
  id: row.id,
  userType: row.user_type as UserCaller['userType'],
  merchantId: row.merchant_id,
  permissions: new Set(row.permissions),
})

async function notifyGivers(
  db: Db,
  { caller, jobs, now, settings }: Context<UserCaller>,
  givers: readonly Colleague[],
  asked: AskedAccess,
): Promise<void> {
  for (const giver of givers) {
    const path = userPagePath(managerOf(giver), caller)
    await notify(db, jobs, {
      ...{ to: { userIds: [giver.id] }, type: 'AccessRequest', hasOwnMail: true, now },
      ...{ title: noticeTitle(asked), objectUrl: path },
      description: `<p>${asked.permissions.map((one) => `<code>${one}</code>`).join(' ')}</p>`,
    })
    await sendMail(db, jobs, {
      ...{ to: giver.email, merchantId: giver.merchant_id, isSecret: false, now },
      language: giver.locale === null ? undefined : giver.locale === 'tr' ? 'tr' : 'en',
      content: accessRequestMail({
        firstName: giver.first_name,
        asked,
        url: settings.publicUrl + path,
      }),
    })
  }
}
