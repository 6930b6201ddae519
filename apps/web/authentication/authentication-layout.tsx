import { Dropdown, dropdownItem } from '@counterfoil/kit/web/overlays/dropdown.tsx'
import { Snackbars } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { ThemeProvider } from '@counterfoil/kit/web/theme/theme-provider.tsx'
import { Link, Outlet } from 'react-router'
import { useSignedIn } from '../session/session-context.tsx'
import { Mark } from '../shell/mark.tsx'
import { authenticationTexts } from './authentication.messages.ts'
import classes from './authentication.module.css'

const productTheme = {}

/** The frame of the pages around sign-in, in the product's own colours, as the tenant is not known yet. */
export function AuthenticationLayout() {
  const t = useTexts(authenticationTexts)
  const isSignedIn = useSignedIn() !== null
  return (
    <ThemeProvider settings={productTheme}>
      <div className={classes.page}>
        <header className={classes.header}>
          <Mark />
          {!isSignedIn && (
            <Dropdown isMenu label={t.account} className={classes.account} button={t.account}>
              <Link to="/authentication/login" role="menuitem" className={dropdownItem}>
                {t.login}
              </Link>
            </Dropdown>
          )}
        </header>
        <main className={classes.main}>
          <Outlet />
        </main>
      </div>
      <Snackbars />
    </ThemeProvider>
  )
}
