import { Problem } from '@counterfoil/kit/contract/problem.ts'
import { systemVariables } from '@counterfoil/kit/contract/system-variables.ts'
import { readVariables } from '@counterfoil/kit/database/system-variables.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import type { ResourceRules } from '@counterfoil/kit/server/resources/resource-changes.ts'
import { resourceRoutes } from '@counterfoil/kit/server/resources/resource-routes.ts'
import {
  type RetainedRecords,
  readRetention,
  retainedRecords,
  retentionVariables,
} from './retention.contract.ts'
import { listRuns, type OwnDays, readOwnDays } from './retention.queries.ts'
import { tenantRetention } from './tenant-retention.resource.ts'

/** Holds a tenant's time to the bounds of the platform's: it has the same legal minimum. */
const check: ResourceRules['check'] = async (_db, values) => {
  const { what, days } = values as { readonly what: RetainedRecords; readonly days: number }
  const { least, most } = systemVariables[retentionVariables[what]]
  if (days >= least && days <= most) return undefined
  const params = { lowest: String(least), highest: String(most) }
  const [code, message] =
    days < least
      ? ['retention.below_legal_minimum', `The law asks for at least ${least} days`]
      : ['retention.too_long', `These records are kept for at most ${most} days`]
  throw new Problem(code, 422, message, { path: 'days', params })
}

export const routes: Route[] = [
  route(readRetention, async (_, { db, database, caller }) => {
    const [variables, runs, own] = await Promise.all([
      readVariables(database.shared),
      listRuns(db),
      caller.userType === 'platform' ? ({} as OwnDays) : readOwnDays(db),
    ])
    return {
      periods: retainedRecords.map((what) => ({
        what,
        days: own[what] ?? variables[retentionVariables[what]],
        platformDays: variables[retentionVariables[what]],
        minDays: systemVariables[retentionVariables[what]].least,
      })),
      runs: runs.map((row) => ({
        tenantName: row.tenantName,
        what: row.what as RetainedRecords,
        runAt: row.run_at.toISOString(),
        olderThan: row.older_than.toISOString(),
        deleted: Number(row.deleted),
        deletedInAll: Number(row.deleted_in_all),
      })),
    }
  }),
  ...resourceRoutes(tenantRetention, { check }),
]
