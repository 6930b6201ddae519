import { NotificationsBell } from '@counterfoil/features/messaging/notifications/notifications.screens.ts'
import { Breadcrumbs } from '@counterfoil/kit/web/page/page.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { IconLayoutSidebarRight, IconMenu2, IconSearch } from '@tabler/icons-react'
import { Suspense } from 'react'
import { Brand } from './brand.tsx'
import type { Layout } from './layouts.ts'
import { ModeSwitch } from './mode-switch.tsx'
import { paletteKeyName } from './palette/use-palette-key.ts'
import { ProfileMenu } from './profile-menu.tsx'
import { shellTexts } from './shell.messages.ts'
import { SupportButton } from './support-button.tsx'
import classes from './toolbar.module.css'

/** The bar above the page: breadcrumbs or brand (the two variants), the mode, and the user's menus. */
export function Toolbar(props: {
  variant: Layout['toolbar']
  onOpenMenu(): void
  onOpenPalette(): void
  onOpenQuickPanel(): void
}) {
  const t = useTexts(shellTexts)
  return (
    <header className={classes.toolbar} data-variant={props.variant}>
      <button
        type="button"
        className={`${classes.tool} ${classes.menuButton}`}
        aria-label={t.openMenu}
        onClick={props.onOpenMenu}
      >
        <IconMenu2 size={20} stroke={1.75} />
      </button>
      {props.variant === 'horizontal' ? <Brand isCollapsed={false} /> : <Breadcrumbs />}
      <div className={classes.tools}>
        <SearchButton onOpen={props.onOpenPalette} />
        <ModeSwitch />
        <SupportButton />
        <Suspense fallback={<span className={classes.tool} />}>
          <NotificationsBell className={classes.tool} />
        </Suspense>
        <button
          type="button"
          className={classes.tool}
          aria-label={t.quickPanel}
          title={t.quickPanel}
          onClick={props.onOpenQuickPanel}
        >
          <IconLayoutSidebarRight size={19} stroke={1.6} />
        </button>
        <ProfileMenu />
      </div>
    </header>
  )
}

/** Opens the command palette; if there is room it shows its purpose and its key. */
function SearchButton({ onOpen }: { onOpen(): void }) {
  const t = useTexts(shellTexts)
  return (
    <button
      type="button"
      className={classes.search}
      aria-keyshortcuts="Control+K Meta+K"
      // names the button where only the icon is shown; elsewhere its text is its name
      title={t.search}
      onClick={onOpen}
    >
      <IconSearch size={16} stroke={1.75} aria-hidden />
      <span>{t.search}</span>
      <kbd aria-hidden>{paletteKeyName()}</kbd>
    </button>
  )
}
