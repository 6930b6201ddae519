import type {
  WidgetAnswer,
  WidgetData,
} from '@counterfoil/features/dashboards/widgets/widget.schema.ts'
import type { Text } from '@counterfoil/kit/contract/texts.ts'
import type { CallProblem } from '@counterfoil/kit/web/calls/problem.ts'
import { useTranslatedProblem } from '@counterfoil/kit/web/calls/problem-translations.ts'
import { useRef } from 'react'
import type { BoardData } from './boards.contract.ts'

export interface ShownAnswer {
  readonly data: WidgetData | undefined
  /** Why there is none, or why it is an old one. */
  readonly reason: Text | undefined
}

/**
 * The answer of each widget. Where the latest one failed, the last one that came is kept, marked as old with the reason. `of`:
 * the mode and the filters that all answers are for; `places`: the ids of the widgets that are expected to have one.
 */
export function useBoardAnswers(
  latest: BoardData | undefined,
  problem: CallProblem | null,
  { of, places }: { readonly of: string; readonly places: readonly string[] },
): ReadonlyMap<string, ShownAnswer> {
  const translated = useTranslatedProblem()
  const reasonOf = ({ code, params, text }: NonNullable<WidgetAnswer['fault']>): Text => {
    const own = translated(code, params)
    return own === undefined ? text : { en: own }
  }
  const good = useRef({ of, answers: new Map<string, WidgetData>() })
  // what was good of Live, or of other days, is not shown under Test
  if (good.current.of !== of) good.current = { of, answers: new Map() }
  const reason = problem === null ? undefined : { en: problem.message }
  const shown = new Map<string, ShownAnswer>(
    latest === undefined && reason !== undefined
      ? places.map((id) => [id, { data: undefined, reason }])
      : [],
  )
  for (const { widgetId, data, fault } of latest?.answers ?? ([] as WidgetAnswer[])) {
    if (data !== null) good.current.answers.set(widgetId, data)
    const last = data ?? good.current.answers.get(widgetId)
    shown.set(widgetId, { data: last, reason: fault === null ? reason : reasonOf(fault) })
  }
  return shown
}
