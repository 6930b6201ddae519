import { Dropdown, dropdownItem } from '@counterfoil/kit/web/overlays/dropdown.tsx'
import { Snackbars } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { ThemeProvider } from '@counterfoil/kit/web/theme/theme-provider.tsx'
import { Suspense } from 'react'
import { Link, Outlet, useLocation } from 'react-router'
import { useSignedIn } from '../session/session-context.tsx'
import { Mark } from '../shell/mark.tsx'
import type { RefusedState } from '../shell/refused.tsx'
import { authenticationTexts } from './authentication.messages.ts'
import classes from './authentication.module.css'

const productTheme = {}

/** The frame of the pages around sign-in: in the product's own colours, or of whose user was refused a page. */
export function AuthenticationLayout() {
  const t = useTexts(authenticationTexts)
  const isSignedIn = useSignedIn() !== null
  const refusal: Partial<RefusedState> | null = useLocation().state
  const brand = isSignedIn ? refusal?.brand : undefined
  return (
    <ThemeProvider settings={brand?.theme ?? productTheme}>
      <div className={classes.page}>
        <header className={classes.header}>
          {brand === undefined ? <Mark /> : <OrganisationMark {...brand} />}
          {!isSignedIn && (
            <Dropdown isMenu label={t.account} className={classes.account} button={t.account}>
              <Link to="/authentication/login" role="menuitem" className={dropdownItem}>
                {t.login}
              </Link>
            </Dropdown>
          )}
        </header>
        <main className={classes.main}>
          <Suspense>
            <Outlet />
          </Suspense>
        </main>
      </div>
      <Snackbars />
    </ThemeProvider>
  )
}

function OrganisationMark({ name, logo }: NonNullable<RefusedState['brand']>) {
  return (
    <span className={classes.organisation}>
      {logo !== null && <img src={logo} alt="" />}
      {name}
    </span>
  )
}
