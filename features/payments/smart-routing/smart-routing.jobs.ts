import { midsNamedBy } from '@counterfoil/features/routing/rule-sets/choose-route.rules.ts'
import {
  otherwiseId,
  type RuleSet,
} from '@counterfoil/features/routing/rule-sets/rule-sets.schema.ts'
import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { listSwitchedOff } from '@counterfoil/kit/database/lists.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { forEachTenant } from '@counterfoil/kit/jobs/for-each-tenant.ts'
import { type JobContext, job, schedule } from '@counterfoil/kit/jobs/job.ts'
import { z } from 'zod'
import {
  listActiveVersions,
  listApprovals,
  replaceScores,
  updateBacktest,
} from './backtests.queries.ts'
import { backtestJob, scoresSchedule } from './job-names.ts'
import { notifyOfDeadMids } from './notify-confirmers.ts'
import { setOf } from './read-version.ts'
import { runBacktest } from './run-backtest.ts'
import { listDeadNamed } from './versions.queries.ts'

const msg = messagesOf(import.meta.url)

const payload = z.object({ tenantId: z.string(), backtestId: z.string() })

export const jobs = [
  job({
    ...backtestJob,
    label: msg('Try routing rules on past payments'),
    payload,
    run: async (work, context) => {
      try {
        await runBacktest(context, work)
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

const everyS = 600

export const schedules = [
  schedule({
    name: scoresSchedule,
    label: msg('Count approvals for routing rules'),
    everyS,
    run: countApprovals,
  }),
  schedule({
    name: 'smart-routing.notify-dead-mids',
    label: msg('Notify of routing rules whose MIDs take no payments any more'),
    everyS: 3600,
    run: notifyDeadMids,
  }),
]

/** Operators are notified of a MID's own switch when it is used; its period ends by the clock, and a provider's switch names no MID. */
export async function notifyDeadMids(context: JobContext): Promise<void> {
  const { database, jobs: queue, now } = context
  const notDone = 'operators were not notified of MIDs that rules name'
  await forEachTenant(context, notDone, (tenantId) =>
    database.transaction(tenantScope(tenantId), async (db) => {
      const at = now()
      const prefix = 'service_provider:'
      const providersOff = [...(await listSwitchedOff(db, tenantId))]
        .filter((one) => one.startsWith(prefix))
        .map((one) => one.slice(prefix.length))
      for (const named of await listDeadNamed(db, { providersOff, now: at })) {
        await notifyOfDeadMids(db, queue, named, at)
      }
    }),
  )
}

/** Counts what MIDs approved of late, for the rules in force that rank by it. */
export async function countApprovals(context: JobContext): Promise<void> {
  const { database, now } = context
  const notDone = 'approvals were not counted for routing rules'
  await forEachTenant(context, notDone, async (tenantId) => {
    const scope = tenantScope(tenantId)
    const reader = database.reader(scope)
    for (const version of await listActiveVersions(reader)) {
      const ranked = rankingRules(setOf(version))
      if (ranked.length === 0) continue
      const to = now()
      const of = { merchantId: version.merchant_id, mode: version.mode }
      const scores: Parameters<typeof replaceScores>[2][number][] = []
      for (const days of new Set(ranked.map((rule) => rule.days))) {
        const from = new Date(to.getTime() - days * dayMs)
        const counted = await listApprovals(reader, { ...of, from, to })
        const rules = ranked.filter((rule) => rule.days === days)
        scores.push(
          ...rules.flatMap(({ ruleId, midIds }) =>
            counted
              .filter(({ midId }) => midIds.includes(midId))
              .map(({ midId, decided, approved }) => ({
                ...{ ruleId, midId, decided: Number(decided), approved: Number(approved) },
              })),
          ),
        )
      }
      await database.transaction(scope, (db) => replaceScores(db, of, scores, to))
    }
  })
}

function rankingRules({ rules, otherwise }: RuleSet) {
  const all = [...rules, { id: otherwiseId, to: otherwise }]
  return all.flatMap(({ id: ruleId, to }) =>
    to.way === 'approval' ? [{ ruleId, days: to.days, midIds: midsNamedBy(to) }] : [],
  )
}
