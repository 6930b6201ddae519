import './theme/overlay-styles.ts'
import { Drawer } from '@mantine/core'
import { type ReactNode, useState } from 'react'
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
  const close = () =>
    [...forms].some((form) => form.isUnsaved()) ? setAsking(true) : props.onClose()
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
      <DrawerForms.Provider value={forms}>{props.children}</DrawerForms.Provider>
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
