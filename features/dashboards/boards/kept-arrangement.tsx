import { useKeptText } from '@counterfoil/kit/web/form/unsaved-text.ts'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useRef, useState } from 'react'
import type { DraftWidget } from './board-editor.tsx'
import type { Board, PlacedWidget } from './boards.contract.ts'

interface Arranging {
  /** Of the dashboard on which this began: storing it over a later one is refused. */
  readonly version: number | null
  /** What stood there then. */
  readonly before: string
  readonly widgets: readonly DraftWidget[]
}

export const draftOf = (one: PlacedWidget): DraftWidget => ({
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
      ...[id, widgetId, title, width, height],
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
