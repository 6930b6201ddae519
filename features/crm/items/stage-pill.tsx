import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { byItself } from '@counterfoil/kit/web/formats/status.ts'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import { useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { readTravel } from './items.contract.ts'

/** The stage of an item, in its name and colour from the settings. */
export function StagePill({ row }: { row: ResourceRow }) {
  const translate = useTranslate()
  // one cached call serves the whole list
  const { data } = useCall(
    readTravel,
    { params: { id: String(row.pipelineId) } },
    { quiet: true, staleMs: 30_000 },
  )
  const stage = data?.stages.find(({ id }) => id === row.stageId)
  if (stage === undefined) return '–'
  return (
    <StatusPill
      status={stage.colour}
      map={byItself}
      label={translate({ en: stage.name, tr: stage.nameTr })}
    />
  )
}
