import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { job } from '@counterfoil/kit/jobs/job.ts'
import { z } from 'zod'
import { updateBacktest } from './backtests.queries.ts'
import { ruleBacktestJob } from './job-names.ts'
import { runRuleBacktest } from './run-backtest.ts'

const msg = messagesOf(import.meta.url)

export const jobs = [
  job({
    ...ruleBacktestJob,
    label: msg('Try antifraud rules on past payments'),
    payload: z.object({ tenantId: z.string(), backtestId: z.string() }),
    run: async (work, context) => {
      try {
        await runRuleBacktest(context, work)
      } catch (error) {
        if (!context.signal.aborted) {
          await context.database.transaction(tenantScope(work.tenantId), (db) =>
            updateBacktest(db, work.backtestId, { state: 'failed', finished_at: context.now() }),
          )
        }
        throw error
      }
    },
  }),
]
