import { holdsAny, useUser } from '@counterfoil/kit/web/session/user.tsx'

/** Where the user finds payments; undefined for whoever may not. */
export function usePaymentsPath(): string | undefined {
  const user = useUser()
  const path = '/transaction-management/transaction-lookup'
  const places = {
    merchant: [`/merchant${path}`, 'Merchant.Transaction.View'],
    tenant: [path, 'CRM.Transaction.View'],
    platform: [`/platform${path}`, 'Platform.Transaction.Lookup'],
  } as const
  const [place, permission] = places[user.audience]
  return holdsAny(user, [permission]) ? place : undefined
}
