import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import type { ForeignConnection } from '@counterfoil/kit/database/foreign.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import type { DisputeAnswerRequest, DisputeAnswerResult } from '../acquirer.ts'
import {
  addNotice,
  type DisputeNotice,
  findDispute,
  isAnswerKnown,
  lockDispute,
  removeLaterNotices,
} from './notices.ts'
import type { SandboxRecord } from './records.ts'
import type { SandboxOptions } from './sandbox-acquirer.ts'
import { type DisputeStep, type Scenario, scenarioNamed } from './scenarios.ts'

// How the sandbox acquirers' disputes go on. All that is to come is written down when it is decided: a dispute stands as
// its latest notice says that is due.

/** For an answer to a chargeback, pre-arbitration or arbitration. */
export const answerDays = 30

/** The card holder disputes what was captured, where the scenario says so. */
export async function disputeLater(
  on: ForeignConnection,
  scenario: Scenario,
  about: SandboxRecord,
  capturedMinor: bigint,
  at: Date,
): Promise<void> {
  const { dispute } = scenario
  if (dispute === undefined) return
  const amountMinor = (capturedMinor * BigInt(dispute.percent ?? 100)) / 100n || 1n
  const opened: DisputeNotice = {
    provider: about.provider,
    about: about.reference,
    metadata: about.metadata,
    dispute: {
      reference: newId(at),
      sequence: 0,
      stage: 'chargeback',
      state: 'opened',
      amountMinor,
      lostMinor: 0n,
      currency: about.currency,
      reasonCode: 'fraud',
      respondBy: null,
    },
    scenario: scenario.name,
    dueAt: at,
    answer: null,
    evidence: null,
  }
  await writeSteps(on, opened, dispute.steps)
}

/** One after the other; where the last one waits for an answer, the dispute is lost when none comes in time. */
async function writeSteps(
  on: ForeignConnection,
  from: DisputeNotice,
  steps: readonly DisputeStep[],
): Promise<void> {
  let last = from
  for (const step of steps) {
    last = noticeAfter(last, step)
    await addNotice(on, newId(last.dueAt), last)
  }
  const { respondBy } = last.dispute
  if (respondBy === null) return
  const inSeconds = (respondBy.getTime() - last.dueAt.getTime()) / 1000
  const lapsed = noticeAfter(last, { state: 'lost', afterS: inSeconds })
  await addNotice(on, newId(lapsed.dueAt), lapsed)
}

function noticeAfter(before: DisputeNotice, step: DisputeStep): DisputeNotice {
  const dueAt = new Date(before.dueAt.getTime() + step.afterS * 1000)
  const { amountMinor, sequence, stage } = before.dispute
  const isLost = step.state === 'lost' || step.state === 'accepted'
  return {
    ...before,
    dueAt,
    dispute: {
      ...before.dispute,
      sequence: sequence + 1,
      stage: step.stage ?? stage,
      state: step.state,
      lostMinor: isLost ? (amountMinor * BigInt(step.lostPercent ?? 100)) / 100n : 0n,
      respondBy: step.state === 'opened' ? new Date(dueAt.getTime() + answerDays * dayMs) : null,
    },
  }
}

/** Takes an answer while the dispute waits for one; the same answer once more is told where the dispute stands now. */
export function takeDisputeAnswer(
  { code, database, now: clock }: Pick<SandboxOptions, 'code' | 'database' | 'now'>,
  request: DisputeAnswerRequest,
): Promise<DisputeAnswerResult> {
  return database.transaction(async (on) => {
    const at = clock()
    const latest = await lockDispute(on, code, request.dispute, at)
    if (latest === undefined) {
      return { result: 'refused', code: 'dispute.unknown', text: 'No such dispute' }
    }
    if (await isAnswerKnown(on, code, request.reference)) {
      return { result: 'received', dispute: latest.dispute }
    }
    if (latest.dispute.state !== 'opened') {
      const text = 'The dispute does not wait for an answer'
      return { result: 'refused', code: 'dispute.not_open', text }
    }
    await removeLaterNotices(on, code, request.dispute, at)
    const evidence = request.evidence.map(({ name, contentType, bytes, sha256 }) => ({
      ...{ name, contentType, sha256 },
      size: bytes.byteLength,
    }))
    const from = { ...latest, dueAt: at, answer: request.reference, evidence }
    await writeSteps(on, from, stepsAfter(request, latest))
    const now = await findDispute(on, code, request.dispute, at)
    return { result: 'received', dispute: (now ?? latest).dispute }
  })
}

function stepsAfter({ answer }: DisputeAnswerRequest, latest: DisputeNotice): DisputeStep[] {
  if (answer === 'accept') return [{ state: 'accepted', afterS: 0 }]
  const { whenContested } = scenarioNamed(latest.scenario).dispute ?? {}
  return [
    { state: 'answered', afterS: 0 },
    { state: 'under_review', afterS: 5 },
    ...(whenContested?.[latest.dispute.stage] ?? []),
  ]
}
