import './theme/overlay-styles.ts'
import { Drawer } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import { ConfirmDialog } from './dialog.tsx'
import { useDrawerWidth, WidthHandle } from './drawer-width.tsx'
import { DrawerForms, type UnsavedForm } from './form/unsaved.ts'
import { messages, useTexts } from './i18n.tsx'
import classes from './side-drawer.module.css'

const texts = messages({
  close: ['Close', 'Kapat'],
  discardTitle: ['Discard what you typed?', 'Yazdıklarınız silinsin mi?'],
  discardText: ['It has not been saved.', 'Henüz kaydedilmedi.'],
  discard: ['Discard', 'Sil'],
})

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
  const [forms] = useState(() => new Set<UnsavedForm>())
  const [isAsking, setAsking] = useState(false)
  const inside = useRef<HTMLDivElement>(null)
  function close() {
    // Escape is of the dialog above
    if (isCovered(inside.current)) return
    if (![...forms].some((form) => form.isUnsaved())) return props.onClose()
    // after the key that asks for it, which the question would take for its own
    setTimeout(() => setAsking(true))
  }
  function discard() {
    for (const form of forms) form.discard()
    setAsking(false)
    props.onClose()
  }
  return (
    <Drawer
      opened={props.isOpen}
      onClose={close}
      title={props.title}
      classNames={{ title: classes.title ?? '' }}
      position="right"
      size={drawer.width}
      closeButtonProps={{ 'aria-label': t.close }}
      overlayProps={{ backgroundOpacity: 0.35 }}
    >
      <WidthHandle {...drawer} />
      <div ref={inside}>
        <DrawerForms.Provider value={forms}>{props.children}</DrawerForms.Provider>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={discard}
        title={t.discardTitle}
        text={t.discardText}
        confirmLabel={t.discard}
        isDangerous
      />
    </Drawer>
  )
}

/** Whether a dialog was opened over it. */
const isCovered = (drawer: HTMLElement | null): boolean =>
  [...document.querySelectorAll('.mantine-Modal-content')].some(
    (dialog) =>
      drawer !== null &&
      (drawer.compareDocumentPosition(dialog) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
  )
