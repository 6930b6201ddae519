import { systemVariables } from '@counterfoil/kit/contract/system-variables.ts'
import { readVariables } from '@counterfoil/kit/database/system-variables.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import {
  type RetainedRecords,
  readRetention,
  retainedRecords,
  retentionVariables,
} from './retention.contract.ts'
import { listRuns } from './retention.queries.ts'

export const routes: Route[] = [
  route(readRetention, async (_, { db, database }) => {
    const [variables, runs] = await Promise.all([readVariables(database.shared), listRuns(db)])
    return {
      periods: retainedRecords.map((what) => ({
        what,
        days: variables[retentionVariables[what]],
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
]
