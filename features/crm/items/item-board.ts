import { namesOf } from '@counterfoil/features/crm/tasks/tasks.public.ts'
import { notFound } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import type { BoardColumn, ItemTravel } from './items.contract.ts'
import { stagesOf } from './items.public.ts'
import { findPipeline, listCards, sumByStage } from './items.queries.ts'
import type { ItemKind } from './items.resource.ts'
import { weightedAmount } from './items.rules.ts'

/** A column shows at most so many items. */
const maxCardsPerColumn = 50

export async function readPipeline(db: Db, pipelineId: string): Promise<ItemTravel> {
  const pipeline = await findPipeline(db, pipelineId)
  if (pipeline === undefined) throw notFound('The pipeline')
  return { ...pipeline, stages: await stagesOf(db, pipelineId) }
}

async function readCards(db: Db, kind: ItemKind, pipelineId: string, stageId: string) {
  const cards = await listCards(db, kind, pipelineId, stageId, maxCardsPerColumn)
  const names = await namesOf(
    db,
    cards.map(({ ownerId }) => ownerId),
  )
  return cards.map(({ ownerId, amountMinor, ...one }) => ({
    ...one,
    amountMinor: amountMinor === null ? null : Number(amountMinor),
    ownerName: names.get(ownerId) ?? null,
  }))
}

/** The active stages, and inactive ones that still have items. */
export async function readBoard(db: Db, kind: ItemKind, pipelineId: string) {
  const pipeline = await readPipeline(db, pipelineId)
  const sums = await sumByStage(db, kind, pipelineId)
  const shown = pipeline.stages.filter(
    ({ id, isActive }) => isActive || sums.some(({ stageId }) => stageId === id),
  )
  const columns = shown.map(async ({ id, probability }): Promise<BoardColumn> => {
    const own = sums.filter(({ stageId }) => stageId === id)
    return {
      stageId: id,
      count: own.reduce((all, { count }) => all + Number(count), 0),
      sums: own.flatMap(({ currency, amountMinor }) =>
        currency === null || amountMinor === null
          ? []
          : [
              {
                currency,
                amountMinor: Number(amountMinor),
                weightedMinor: weightedAmount(Number(amountMinor), probability),
              },
            ],
      ),
      cards: await readCards(db, kind, pipelineId, id),
    }
  })
  return { pipeline, columns: await Promise.all(columns) }
}
