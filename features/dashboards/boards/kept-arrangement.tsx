import {
  arranged,
  type LayoutCommand,
  type Width,
} from '@counterfoil/features/dashboards/widgets/layout.rules.ts'
import type { Widget } from '@counterfoil/features/dashboards/widgets/widget.schema.ts'
import { useKeptText } from '@counterfoil/kit/web/form/unsaved-text.ts'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { useRef, useState } from 'react'
import type { Board, PlacedWidget } from './boards.contract.ts'
import { editorTexts } from './editor.messages.ts'

export type DraftWidget = Omit<PlacedWidget, 'width'> & {
  readonly width: Width
  /** Of the editor: a widget that was just added has no other. */
  readonly key: string
}

interface Arranging {
  /** Of the dashboard on which this began: storing it over a later one is refused. */
  readonly version: number | null
  /** What stood there then. */
  readonly before: string
  readonly widgets: readonly DraftWidget[]
}

const draftOf = (one: PlacedWidget): DraftWidget => ({
  ...one,
  width: one.width as DraftWidget['width'],
  key: one.id,
})

function beginOf({ version, widgets: placed }: Board): Arranging {
  const widgets = placed.map(draftOf)
  return { version, widgets, before: whatIsStored(widgets) }
}

/**
 * What is arranged and not stored yet. It is kept on this device, and offered again to one who left the page; a tab that is
 * loaded again goes on with its own, whatever another tab has kept since.
 */
export function useArrangement(board: Board) {
  const name = `dashboard:${board.categoryId ?? 'home'}`
  const kept = useKeptText(name)
  const tab = textOfTab(`${useUser().id}:${name}`)
  const latest = useRef('')
  const [begun] = useState(() => {
    latest.current = tab.read() || kept.text
    return readKept(latest.current)
  })
  const [now, setNow] = useState(begun ?? beginOf(board))
  function arrange(widgets: readonly DraftWidget[]) {
    const after = { ...now, widgets }
    setNow(after)
    latest.current = JSON.stringify(after)
    tab.write(latest.current)
    kept.write(latest.current)
  }
  /** What another tab has kept on the device stays. */
  function forget() {
    tab.write('')
    kept.clear(latest.current)
    latest.current = ''
  }
  return {
    ...now,
    /** It was begun before the page was left. */
    isKept: begun !== undefined,
    isChanged: whatIsStored(now.widgets) !== now.before,
    arrange,
    /** From what is stored now. */
    begin(from: Board) {
      forget()
      setNow(beginOf(from))
    },
    forget,
  }
}

export type Arrangement = ReturnType<typeof useArrangement>

let lastKey = 0
const newKey = () => {
  lastKey += 1
  return `new-${lastKey}`
}

/** What mouse, buttons and keyboard do to the arrangement; `said` is what a screen reader says of the last of it. */
export function useLayoutCommands({ widgets: draft, arrange }: Arrangement) {
  const t = useTexts(editorTexts)
  const translate = useTranslate()
  const [said, say] = useState('')
  const titleOf = ({ title, widget, widgetId }: PlacedWidget) =>
    title ?? (widget === null ? widgetId : translate(widget.title))

  function sayWhatChanged(command: LayoutCommand, count: number) {
    const title = titleOf(draft[command.at] as DraftWidget)
    if (command.kind === 'remove') {
      showSnackbar({
        message: t.removed({ title }),
        action: { label: t.undo, run: () => arrange(draft) },
      })
    }
    if (command.kind === 'move') say(t.moved({ title, place: command.to + 1, count }))
    if (command.kind === 'resize') {
      say(t.resized({ title, width: command.width, height: command.height }))
    }
  }
  return {
    said,
    titleOf,
    run(command: LayoutCommand) {
      const after = arranged(draft, command, newKey)
      if (after === draft) return
      arrange(after)
      sayWhatChanged(command, after.length)
    },
    add(widget: Widget, size: { readonly width: Width; readonly height: number }) {
      const key = newKey()
      const { widgetId, fault } = widget
      arrange([
        ...draft,
        { key, id: key, widgetId, title: null, filters: {}, ...size, widget, fault },
      ])
      say(t.added({ title: translate(widget.title) }))
    },
    change({ key }: DraftWidget, to: Pick<DraftWidget, 'title' | 'filters'>) {
      arrange(draft.map((one) => (one.key === key ? { ...one, ...to } : one)))
    },
  }
}

/** A text of this tab alone, which is gone when the tab is closed. */
const textOfTab = (key: string) => ({
  read: () => sessionStorage.getItem(key) ?? '',
  write(text: string) {
    try {
      if (text === '') sessionStorage.removeItem(key)
      else sessionStorage.setItem(key, text)
    } catch {
      // a device without room keeps it on the page alone
    }
  },
})

const whatIsStored = (widgets: readonly DraftWidget[]) =>
  JSON.stringify(
    widgets.map(({ id, widgetId, title, filters, width, height }) => [
      id,
      widgetId,
      title,
      width,
      height,
      Object.entries(filters).sort(),
    ]),
  )

/** Whether a widget stands on the stored dashboard as it is arranged. */
export const isStored = (one: DraftWidget, { categoryId, widgets }: Board): boolean => {
  const before = widgets.find(({ id }) => id === one.id)
  return (
    categoryId !== null &&
    before !== undefined &&
    whatIsStored([draftOf(before)]) === whatIsStored([one])
  )
}

function readKept(text: string): Arranging | undefined {
  if (text === '') return undefined
  try {
    const read = JSON.parse(text) as Arranging
    return Array.isArray(read.widgets) ? read : undefined
  } catch {
    return undefined
  }
}
