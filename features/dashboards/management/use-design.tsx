import type { Widget } from '@counterfoil/features/dashboards/widgets/widget.schema.ts'
import { useKeptText } from '@counterfoil/kit/web/form/unsaved-text.ts'
import { useState } from 'react'
import { draftOf, type WidgetDraft } from './widget-draft.rules.ts'

interface Kept {
  /** Of the widget as it was then: a later one is not changed by it. */
  readonly version: number | null
  readonly draft: WidgetDraft
}

/** A design that is not saved yet. It is kept on this device, and offered again to one who left the page. */
export function useDesign(widget: Widget | undefined, endpointId: string) {
  const kept = useKeptText(`widget:${widget?.widgetId ?? 'new'}`)
  const version = widget?.version ?? null
  const [begin] = useState(() => draftOf(widget, endpointId))
  const [again] = useState(() => readKept(kept.text, version))
  const [draft, setDraft] = useState<WidgetDraft>({ ...begin, ...again })
  return {
    draft,
    /** It was begun before the page was left. */
    isKept: again !== undefined,
    isChanged: JSON.stringify(draft) !== JSON.stringify(begin),
    change(next: WidgetDraft) {
      setDraft(next)
      kept.write(JSON.stringify({ version, draft: next } satisfies Kept))
    },
    forget: () => kept.write(''),
  }
}

function readKept(text: string, version: number | null): WidgetDraft | undefined {
  if (text === '') return undefined
  try {
    const read = JSON.parse(text) as Kept
    return read.version === version ? read.draft : undefined
  } catch {
    return undefined
  }
}
