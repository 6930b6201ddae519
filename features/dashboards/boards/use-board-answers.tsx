import type {
  WidgetAnswer,
  WidgetData,
} from '@counterfoil/features/dashboards/widgets/widget.schema.ts'
import type { Text } from '@counterfoil/kit/contract/texts.ts'
import type { CallProblem } from '@counterfoil/kit/web/calls/problem.ts'
import { useRef } from 'react'
import type { BoardData } from './boards.contract.ts'

export interface ShownAnswer {
  readonly data: WidgetData | undefined
  /** Why there is none, or why it is an old one. */
  readonly reason: Text | undefined
}

/**
 * The answer of each widget. One that cannot be had stands back behind the last one that could, which is then marked as old
 * with the reason.
 */
export function useBoardAnswers(
  latest: BoardData | undefined,
  problem: CallProblem | null,
): ReadonlyMap<string, ShownAnswer> {
  const good = useRef(new Map<string, WidgetData>())
  const shown = new Map<string, ShownAnswer>()
  const reason = problem === null ? undefined : { en: problem.message }
  for (const { widgetId, data, fault } of latest?.answers ?? ([] as WidgetAnswer[])) {
    if (data !== null) good.current.set(widgetId, data)
    const last = data ?? good.current.get(widgetId)
    shown.set(widgetId, { data: last, reason: fault?.text ?? reason })
  }
  return shown
}
