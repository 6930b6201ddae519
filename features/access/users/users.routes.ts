import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import { type Route, route } from '@counterfoil/kit/server/route.ts'
import { invite } from './invitations.ts'
import { inviteTenantUser, inviteUser, setActivation } from './users.contract.ts'
import { setUserActive } from './users.public.ts'
import { findUser } from './users.queries.ts'
import { mayManage, type UserType } from './users.rules.ts'

export const routes: Route[] = [
  route(inviteUser, async ({ body }, context) => {
    const { caller, db, audit } = context
    const merchantId = body.merchantId ?? caller.merchantId
    const userType = merchantId === null ? caller.userType : 'merchant'
    const invited = await invite(db, context, { ...body, merchantId, userType })
    audit({ type: 'user', id: invited.id, merchantId, after: invited })
    return invited
  }),
  route(
    inviteTenantUser,
    ({ params, body }, context) => {
      const { caller, transaction, audit } = context
      const isPlatforms = caller.userType === 'platform'
      if (!isPlatforms && params.id !== caller.tenantId) throw notFound('The tenant')
      return transaction(async (db) => {
        const userType = isPlatforms && params.id === caller.tenantId ? 'platform' : 'tenant'
        const invited = await invite(db, context, { ...body, merchantId: null, userType })
        audit({ type: 'user', id: invited.id, after: invited })
        return invited
      }, params.id)
    },
    { transaction: 'own' },
  ),
  route(setActivation, async ({ params, body }, { caller, db, now, audit }) => {
    const user = await findUser(db, params.id)
    const managed = user && {
      userType: user.user_type as UserType,
      merchantId: user.merchant_id,
    }
    if (user === undefined || managed === undefined || !mayManage(caller, managed)) {
      throw notFound('The user')
    }
    if (user.id === caller.id) {
      throw new Problem('user.own_activation', 409, 'Nobody deactivates themselves')
    }
    await setUserActive(db, user.id, body.isActive, now)
    const { isActive } = body
    audit({
      type: 'user',
      id: user.id,
      merchantId: user.merchant_id,
      before: { isActive: user.is_active },
      after: { isActive },
    })
    return { id: user.id, isActive }
  }),
]
