import type { Resource } from '@counterfoil/kit/contract/resource.ts'
import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import { isAlike, StaleNote } from '../form/stale-note.tsx'
import { useTranslate } from '../texts/i18n.tsx'
import { FieldValue } from './resource-cells.tsx'

/** Both versions of a record that somebody else saved first, field by field as the declaration shows them. */
export function RowVersions({
  of,
  mine,
  current,
  ...choice
}: {
  of: Resource
  mine: Readonly<Record<string, unknown>>
  current: ResourceRow
  onKeepMine(): unknown
  onTakeTheirs(): void
}) {
  const translate = useTranslate()
  const differing = Object.entries(of.fields)
    .filter(([name]) => !isAlike(mine[name], current[name]))
    .map(([name, field]) => ({
      name,
      label: translate(field.label),
      mine: <FieldValue field={field} value={mine[name]} row={{ ...current, ...mine }} />,
      theirs: <FieldValue field={field} value={current[name]} row={current} />,
    }))
  return <StaleNote isMerged differing={differing} {...choice} />
}
