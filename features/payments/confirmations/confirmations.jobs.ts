import {
  type Engine,
  jobEngine,
} from '@counterfoil/features/payments/processing/payments.public.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { forEachTenant } from '@counterfoil/kit/jobs/for-each-tenant.ts'
import { type JobContext, type Schedule, schedule } from '@counterfoil/kit/jobs/job.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import { carryOut } from './carry-out.ts'
import { endWaitingAction } from './keep-waiting.ts'
import { confirmersIn } from './waiting-action.views.ts'
import {
  findSubjectVersion,
  listDueActions,
  listSteps,
  lockWaitingAction,
} from './waiting-actions.queries.ts'

const msg = messagesOf(import.meta.url)

const batchSize = 200

/** After this time the process of the last confirmation has carried the action out, or has died. */
const carriedOutWithinMs = 120_000

/**
 * Ends what was not confirmed in time and what can no longer be confirmed, and carries out what was confirmed and left by a
 * crash.
 */
export async function settleWaitingActions(
  providers: Providers,
  context: JobContext,
): Promise<void> {
  const { log, now, signal } = context
  await forEachTenant(context, 'waiting actions were not looked for', async (tenantId) => {
    const engine = jobEngine(providers, context, tenantId, 'system')
    const confirmedBefore = new Date(now().getTime() - carriedOutWithinMs)
    const due = await engine.transaction((db) =>
      listDueActions(db, now(), confirmedBefore, batchSize),
    )
    for (const { id } of due) {
      if (signal.aborted) return
      await settle(engine, id).catch((error: unknown) =>
        log.error(
          { err: error, tenantId, waitingActionId: id },
          'a waiting action was not settled',
        ),
      )
    }
  })
}

async function settle(engine: Engine, id: string): Promise<void> {
  const confirmed = await engine.transaction(async (db) => {
    const action = await lockWaitingAction(db, id)
    if (action?.state === 'confirmed') return { action, steps: await listSteps(db, [id]) }
    if (action?.state !== 'waiting') return undefined
    const at = engine.now()
    const isExpired = action.expiresAt <= at
    const version = await findSubjectVersion(db, action)
    if (!isExpired && version === action.subjectVersion) return undefined
    const state = isExpired ? 'expired' : 'void'
    await endWaitingAction(db, engine.jobs, action, state, at)
    return undefined
  })
  const last = confirmed && confirmersIn(confirmed.steps).at(-1)
  if (confirmed !== undefined && last !== undefined) {
    await carryOut(engine, confirmed.action, last.id)
  }
}

export const schedules = (providers: Providers): Schedule[] => [
  schedule({
    name: 'payments.waiting-actions',
    label: msg('Expire and finish waiting actions'),
    everyS: 15,
    run: (context) => settleWaitingActions(providers, context),
  }),
]
