import type { StageKind } from '@counterfoil/features/settings/pipelines/kinds.schema.ts'

export interface StageLike {
  readonly id: string
  readonly name: string
  readonly nameTr: string
  readonly kind: StageKind
  readonly isDefault: boolean
  readonly isActive: boolean
}

/** The stages of an item: the active ones, and its current stage even if that is inactive. */
export const stagesFor = <S extends StageLike>(all: readonly S[], currentId: string | null): S[] =>
  all.filter(({ id, isActive }) => isActive || id === currentId)

/** The stage of a new item: the default stage, else the first. */
export const initialStage = <S extends StageLike>(all: readonly S[]): S | undefined => {
  const used = stagesFor(all, null)
  return used.find(({ isDefault }) => isDefault) ?? used[0]
}

export interface StageStatus {
  readonly currentPipelineStageNumber: number
  readonly isClosed: boolean
  readonly stateName: string
}

/** The status of an item at a stage, by the current settings. */
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

/** Whether the stage bar highlights a stage: up to the current stage, or all stages of a closed item. `index` begins at 0. */
export const isHighlighted = (
  index: number,
  { currentPipelineStageNumber, isClosed }: Omit<StageStatus, 'stateName'>,
): boolean => index < currentPipelineStageNumber || isClosed

/**
 * What the stage bar says of a stage besides its highlight. Stages that an item passed without stopping are skipped; of one
 * that ended otherwise than won, those beyond its last open stage were not reached.
 */
export function stageMark<S extends StageLike>(
  stages: readonly S[],
  at: { readonly stageId: string; readonly reachedStageIds: readonly string[] },
  stage: S,
): 'skipped' | 'notReached' | undefined {
  if (stage.kind !== 'open' || stage.id === at.stageId) return undefined
  if (at.reachedStageIds.includes(stage.id)) return undefined
  const ending = stages.find(({ id }) => id === at.stageId)
  const isDropped = ending?.kind === 'lost' || ending?.kind === 'neutral'
  const last = isDropped
    ? stages.findLastIndex(({ id, kind }) => kind === 'open' && at.reachedStageIds.includes(id))
    : stages.findIndex(({ id }) => id === at.stageId)
  if (stages.indexOf(stage) < last) return 'skipped'
  return isDropped ? 'notReached' : undefined
}

/**
 * The active stages that a move forwards leaves. A lost item and a move backwards leave none. A new item, or one from another
 * pipeline, moves from the initial stage.
 */
export function stagesToLeave<S extends StageLike>(
  all: readonly S[],
  from: string | null,
  to: string,
): S[] {
  const target = all.find(({ id }) => id === to)
  if (target === undefined || target.kind === 'lost' || target.kind === 'neutral') return []
  const indexOfStage = (wanted: string | null | undefined) =>
    all.findIndex(({ id }) => id === wanted)
  const end = indexOfStage(to)
  const known = indexOfStage(from)
  const start = known >= 0 ? known : Math.max(0, indexOfStage(initialStage(all)?.id))
  return all
    .slice(start, end)
    .filter(({ isActive, kind, id }) => (isActive && kind === 'open') || id === from)
}

export interface MoveRequest {
  readonly currentPipelineStageNumber?: number | undefined
  readonly stateName?: string | undefined
  readonly isClosed?: boolean | undefined
}

/**
 * The request that moves an item to a stage as the page shows it; undefined where the item cannot go there. With the number
 * go the name and whether the stage closes, so that no other stage is meant where the settings have changed meanwhile.
 */
export function requestOfStage(
  all: readonly StageLike[],
  at: string,
  stageId: string,
): Required<MoveRequest> | undefined {
  const stages = stagesFor(all, at)
  const place = stages.findIndex(({ id }) => id === stageId)
  const stage = stages[place]
  if (stage === undefined) return undefined
  return {
    currentPipelineStageNumber: place + 1,
    stateName: stage.name,
    isClosed: stage.kind !== 'open',
  }
}

export type Target =
  | { readonly stageId: string }
  | { readonly refused: 'unknown_stage' | 'closing_stage_missing' | 'not_closed' }

/**
 * Decides the stage to which a request moves an item. `all` are the stages of the requested pipeline; `at` is the current
 * stage there, `openedAt` the last open one.
 */
export function decideTarget(
  all: readonly StageLike[],
  at: string | null,
  openedAt: string | null,
  input: MoveRequest,
): Target {
  const stages = stagesFor(all, at)
  const { currentPipelineStageNumber: number, stateName, isClosed } = input
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
    const first = current ?? initialStage(all)
    return first === undefined ? { refused: 'unknown_stage' } : { stageId: first.id }
  }
  if (isClosed) {
    return current !== undefined && current.kind !== 'open'
      ? { stageId: current.id }
      : { refused: 'closing_stage_missing' }
  }
  if (current !== undefined && current.kind === 'open') return { refused: 'not_closed' }
  const used = stagesFor(all, null).filter(({ kind }) => kind === 'open')
  const open = used.find(({ id }) => id === openedAt) ?? initialStage(used)
  return open === undefined ? { refused: 'unknown_stage' } : { stageId: open.id }
}

/** The expected part of an amount, in whole minor units; halves are rounded up. */
export const weightedAmount = (amountMinor: number, probability: number): number =>
  Math.floor((amountMinor * probability + 50) / 100)
