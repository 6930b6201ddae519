import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import { OrderedParts } from '@counterfoil/kit/web/resource/ordered-parts.tsx'
import { FieldValue } from '@counterfoil/kit/web/resource/resource-cells.tsx'
import type { ResourceParts } from '@counterfoil/kit/web/resource/resource-page.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { setActivities } from './set-activities.resource.ts'

const msg = messagesOf(import.meta.url)

const texts = msg({
  after: '{days, plural, =0 {at once} one {after a day} other {after # days}}',
})

function Activity({ activity }: { activity: ResourceRow }) {
  const t = useTexts(texts)
  const { kind } = setActivities.fields
  return (
    <span>
      <strong>{String(activity.name)}</strong> ·{' '}
      {kind !== undefined && <FieldValue field={kind} value={activity.kind} row={activity} />},{' '}
      {t.after({ days: Number(activity.daysAfter) })}
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
