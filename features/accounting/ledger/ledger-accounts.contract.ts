import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { idParams } from '@counterfoil/kit/contract/fields.ts'
import type { ReferenceTarget } from '@counterfoil/kit/contract/resource-field.ts'
import { z } from 'zod'
import { ledgerAccounts } from './ledger-accounts.resource.ts'

export const readAccountBalances = endpoint({
  id: 'ledger-accounts.balances',
  method: 'GET',
  path: `/api${ledgerAccounts.path}/:id/balances`,
  summary: 'What stands on a ledger account, by mode and currency; debits are positive',
  permission: ledgerAccounts.permissions.view,
  params: idParams,
  answer: z.array(
    z.object({ mode: z.enum(['Test', 'Live']), currency: z.string(), amount: z.int() }),
  ),
})

/** The target of settings that name an account. */
export const ledgerAccountTarget: ReferenceTarget = {
  table: 'ledger_account',
  key: 'id',
  name: 'name',
  owner: 'tenant',
  hasActivity: true,
}
