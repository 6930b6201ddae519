import { objectionTo } from '@counterfoil/features/accounting/billing/billing.rules.ts'
import { modeNameOf } from '@counterfoil/kit/contract/fields.ts'
import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import { findResourceRow } from '@counterfoil/kit/database/resource-rows.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { resourceRoutes } from '@counterfoil/kit/server/resources/resource-routes.ts'
import { refusePartialView } from './ledger.public.ts'
import { readAccountBalances } from './ledger-accounts.contract.ts'
import { hasEntries, listAccountBalances, listSettingsOf } from './ledger-accounts.queries.ts'
import { ledgerAccounts } from './ledger-accounts.resource.ts'

export const routes: Route[] = [
  ...resourceRoutes(ledgerAccounts, {
    check: async (db, values, { key, before }) => {
      if (key === undefined) return undefined
      const accountType = String(values.accountType)
      const currency = values.currency as string | null
      const isOther = {
        accountType: accountType !== before?.accountType,
        currency: currency !== before?.currency,
      }
      if (!isOther.accountType && !isOther.currency) return undefined
      const path = isOther.currency ? 'currency' : 'accountType'
      if (await hasEntries(db, key)) {
        const text = 'Something was posted to the account: its type and currency stay'
        throw new Problem('ledger.account_has_entries', 422, text, { path })
      }
      for (const setting of await listSettingsOf(db, key)) {
        const objection = objectionTo(setting, { accountType, currency })
        if (objection === undefined) continue
        const text = `A billing setting leads here. ${objection.text}`
        throw new Problem('ledger.account_in_use', 422, text, { path })
      }
      return undefined
    },
  }),
  route(readAccountBalances, async ({ params }, { db, caller }) => {
    const row = await findResourceRow(db, ledgerAccounts, params.id)
    if (row === undefined) throw notFound(ledgerAccounts.one.en)
    refusePartialView(caller)
    const sums = await listAccountBalances(db, { tenantId: String(row.tenant_id), id: params.id })
    return sums.map(({ mode, currency, amountMinor }) => ({
      mode: modeNameOf(mode),
      currency,
      amount: Number(amountMinor),
    }))
  }),
]
