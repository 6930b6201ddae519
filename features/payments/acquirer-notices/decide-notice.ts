import { recordDispute } from '@counterfoil/features/payments/disputes/disputes.public.ts'
import type { Cause } from '@counterfoil/features/payments/processing/causes.rules.ts'
import {
  type Engine,
  nextCheckAt,
  recordReportedOutcome,
} from '@counterfoil/features/payments/processing/payments.public.ts'
import type { AcquirerNotice } from '@counterfoil/providers/acquirers/acquirer.ts'
import { validate } from 'uuid'
import {
  type ClaimedNotice,
  claimNotice,
  type Decision,
  isContradicted,
  updateDecision,
} from './acquirer-notices.queries.ts'
import { notifyAside } from './notify-aside.ts'

/** For so long nobody else decides on a notice that somebody has begun with. */
const claimedMs = 60_000
/** A notice that cannot be decided on for a fault of ours is put aside after so many tries. */
const maxTries = 10

/** Decides on a notice that is due. It may be repeated: what it says counts once. */
export async function decideNotice(engine: Engine, id: string): Promise<void> {
  const at = engine.now()
  const until = new Date(at.getTime() + claimedMs)
  const notice = await engine.transaction((db) => claimNotice(db, id, at, until))
  if (notice === undefined) return
  const decision = await decide(engine, notice).catch((error: unknown): Decision => {
    const { tenantId, log } = engine
    log.error({ err: error, tenantId, noticeId: id }, 'a notice could not be decided on')
    return later(engine, notice, { code: 'notice.failed' })
  })
  await engine.transaction(async (db) => {
    await updateDecision(db, id, decision, engine.now())
    if (decision.state === 'aside') await notifyAside(db, engine, notice, decision.cause)
  })
}

async function decide(engine: Engine, notice: ClaimedNotice): Promise<Decision> {
  const { provider, body } = notice
  const content = engine.providers.acquirers.get(provider)?.readNotice(body)
  if (content === undefined) return aside({ code: 'notice.unreadable', values: { provider } })
  if (content.metadata.tenantId !== engine.tenantId) {
    return aside({ code: 'notice.unknown_tenant', values: { provider } })
  }
  if (await engine.transaction((db) => isContradicted(db, notice))) {
    return aside({ code: 'notice.other_content', values: { provider } })
  }
  const reported = await record(engine, provider, content)
  switch (reported) {
    case 'counts':
      return { state: 'taken' }
    case 'old':
      return { state: 'repeated' }
    case 'no_payment':
      return aside({ code: 'notice.unknown_payment', values: { provider } })
    case 'too_early': {
      const cause = { code: 'notice.too_early', values: { provider } }
      return { state: 'again', cause, nextTryAt: nextCheckAt(engine.now(), notice.tries) }
    }
    default:
      return aside(reported)
  }
}

async function record(engine: Engine, provider: string, content: AcquirerNotice) {
  const { paymentId } = content.metadata
  if (!validate(paymentId)) return 'no_payment'
  return 'dispute' in content
    ? recordDispute(engine, { paymentId, provider, dispute: content.dispute })
    : recordReportedOutcome(engine, { provider, outcome: content.outcome })
}

const aside = (cause: Cause): Decision => ({ state: 'aside', cause })

const later = (engine: Engine, { tries }: ClaimedNotice, cause: Cause): Decision =>
  tries >= maxTries
    ? aside(cause)
    : { state: 'again', cause, nextTryAt: nextCheckAt(engine.now(), tries) }
