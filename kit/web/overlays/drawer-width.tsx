import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { useTexts } from '../texts/i18n.tsx'
import classes from './side-drawer.module.css'

const msg = messagesOf(import.meta.url)

const storageKey = 'drawerSize'
const narrowest = 320
const usual = 520
const step = 24

const texts = msg({ resize: 'Width of the panel' })

/** Never wider than the window that holds it. */
const fitting = (width: number) =>
  Math.min(Math.max(width, narrowest), document.documentElement.clientWidth)

function storedWidth(): number {
  const stored = Number(localStorage.getItem(storageKey))
  return fitting(Number.isFinite(stored) && stored > 0 ? stored : usual)
}

/** The width of panels beside the page: the user's, kept on this device for all of them. */
export function useDrawerWidth() {
  const [width, setWidth] = useState(storedWidth)
  function resize(to: number) {
    const fitted = fitting(to)
    localStorage.setItem(storageKey, String(fitted))
    setWidth(fitted)
  }
  return { width: fitting(width), resize }
}

/** The panel's edge, dragged or nudged by the arrow keys. */
export function WidthHandle({ width, resize }: ReturnType<typeof useDrawerWidth>) {
  const t = useTexts(texts)
  function drag(event: PointerEvent<HTMLDivElement>) {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) {
      resize(document.documentElement.clientWidth - event.clientX)
    }
  }
  function nudge(event: KeyboardEvent) {
    if (event.key === 'ArrowLeft') resize(width + step)
    if (event.key === 'ArrowRight') resize(width - step)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule that is dragged, which no element is by itself
    <div
      className={classes.handle}
      role="separator"
      aria-orientation="vertical"
      aria-label={t.resize}
      aria-valuenow={width}
      aria-valuemin={narrowest}
      aria-valuemax={document.documentElement.clientWidth}
      tabIndex={0}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onKeyDown={nudge}
    />
  )
}
