import './theme/overlay-styles.ts'
import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import { useDrawerWidth, WidthHandle } from './drawer-width.tsx'
import { messages, useTexts } from './i18n.tsx'
import classes from './side-drawer.module.css'

const texts = messages({ close: ['Close', 'Kapat'] })

/** A panel over the edge of the page, as wide as the user made it; the page waits until it is closed. */
export function SideDrawer(props: {
  isOpen: boolean
  onClose(): void
  title: ReactNode
  children: ReactNode
}) {
  const t = useTexts(texts)
  const drawer = useDrawerWidth()
  return (
    <Drawer
      opened={props.isOpen}
      onClose={props.onClose}
      title={props.title}
      classNames={{ title: classes.title ?? '' }}
      position="right"
      size={drawer.width}
      closeButtonProps={{ 'aria-label': t.close }}
      overlayProps={{ backgroundOpacity: 0.35 }}
    >
      <WidthHandle {...drawer} />
      {props.children}
    </Drawer>
  )
}
