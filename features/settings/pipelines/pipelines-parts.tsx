import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import { byItself } from '@counterfoil/kit/web/formats/status.ts'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import { OrderedParts } from '@counterfoil/kit/web/resource/ordered-parts.tsx'
import { FieldValue } from '@counterfoil/kit/web/resource/resource-cells.tsx'
import type { ResourceParts } from '@counterfoil/kit/web/resource/resource-page.tsx'
import { useLanguage, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { pipelineStages } from './stages.resource.ts'

function Stage({ stage }: { stage: ResourceRow }) {
  const translate = useTranslate()
  const { locale } = useLanguage()
  const percent = new Intl.NumberFormat(locale, { style: 'percent' })
  const { kind, isDefault } = pipelineStages.fields
  return (
    <span>
      <StatusPill
        status={String(stage.colour)}
        map={byItself}
        label={translate({ en: String(stage.name), tr: String(stage.nameTr) })}
      />{' '}
      {percent.format(Number(stage.probability) / 100)}
      {kind !== undefined && stage.kind !== 'open' && (
        <>
          {' · '}
          <FieldValue field={kind} value={stage.kind} row={stage} />
        </>
      )}
      {stage.isDefault === true && isDefault !== undefined && ` · ${translate(isDefault.label)}`}
    </span>
  )
}

export const parts: ResourceParts = {
  after: (row) => (
    <OrderedParts of={pipelineStages} whole={row} render={(stage) => <Stage stage={stage} />} />
  ),
}
