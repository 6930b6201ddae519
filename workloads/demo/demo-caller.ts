import { permissionsOf } from '@counterfoil/features/access/roles/permissions.rules.ts'
import type { UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { demoAccounts } from './organisations.ts'
import { merchantIdOf, tenantIdOf, userIdOf } from './store-organisations.ts'

/** The caller that a request of this demo account would have. */
export function callerOf(email: string): UserCaller {
  const account = demoAccounts.find((one) => one.email === email)
  if (account === undefined) throw new Error(`There is no demo account ${email}`)
  const { merchant, limitedTo } = account
  const merchantId = merchant === undefined ? null : merchantIdOf(merchant)
  return {
    kind: 'user',
    id: userIdOf(email),
    name: `${account.firstName} ${account.lastName}`,
    email,
    userType: account.userType,
    tenantId: tenantIdOf(account.tenant),
    merchantId,
    merchantIds: merchantId === null ? (limitedTo?.map(merchantIdOf) ?? null) : [merchantId],
    permissions: new Set(account.permissions ?? permissionsOf(account.userType)),
    withheld: new Set(),
    methods: null,
    providers: null,
    roleId: '',
    scaPermissions: new Set(),
    timeZone: 'UTC',
    locale: 'en',
  }
}
