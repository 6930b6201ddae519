import type { StageKind } from '@counterfoil/features/settings/pipelines/kinds.contract.ts'

export interface StageLike {
  readonly id: string
  readonly name: string
  readonly nameTr: string
  readonly kind: StageKind
  readonly isDefault: boolean
  readonly isActive: boolean
}

/** The stages that count for an item: those in use, and the one where it stands, whatever became of that. */
export const stagesFor = <S extends StageLike>(all: readonly S[], currentId: string | null): S[] =>
  all.filter(({ id, isActive }) => isActive || id === currentId)

/** Where what is new begins: at the stage that says so, else at the first. */
export const beginning = <S extends StageLike>(all: readonly S[]): S | undefined => {
  const used = stagesFor(all, null)
  return used.find(({ isDefault }) => isDefault) ?? used[0]
}

export interface StageStatus {
  readonly currentPipelineStageNumber: number
  readonly isClosed: boolean
  readonly stateName: string
}

/** How an item stands: what its stage means is said by the settings, as they are now. */
export function stageStatusOf(all: readonly StageLike[], stageId: string): StageStatus {
  const stages = stagesFor(all, stageId)
  const at = stages.findIndex(({ id }) => id === stageId)
  const stage = stages[at]
  return {
    currentPipelineStageNumber: at + 1,
    isClosed: stage !== undefined && stage.kind !== 'open',
    stateName: stage?.name ?? '',
  }
}

/** As the documents have it, from 0 by index and from 1 by number: up to the stage where it stands, or all once closed. */
export const isHighlighted = (
  index: number,
  { currentPipelineStageNumber, isClosed }: Omit<StageStatus, 'stateName'>,
): boolean => index < currentPipelineStageNumber || isClosed

/**
 * The stages in use that are left behind on the way forwards. What is given up or goes back leaves none behind. What comes
 * anew, or out of another pipeline, comes from where what is new begins.
 */
export function stagesToLeave<S extends StageLike>(
  all: readonly S[],
  from: string | null,
  to: string,
): S[] {
  const target = all.find(({ id }) => id === to)
  if (target === undefined || target.kind === 'lost' || target.kind === 'neutral') return []
  const placeOf = (wanted: string | null | undefined) => all.findIndex(({ id }) => id === wanted)
  const end = placeOf(to)
  const known = placeOf(from)
  const start = known >= 0 ? known : Math.max(0, placeOf(beginning(all)?.id))
  return all
    .slice(start, end)
    .filter(({ isActive, kind, id }) => (isActive && kind === 'open') || id === from)
}

export interface MoveRequest {
  readonly currentPipelineStageNumber?: number | undefined
  readonly stateName?: string | undefined
  readonly isClosed?: boolean | undefined
}

export type Target =
  | { readonly stageId: string }
  | { readonly refused: 'unknown_stage' | 'closing_stage_missing' | 'not_closed' }

/**
 * To which stage a wish leads. `all` are the stages of the pipeline wished for; `at` and `openedAt` are where the item
 * stands there and where it stood when it was open last.
 */
export function decideTarget(
  all: readonly StageLike[],
  at: string | null,
  openedAt: string | null,
  wish: MoveRequest,
): Target {
  const stages = stagesFor(all, at)
  const { currentPipelineStageNumber: number, stateName, isClosed } = wish
  if (number !== undefined || stateName !== undefined) {
    const found = stages.find(
      (one, index) =>
        (number === undefined || index + 1 === number) &&
        (stateName === undefined || [one.name, one.nameTr].includes(stateName)),
    )
    if (found === undefined) return { refused: 'unknown_stage' }
    if (isClosed === true && found.kind === 'open') return { refused: 'closing_stage_missing' }
    if (isClosed === false && found.kind !== 'open') return { refused: 'closing_stage_missing' }
    return { stageId: found.id }
  }
  const current = stages.find(({ id }) => id === at)
  if (isClosed === undefined) {
    const first = current ?? beginning(all)
    return first === undefined ? { refused: 'unknown_stage' } : { stageId: first.id }
  }
  if (isClosed) {
    return current !== undefined && current.kind !== 'open'
      ? { stageId: current.id }
      : { refused: 'closing_stage_missing' }
  }
  if (current !== undefined && current.kind === 'open') return { refused: 'not_closed' }
  const used = stagesFor(all, null).filter(({ kind }) => kind === 'open')
  const open = used.find(({ id }) => id === openedAt) ?? beginning(used)
  return open === undefined ? { refused: 'unknown_stage' } : { stageId: open.id }
}

/** What may be expected of an amount, in whole minor units: halves go up. */
export const weighted = (amountMinor: number, probability: number): number =>
  Math.floor((amountMinor * probability + 50) / 100)
