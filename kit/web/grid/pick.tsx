import { Checkbox } from '@mantine/core'
import { useTexts } from '../texts/i18n.tsx'
import { gridTexts } from './grid.messages.ts'

/** Which rows are chosen, by their ids. */
export interface Selection {
  readonly ids: ReadonlySet<string>
  onChange(ids: ReadonlySet<string>): void
}

/** Chooses a row, which is named by its place because its cells name it beside. */
export function PickRow(props: { selection: Selection; id: string; place: number }) {
  const t = useTexts(gridTexts)
  const { ids, onChange } = props.selection
  const isChosen = ids.has(props.id)
  function turn() {
    const next = new Set(ids)
    if (isChosen) next.delete(props.id)
    else next.add(props.id)
    onChange(next)
  }
  return (
    <Checkbox
      size="xs"
      aria-label={t.pickRow({ place: props.place })}
      checked={isChosen}
      onChange={turn}
    />
  )
}

/** Chooses all rows that are shown, or none. */
export function PickAll(props: { selection: Selection; ids: readonly string[] }) {
  const t = useTexts(gridTexts)
  const chosen = props.ids.filter((id) => props.selection.ids.has(id))
  const isAll = chosen.length > 0 && chosen.length === props.ids.length
  return (
    <Checkbox
      size="xs"
      aria-label={t.pickAll}
      checked={isAll}
      indeterminate={chosen.length > 0 && !isAll}
      onChange={() => props.selection.onChange(new Set(isAll ? [] : props.ids))}
    />
  )
}
