import '@counterfoil/kit/web/theme/overlay-styles.ts'
import { useClosedByBack } from '@counterfoil/kit/web/overlays/closed-by-back.ts'
import { useFocusBack } from '@counterfoil/kit/web/overlays/focus-back.ts'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { CloseButton, Drawer } from '@mantine/core'
import { Brand } from './brand.tsx'
import { Menu } from './menu.tsx'
import { shellTexts } from './shell.messages.ts'
import classes from './sidebar.module.css'

/** The menu of small screens, opened by the toolbar's button. */
export function SideNavigation(props: { isOpen: boolean; onClose(): void }) {
  const t = useTexts(shellTexts)
  useFocusBack(props.isOpen)
  useClosedByBack(props.isOpen, props.onClose)
  return (
    <Drawer.Root
      opened={props.isOpen}
      onClose={props.onClose}
      size={280}
      padding={0}
      lockScroll={false}
      classNames={{ content: classes.drawer ?? '', body: classes.drawerBody ?? '' }}
    >
      <Drawer.Overlay backgroundOpacity={0.4} />
      <Drawer.Content aria-label={t.menu}>
        <Drawer.Body>
          <div className={classes.drawerHead}>
            <Brand isCollapsed={false} />
            <CloseButton
              aria-label={t.closeMenu}
              className={classes.drawerClose}
              onClick={props.onClose}
            />
          </div>
          <Menu isCollapsed={false} onChoose={props.onClose} />
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}
