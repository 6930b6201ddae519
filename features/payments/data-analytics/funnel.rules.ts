import type { Fact } from '@counterfoil/features/reporting/figures/figures.rules.ts'
import { approvedStatuses } from '@counterfoil/features/reporting/figures/outcomes.schema.ts'
import { type Funnel, type losses, type Stage, stages } from './funnel.contract.ts'

type Loss = (typeof losses)[number]

/** Money was taken, whatever was given back later. */
const capturedStatuses = [
  ...['captured', 'partially_captured', 'partially_refunded', 'refunded', 'reversed'],
]

/** The last stage that payments of a status came to. */
function stageOf(status: string): Stage {
  if (capturedStatuses.includes(status)) return 'captured'
  if (approvedStatuses.includes(status)) return 'approved'
  return status === 'blocked' ? 'created' : 'screened'
}

/** Why payments of a status stop where they do. */
function lossOf(status: string): Loss {
  if (status === 'blocked' || status === 'declined' || status === 'failed') return status
  if (status === 'voided') return 'voided'
  return approvedStatuses.includes(status) ? 'reserved' : 'undecided'
}

/** The stages of facts by status and decline reason. */
export function funnelOf(facts: readonly Fact[]): Funnel['stages'] {
  const last = facts.map((fact) => ({ fact, at: stages.indexOf(stageOf(fact.status)) }))
  return stages.map((stage, at) => {
    const count = sumOf(last.filter((one) => one.at >= at).map(({ fact }) => fact))
    const before =
      at === 0 ? 0 : sumOf(last.filter((one) => one.at >= at - 1).map(({ fact }) => fact))
    return {
      stage,
      count,
      share: before === 0 ? null : count / before,
      losses: lossesOf(last.filter((one) => one.at === at - 1).map(({ fact }) => fact)),
    }
  })
}

const sumOf = (facts: readonly Fact[]) =>
  Number(facts.reduce((sum, { payments }) => sum + payments, 0n))

function lossesOf(facts: readonly Fact[]) {
  const hasReason = (loss: Loss) => loss === 'declined' || loss === 'failed'
  const groups = Map.groupBy(facts, ({ status, keys }) => {
    const loss = lossOf(status)
    return JSON.stringify([loss, hasReason(loss) ? (keys.declineReason ?? null) : null])
  })
  return [...groups]
    .map(([key, of]) => {
      const [loss, reason] = JSON.parse(key) as [Loss, string | null]
      return { loss, reason, count: sumOf(of) }
    })
    .sort((a, b) => b.count - a.count)
}
