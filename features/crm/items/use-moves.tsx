import { useRef, useState } from 'react'
import type { BoardColumn, Card, ItemTravel } from './items.contract.ts'
import { requestOfStage } from './items.rules.ts'
import { useStageMove } from './use-stage-move.tsx'

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
  const move = useStageMove()
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
    const request = requestOfStage(pipeline.stages, stageId, stage)
    if (request === undefined) return
    const answer = await move.run({ params: { id }, body: { version, ...request } })
    if (answer !== undefined) await sendMove(answer, stage)
  }

  const all = columns.flatMap(({ cards }) => cards)
  const shown = columns.map((column) => ({
    ...column,
    cards: [
      ...all.filter(({ id }) => moved.get(id) === column.stageId),
      // the new answer may be here before the move ends: a card that is moved stands above, once
      ...column.cards.filter(({ id }) => !moved.has(id)),
    ],
  }))
  return { shown, moveTo }
}
