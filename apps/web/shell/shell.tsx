import { AlertBanner } from '@counterfoil/kit/web/alert-banner.tsx'
import { ScreenContext } from '@counterfoil/kit/web/breadcrumbs.ts'
import { useTexts } from '@counterfoil/kit/web/i18n.tsx'
import type { Screen } from '@counterfoil/kit/web/screen.ts'
import { lazy, Suspense, useMemo } from 'react'
import { matchPath, Outlet, useLocation } from 'react-router'
import { screens } from '../screens.ts'
import { useMode } from '../state/mode-provider.tsx'
import { AuditOutlet } from './audit-outlet.tsx'
import { ConnectionNote } from './connection-note.tsx'
import { Footer } from './footer.tsx'
import { shellTexts } from './shell.messages.ts'
import classes from './shell.module.css'
import { Sidebar } from './sidebar.tsx'
import { Toolbar } from './toolbar.tsx'
import { useNavigation } from './use-navigation.ts'

const SideNavigation = lazy(async () => {
  const { SideNavigation } = await import('./side-navigation.tsx')
  return { default: SideNavigation }
})

/** vertical-layout-1: the menu at the left, the toolbar above, the page below it. */
export function Shell() {
  const t = useTexts(shellTexts)
  const { mode } = useMode()
  const navigation = useNavigation()
  const { pathname } = useLocation()
  const context = useMemo(() => openAt(pathname), [pathname])
  return (
    <ScreenContext value={context}>
      <div className={classes.shell} data-mode={mode} data-collapsed={navigation.isCollapsed}>
        <a className={classes.skip} href="#content">
          {t.skip}
        </a>
        {mode === 'Test' && (
          <>
            <section className={classes.testStrip} aria-label={t.mode}>
              {t.testStrip}
            </section>
            <div className={classes.testFrame} aria-hidden />
          </>
        )}
        <div className={classes.body}>
          <Sidebar isCollapsed={navigation.isCollapsed} onToggle={navigation.toggleCollapsed} />
          <div className={classes.column}>
            <Toolbar onOpenMenu={navigation.open} />
            <main id="content" className={classes.main} tabIndex={-1}>
              <ConnectionNote />
              <AlertBanner />
              <Outlet />
            </main>
            <Footer />
          </div>
        </div>
        <AuditOutlet />
        {navigation.wasOpened && (
          <Suspense>
            <SideNavigation isOpen={navigation.isOpen} onClose={navigation.close} />
          </Suspense>
        )}
      </div>
    </ScreenContext>
  )
}

/** The screen at an address with its parameters; fixed segments count before parameters, as in routing. */
function openAt(pathname: string) {
  const matching = screens
    .map((screen) => ({ screen, match: matchPath(screen.path, pathname) }))
    .filter((each) => each.match !== null)
    .sort((a, b) => parameterCount(a.screen) - parameterCount(b.screen))[0]
  return { open: matching?.screen, params: matching?.match?.params ?? {}, screens }
}

const parameterCount = (screen: Screen) => screen.path.split('/:').length
