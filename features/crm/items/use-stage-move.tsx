import { makesStale } from '@counterfoil/kit/web/calls/call.ts'
import type { CallProblem } from '@counterfoil/kit/web/calls/problem.ts'
import { useAction } from '@counterfoil/kit/web/calls/use-call.ts'
import { showError } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { itemTexts } from './item-pages.messages.ts'
import { moveItem, readTravel } from './items.contract.ts'

/** The stage is no longer at its place, has another name or means something else. */
const stageCodes = ['pipeline.unknown_stage', 'pipeline.closing_stage_missing']
const staleStatus = 409

/** Moves an item. Where its stages or itself were changed meanwhile, nothing is moved and both are read again. */
export function useStageMove() {
  const t = useTexts(itemTexts)
  const queries = useQueryClient()
  const stale = [...moveItem.refreshes, readTravel.id]
  function onProblem({ code, status, message }: CallProblem) {
    const isOfStages = stageCodes.includes(code)
    // who moves a card has no form in which two versions could be compared
    const said = code === 'resource.stale' ? t.itemChanged : message
    showError(isOfStages ? t.stagesChanged : said)
    if (!isOfStages && status !== staleStatus) return
    void queries.invalidateQueries({
      predicate: ({ queryKey: [id] }) => makesStale(stale, String(id)),
    })
  }
  return useAction(moveItem, { quiet: true, onProblem })
}
