import { ViewAsBanner } from '@counterfoil/features/access/view-as/view-as.screens.ts'
import { ContactSupport } from '@counterfoil/features/support/create-ticket/contact-support.screens.ts'
import { QuickPanel } from '@counterfoil/features/workspace/quick-panel/quick-panel.screens.ts'
import { AlertBanner } from '@counterfoil/kit/web/overlays/alert-banner.tsx'
import { ScreenContext } from '@counterfoil/kit/web/page/breadcrumbs.ts'
import { lazyPart } from '@counterfoil/kit/web/page/lazy-part.ts'
import { Breadcrumbs } from '@counterfoil/kit/web/page/page.tsx'
import { useSupportRequest } from '@counterfoil/kit/web/session/support-request.tsx'
import { useViewAs } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { type ReactNode, Suspense, useMemo } from 'react'
import { Outlet, useLocation } from 'react-router'
import { useMode } from '../state/mode-provider.tsx'
import { AccountNote } from './account-note.tsx'
import { AuditOutlet } from './audit-outlet.tsx'
import { ConnectionNote } from './connection-note.tsx'
import { Footer } from './footer.tsx'
import { type Layout, useLayout } from './layouts.ts'
import { openAt } from './open-at.ts'
import { contentId, scrollerId, usePageScroll } from './page-scroll.ts'
import { usePaletteKey } from './palette/use-palette-key.ts'
import { shellTexts } from './shell.messages.ts'
import classes from './shell.module.css'
import { Sidebar } from './sidebar.tsx'
import { LeavingSplash } from './splash.tsx'
import { Toolbar } from './toolbar.tsx'
import { useLazilyOpened, useNavigation } from './use-navigation.ts'
import { usePageKeys } from './use-page-keys.ts'

const SideNavigation = lazyPart(() =>
  import('./side-navigation.tsx').then((file) => file.SideNavigation),
)
const GroupNavigation = lazyPart(() =>
  import('./group-navigation.tsx').then((file) => file.GroupNavigation),
)
const ShortcutSheet = lazyPart(() =>
  import('@counterfoil/kit/web/overlays/shortcut-sheet.tsx').then((file) => file.ShortcutSheet),
)
const Palette = lazyPart(() => import('./palette/palette.tsx').then((file) => file.Palette))

/** The frame around the page, in the user's layout. The page stays mounted when the layout changes. */
export function Shell() {
  const t = useTexts(shellTexts)
  const { mode } = useMode()
  const viewAs = useViewAs()
  const layout = useLayout()
  const navigation = useNavigation()
  const palette = useLazilyOpened()
  const quickPanel = useLazilyOpened()
  const support = useSupportRequest()
  const sheet = useLazilyOpened()
  usePaletteKey(palette.open)
  usePageKeys({ palette: palette.open, sheet: sheet.open })
  usePageScroll()
  const { pathname } = useLocation()
  const context = useMemo(() => openAt(pathname), [pathname])
  return (
    <ScreenContext value={context}>
      <div className={classes.shell} data-mode={mode} data-layout={layout.name}>
        <a className={classes.skip} href={`#${contentId}`}>
          {t.skip}
        </a>
        {mode === 'Test' && <TestFrame />}
        {viewAs !== undefined && (
          <Suspense>
            <ViewAsBanner view={viewAs} />
          </Suspense>
        )}
        <div className={classes.body}>
          {inOrder(
            layout,
            <Navigation key="navigation" layout={layout} navigation={navigation} />,
            <Toolbar
              key="toolbar"
              variant={layout.toolbar}
              onOpenMenu={navigation.open}
              onOpenPalette={palette.open}
              onOpenQuickPanel={quickPanel.open}
            />,
          )}
          <div key="page" id={scrollerId} className={classes.column}>
            {layout.toolbar === 'horizontal' && (
              <div className={classes.crumbs}>
                <div className={context.open?.wide === true ? classes.wide : classes.content}>
                  <Breadcrumbs />
                </div>
              </div>
            )}
            <main id={contentId} className={classes.main} tabIndex={-1}>
              <ConnectionNote />
              <AccountNote />
              <AlertBanner />
              <Outlet />
            </main>
            <Footer />
          </div>
          <AuditOutlet />
        </div>
        <Suspense>
          {navigation.wasOpened && (
            <SideNavigation isOpen={navigation.isOpen} onClose={navigation.close} />
          )}
          {sheet.wasOpened && <ShortcutSheet isOpen={sheet.isOpen} onClose={sheet.close} />}
          {palette.wasOpened && <Palette isOpen={palette.isOpen} onClose={palette.close} />}
          {support !== null && <ContactSupport request={support} />}
          {quickPanel.wasOpened && (
            <QuickPanel isOpen={quickPanel.isOpen} onClose={quickPanel.close} />
          )}
        </Suspense>
        <LeavingSplash />
      </div>
    </ScreenContext>
  )
}

/** The focus order follows the visual order: what is above comes first. */
function inOrder(layout: Layout, navigation: ReactNode, toolbar: ReactNode) {
  return layout.toolbar === 'horizontal' ? [toolbar, navigation] : [navigation, toolbar]
}

/** Test mode must be obvious: a strip with the word, and a frame around everything. */
function TestFrame() {
  const t = useTexts(shellTexts)
  return (
    <>
      <section className={classes.testStrip} aria-label={t.mode}>
        {t.testStrip}
      </section>
      <div className={classes.testFrame} aria-hidden />
    </>
  )
}

/** The layout's own menu, on large screens. */
function Navigation(props: { layout: Layout; navigation: ReturnType<typeof useNavigation> }) {
  const { layout, navigation } = props
  if (layout.navigation === 'sidebar') {
    return (
      <Sidebar
        isCollapsed={navigation.isCollapsed}
        onToggle={navigation.toggleCollapsed}
        hasBrand={layout.toolbar === 'vertical'}
      />
    )
  }
  return (
    <Suspense fallback={<div className={classes.navigationRoom} data-kind={layout.navigation} />}>
      <GroupNavigation kind={layout.navigation} />
    </Suspense>
  )
}
