import './theme/overlay-styles.ts'
import { Drawer } from '@mantine/core'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react'
import { messages, useTexts } from './i18n.tsx'
import classes from './side-drawer.module.css'

const storageKey = 'drawerSize'
const narrowest = 320
const usual = 520
const step = 24

const texts = messages({
  close: ['Close', 'Kapat'],
  resize: ['Width of the panel', 'Panelin genişliği'],
})

/** Never wider than the window that holds it. */
const fitting = (width: number) =>
  Math.min(Math.max(width, narrowest), document.documentElement.clientWidth)

function storedWidth(): number {
  const stored = Number(localStorage.getItem(storageKey))
  return fitting(Number.isFinite(stored) && stored > 0 ? stored : usual)
}

/** A panel beside the page. Its width is the user's, kept on this device for all such panels. */
export function SideDrawer(props: {
  isOpen: boolean
  onClose(): void
  title: ReactNode
  children: ReactNode
}) {
  const t = useTexts(texts)
  const [width, setWidth] = useState(storedWidth)

  function resize(to: number) {
    const fitted = fitting(to)
    localStorage.setItem(storageKey, String(fitted))
    setWidth(fitted)
  }
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
    <Drawer
      opened={props.isOpen}
      onClose={props.onClose}
      title={props.title}
      position="right"
      size={fitting(width)}
      closeButtonProps={{ 'aria-label': t.close }}
      overlayProps={{ backgroundOpacity: 0.35 }}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a rule that is dragged, which no element is by itself */}
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
      {props.children}
    </Drawer>
  )
}
