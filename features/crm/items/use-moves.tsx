import { useAction } from '@counterfoil/kit/web/calls/use-call.ts'
import { useRef, useState } from 'react'
import { type BoardColumn, type Card, type ItemTravel, moveItem } from './items.contract.ts'
import { stagesFor } from './items.rules.ts'

export interface BoardAnswer {
  readonly pipeline: ItemTravel
  readonly columns: readonly BoardColumn[]
}

/**
 * Shows a moved card at its new stage while the call runs; a refused one goes back. A card that is moved again before the
 * answer waits for the version in the answer.
 */
export function useMoves({ pipeline, columns }: BoardAnswer) {
  const [moved, setMoved] = useState<ReadonlyMap<string, string>>(new Map())
  const wanted = useRef(new Map<string, string>())
  const move = useAction(moveItem)
  const stageOf = (id: string) =>
    columns.find(({ cards }) => cards.some((card) => card.id === id))?.stageId

  async function moveTo(card: Card, stageId: string) {
    const isBeingSent = wanted.current.has(card.id)
    const from = stageOf(card.id)
    if (from === undefined || (from === stageId && !isBeingSent)) return
    wanted.current.set(card.id, stageId)
    setMoved(new Map(wanted.current))
    if (isBeingSent) return
    await sendMove(card, from)
    wanted.current.delete(card.id)
    setMoved(new Map(wanted.current))
  }

  async function sendMove({ id, version }: Pick<Card, 'id' | 'version'>, stageId: string) {
    const stage = wanted.current.get(id)
    if (stage === undefined || stage === stageId) return
    // the number among the active stages and the current one, as the call expects it
    const number = stagesFor(pipeline.stages, stageId).findIndex((one) => one.id === stage) + 1
    if (number === 0) return
    const body = { version, currentPipelineStageNumber: number }
    const answer = await move.run({ params: { id }, body })
    if (answer !== undefined) await sendMove(answer, stage)
  }

  const all = columns.flatMap(({ cards }) => cards)
  const shown = columns.map((column) => ({
    ...column,
    cards: [
      ...all.filter(({ id }) => moved.get(id) === column.stageId),
      ...column.cards.filter(({ id }) => (moved.get(id) ?? column.stageId) === column.stageId),
    ],
  }))
  return { shown, moveTo }
}
