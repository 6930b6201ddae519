import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import { OrderedParts } from '@counterfoil/kit/web/resource/ordered-parts.tsx'
import { FieldValue } from '@counterfoil/kit/web/resource/resource-cells.tsx'
import type { ResourceParts } from '@counterfoil/kit/web/resource/resource-page.tsx'
import { messages, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { setActivities } from './set-activities.resource.ts'

const texts = messages({
  after: [
    (days: number) => (days === 0 ? 'at once' : days === 1 ? 'after a day' : `after ${days} days`),
    (days: number) => (days === 0 ? 'hemen' : `${days} gün sonra`),
  ],
})

function Activity({ activity }: { activity: ResourceRow }) {
  const t = useTexts(texts)
  const { kind } = setActivities.fields
  return (
    <span>
      <strong>{String(activity.name)}</strong> ·{' '}
      {kind !== undefined && <FieldValue field={kind} value={activity.kind} row={activity} />},{' '}
      {t.after(Number(activity.daysAfter))}
      {typeof activity.roleId === 'string' && ` · ${activity.names[activity.roleId] ?? ''}`}
    </span>
  )
}

export const parts: ResourceParts = {
  after: (row) => (
    <OrderedParts
      of={setActivities}
      whole={row}
      render={(activity) => <Activity activity={activity} />}
    />
  ),
}
