import { refusePartialView } from '@counterfoil/features/accounting/ledger/ledger.public.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import { pageOf } from '@counterfoil/kit/server/request/counted-page.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { type CheckResult, type Difference, listProofs } from './proofs.contract.ts'
import { countProofs, listProofRows } from './proofs.queries.ts'

export const routes: Route[] = [
  route(listProofs, async ({ query }, { db, caller }) => {
    if (caller.merchantIds !== null) {
      const text = 'The proof is of all merchants, and you see some of them'
      throw new Problem('proof.some_merchants', 403, text)
    }
    refusePartialView(caller)
    const page = pageOf(query)
    const [rows, count] = await Promise.all([listProofRows(db, page), countProofs(db)])
    const data = rows.map((row) => ({
      id: row.id,
      tenantName: row.tenantName,
      fromAt: row.from_at.toISOString(),
      toAt: row.to_at.toISOString(),
      isUnderWay: row.continues_after !== null,
      payments: row.payments,
      checks: row.checks as CheckResult[],
      differences: row.differences as Difference[],
      createdAt: row.created_at.toISOString(),
    }))
    return { data, count }
  }),
]
