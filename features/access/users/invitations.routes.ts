import { notFound } from '@counterfoil/kit/contract/problem.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { findMerchant } from './accounts.queries.ts'
import { type InvitedUser, inviteTenantUser, inviteUser } from './invitations.contract.ts'
import { invite } from './invitations.public.ts'

/** The tenant that the user will belong to: platform staff invite users of any tenant's merchants. */
async function tenantFor(
  { caller, database }: Context<UserCaller>,
  merchantId: string | null,
): Promise<string> {
  if (merchantId === null || caller.userType !== 'platform') return caller.tenantId
  const merchant = await findMerchant(database.reader({ kind: 'platform' }), merchantId)
  return merchant?.tenant_id ?? caller.tenantId
}

/** As the audit trail has it where a limit is changed. */
const withLimit = (invited: InvitedUser, merchants: readonly string[]) =>
  merchants.length === 0 ? invited : { ...invited, merchants }

export const routes: Route[] = [
  route(inviteUser, async ({ body }, context) => {
    const { caller, transaction, audit } = context
    const merchantId = body.merchantId ?? caller.merchantId
    const userType = merchantId === null ? caller.userType : 'merchant'
    const tenantId = await tenantFor(context, merchantId)
    return transaction(async (db) => {
      const invited = await invite(db, context, { ...body, merchantId, userType })
      const after = withLimit(invited, body.merchantIds)
      await audit(db, { type: 'user', id: invited.id, merchantId, after })
      return invited
    }, tenantId)
  }),
  route(inviteTenantUser, ({ params, body }, context) => {
    const { caller, transaction, audit } = context
    const isPlatforms = caller.userType === 'platform'
    if (!isPlatforms && params.id !== caller.tenantId) throw notFound('The tenant')
    return transaction(async (db) => {
      const userType = isPlatforms && params.id === caller.tenantId ? 'platform' : 'tenant'
      const invited = await invite(db, context, { ...body, merchantId: null, userType })
      const after = withLimit(invited, body.merchantIds)
      await audit(db, { type: 'user', id: invited.id, after })
      return invited
    }, params.id)
  }),
]
