import type { Text } from '@counterfoil/kit/contract/texts.ts'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { CloseButton } from '@mantine/core'
import { useEffect, useState } from 'react'
import classes from './board.module.css'
import type { Board } from './boards.contract.ts'
import { partTexts } from './editor.messages.ts'

/** What a reader has seen of their role's dashboard. */
export interface Seen {
  /** Widgets that stood on it. */
  readonly had: readonly { readonly id: string; readonly title: Text }[]
  /** Of notes whose reader took them away. */
  readonly dismissed: readonly string[]
}

type Shown = Pick<Board, 'categoryId' | 'widgets'>

/** Widgets that were withdrawn from the dashboard of the reader's role; on one that its user arranged, their places say so. */
function widgetsLost({ had }: Seen, { categoryId, widgets }: Shown): Seen['had'] {
  if (categoryId !== null) return []
  return had.filter(({ id }) => !widgets.some(({ widgetId }) => widgetId === id))
}

/** With the widgets that are new on the dashboard; the same object without any. */
function seenAfter(seen: Seen, { categoryId, widgets }: Shown): Seen {
  if (categoryId !== null) return seen
  const added = widgets.filter(({ widgetId }) => !seen.had.some(({ id }) => id === widgetId))
  if (added.length === 0) return seen
  const had = added.flatMap(({ widgetId, widget }) =>
    widget === null ? [] : [{ id: widgetId, title: widget.title }],
  )
  return { ...seen, had: [...seen.had, ...had] }
}

/**
 * Names the widgets that were withdrawn from the reader's dashboard, until the reader closes the note. `isTest`: says that the
 * figures are of Test, where the frame that says so is not seen.
 */
export default function BoardNotes({ board, isTest }: { board: Board; isTest: boolean }) {
  const t = useTexts(partTexts)
  const translate = useTranslate()
  const [seen, setSeen] = useSeen()
  const next = seenAfter(seen, board)
  useEffect(() => {
    if (next !== seen) setSeen(next)
  })
  const lost = widgetsLost(seen, board).map(({ id, title }) => ({
    id,
    text: t.lost({ title: translate(title) }),
  }))
  const ended = board.ended
    .filter(({ id }) => !seen.dismissed.includes(id))
    .map((one) => ({
      id: one.id,
      text: t.ended({ name: one.sharedBy, title: translate(one.title) }),
    }))
  const dismiss = (id: string) =>
    setSeen({
      had: seen.had.filter((one) => one.id !== id),
      dismissed: [...seen.dismissed, id].slice(-100),
    })
  return (
    <>
      {isTest && (
        <p role="note" className={classes.note}>
          {t.test}
        </p>
      )}
      {[...lost, ...ended].map(({ id, text }) => (
        <p key={id} role="note" className={classes.note}>
          {text}
          <CloseButton size="xs" aria-label={t.dismiss({ text })} onClick={() => dismiss(id)} />
        </p>
      ))}
    </>
  )
}

/** Kept on this device for each user apart. */
function useSeen(): readonly [Seen, (next: Seen) => void] {
  const key = `dashboard-seen:${useUser().id}`
  const [seen, setSeen] = useState(() => readSeen(key))
  function keep(next: Seen) {
    setSeen(next)
    try {
      localStorage.setItem(key, JSON.stringify(next))
    } catch {
      // a device without room shows the word again
    }
  }
  return [seen, keep]
}

function readSeen(key: string): Seen {
  try {
    return { had: [], dismissed: [], ...JSON.parse(localStorage.getItem(key) ?? '{}') }
  } catch {
    return { had: [], dismissed: [] }
  }
}
