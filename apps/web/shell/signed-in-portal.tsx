import { readUserContext } from '@counterfoil/features/access/context/context.contract.ts'
import { createClient } from '@counterfoil/kit/web/call.ts'
import { hasChosenLanguage, languages, useLanguage } from '@counterfoil/kit/web/i18n.tsx'
import { createQueryClient } from '@counterfoil/kit/web/query-client.ts'
import { Snackbars } from '@counterfoil/kit/web/snackbar.tsx'
import { ErrorState } from '@counterfoil/kit/web/states.tsx'
import { ThemeProvider } from '@counterfoil/kit/web/theme/theme-provider.tsx'
import { ClientProvider, useCall } from '@counterfoil/kit/web/use-call.ts'
import { type UserContext, UserProvider } from '@counterfoil/kit/web/user.tsx'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo } from 'react'
import { Navigate, useLocation } from 'react-router'
import { followOtherTabs } from '../session/cross-tab.ts'
import { keepRenewed } from '../session/renewal.ts'
import { useSession, useSignedIn } from '../session/session-context.tsx'
import { ModeProvider } from '../state/mode-provider.tsx'
import { userContextOf } from '../state/user-context.ts'
import { Shell } from './shell.tsx'
import { Splash } from './splash.tsx'

/** The first guard: whoever is not signed in goes to sign in and comes back. */
export function SignedInPortal() {
  const signedIn = useSignedIn()
  const { pathname, search, hash } = useLocation()
  if (signedIn === null) {
    const query = new URLSearchParams({ returnUrl: pathname + search + hash })
    return <Navigate to={`/authentication/login?${query}`} replace />
  }
  return <Workspace key={signedIn.subject} />
}

/** One user's portal: nothing that one user loaded is left for the next. */
function Workspace() {
  const session = useSession()
  const queries = useMemo(createQueryClient, [])
  const settings = useMemo(
    () => ({ token: () => session.current?.accessToken, renew: session.renew }),
    [session],
  )
  const client = useMemo(
    () => ({ client: createClient({ ...settings, mode: () => undefined }), mode: 'Live' as const }),
    [settings],
  )
  useEffect(() => {
    // Without a session the guard above asks for a new sign-in.
    const end = () => session.clear()
    const stopRenewing = keepRenewed(session, end)
    const stopFollowing = followOtherTabs(session, end)
    return () => {
      stopRenewing()
      stopFollowing()
    }
  }, [session])
  return (
    <QueryClientProvider client={queries}>
      <ClientProvider value={client}>
        <WithUser>
          <ModeProvider settings={settings}>
            <Shell />
          </ModeProvider>
        </WithUser>
      </ClientProvider>
    </QueryClientProvider>
  )
}

const productTheme = {}

/** Loads who is signed in with all that goes with it; until then nothing of the portal shows. */
function WithUser({ children }: { children: ReactNode }) {
  const context = useCall(readUserContext, {}, { staleMs: Number.POSITIVE_INFINITY, quiet: true })
  const value = useMemo(
    () => (context.data === undefined ? null : userContextOf(context.data)),
    [context.data],
  )
  useUsersLanguage(value)
  return (
    <ThemeProvider settings={value?.user.theme ?? productTheme}>
      {value !== null && <UserProvider value={value}>{children}</UserProvider>}
      {value === null && context.error === null && <Splash />}
      {value === null && context.error !== null && (
        <ErrorState problem={context.error} onRetry={() => context.refetch()} />
      )}
      <Snackbars />
    </ThemeProvider>
  )
}

/** The user's own language counts until another is chosen on this device. */
function useUsersLanguage(context: UserContext | null) {
  const { preferLanguage } = useLanguage()
  const own = context?.user.locale.slice(0, 2)
  useEffect(() => {
    const language = languages.find((each) => each === own)
    if (language !== undefined && !hasChosenLanguage()) preferLanguage(language)
  }, [own, preferLanguage])
}
