import '../theme/overlay-styles.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { Drawer } from '@mantine/core'
import { type ReactNode, useMemo, useRef } from 'react'
import { FormsInside } from '../form/unsaved.ts'
import { useTexts } from '../texts/i18n.tsx'
import { useAskingClose } from './dialog.tsx'
import { useDrawerWidth, WidthHandle } from './drawer-width.tsx'
import { useFocusBack } from './focus-back.ts'
import classes from './side-drawer.module.css'

const msg = messagesOf(import.meta.url)

const texts = msg({ close: 'Close' })

/**
 * A panel over the edge of the page, as wide as the user made it; the page waits until it is closed. It asks before it
 * closes over what was typed and not saved.
 */
export function SideDrawer(props: {
  isOpen: boolean
  onClose(): void
  title: ReactNode
  children: ReactNode
}) {
  const t = useTexts(texts)
  const drawer = useDrawerWidth()
  const inside = useRef<HTMLDivElement>(null)
  const { forms, close, question } = useAskingClose(inside, props.onClose)
  const around = useMemo(() => ({ forms, keepsLeft: true }), [forms])
  useFocusBack(props.isOpen)
  return (
    <Drawer
      opened={props.isOpen}
      onClose={close}
      title={props.title}
      classNames={{ title: classes.title ?? '' }}
      // a header of its own would be another banner of the page
      attributes={{ header: { role: 'presentation' } }}
      position="right"
      size={drawer.width}
      closeButtonProps={{ 'aria-label': t.close }}
      overlayProps={{ backgroundOpacity: 0.35 }}
    >
      <WidthHandle {...drawer} />
      <div ref={inside}>
        <FormsInside.Provider value={around}>{props.children}</FormsInside.Provider>
      </div>
      {question}
    </Drawer>
  )
}
