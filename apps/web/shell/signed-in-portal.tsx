import { languageCodes } from '@counterfoil/kit/contract/languages.ts'
import { createClient } from '@counterfoil/kit/web/calls/call.ts'
import { createQueryClient } from '@counterfoil/kit/web/calls/query-client.ts'
import { ClientProvider } from '@counterfoil/kit/web/calls/use-call.ts'
import { hasDrafts } from '@counterfoil/kit/web/form/draft-store.ts'
import { Snackbars } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { lazyPart } from '@counterfoil/kit/web/page/lazy-part.ts'
import { ErrorState } from '@counterfoil/kit/web/page/states.tsx'
import { type UserContext, UserProvider } from '@counterfoil/kit/web/session/user.tsx'
import { hasChosenLanguage, useLanguage } from '@counterfoil/kit/web/texts/i18n.tsx'
import { ThemeProvider } from '@counterfoil/kit/web/theme/theme-provider.tsx'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import { confirm } from '../confirmation/confirmation.ts'
import { ConfirmationOutlet } from '../confirmation/confirmation-outlet.tsx'
import { useSignedIn } from '../session/session-context.tsx'
import { SessionKeeper } from '../session/session-keeper.tsx'
import { SignInFirst } from '../session/sign-in-first.tsx'
import { AppStoreProvider, useAppState } from '../state/app-state-context.tsx'
import { AppStore } from '../state/app-store.ts'
import { useClientSettings } from '../state/client-settings.ts'
import { modeStorageKey } from '../state/mode.rules.ts'
import { ModeProvider } from '../state/mode-provider.tsx'
import { useLoadedUser } from '../state/use-loaded-user.ts'
import { userContextOf } from '../state/user-context.ts'
import { KeptPreferences } from './kept-preferences.tsx'
import { usePageIcon } from './page-icon.ts'
import { Shell } from './shell.tsx'
import { Splash } from './splash.tsx'

const DraftNotice = lazyPart(() =>
  import('../state/draft-notice.tsx').then((file) => file.DraftNotice),
)

/** The portal of the signed-in user; other visitors sign in first. */
export function SignedInPortal() {
  const signedIn = useSignedIn()
  return signedIn === null ? <SignInFirst /> : <Workspace key={signedIn.subject} />
}

/** The portal of one user: cached data of one user is not shared with the next. */
function Workspace() {
  const queries = useMemo(createQueryClient, [])
  const [hadDrafts] = useState(hasDrafts)
  const store = useMemo(() => new AppStore(localStorage.getItem(modeStorageKey)), [])
  return (
    <QueryClientProvider client={queries}>
      <AppStoreProvider value={store}>
        <WithUser>
          <ModeProvider>
            <SessionKeeper />
            <Suspense>{hadDrafts && <DraftNotice />}</Suspense>
            <KeptPreferences>
              <Shell />
            </KeptPreferences>
          </ModeProvider>
        </WithUser>
      </AppStoreProvider>
    </QueryClientProvider>
  )
}

const productTheme = {}

/** Loads the signed-in user with the lists; until then the portal is not shown. */
function WithUser({ children }: { children: ReactNode }) {
  const { problem, load, onStale } = useLoadedUser()
  const state = useAppState()
  const settings = useClientSettings()
  const mode = state.customerSystemMode
  const client = useMemo(
    () => ({ client: createClient({ ...settings, confirm, mode: () => mode }), mode, onStale }),
    [settings, mode, onStale],
  )
  const value = useMemo(() => userContextOf(state), [state])
  useUsersLanguage(value)
  usePageIcon(value?.user.favIcon ?? null)
  if (value === null && problem === null) return <Splash />
  return (
    <ThemeProvider settings={value?.user.theme ?? productTheme}>
      {value !== null && (
        <ClientProvider value={client}>
          <UserProvider value={value}>
            {children}
            <ConfirmationOutlet />
          </UserProvider>
        </ClientProvider>
      )}
      {value === null && problem !== null && <ErrorState problem={problem} onRetry={load} />}
      <Snackbars />
    </ThemeProvider>
  )
}

/**
 * The language that the user chose on any device; else the one stored on this device; else the tenant's. A language that is
 * switched off is ignored.
 */
function useUsersLanguage(context: UserContext | null) {
  const { preferLanguage, setLanguage } = useLanguage()
  const user = context?.user
  const chosen = user?.preferences.language ?? null
  const usual = user?.locale.slice(0, 2)
  const inUse = context?.languages.map(({ id }) => id).join(' ') ?? ''
  const isOther = context?.viewAs != null
  useEffect(() => {
    // an administrator who views as the user keeps their own language
    if (isOther) return
    if (chosen !== null) return setLanguage(chosen)
    const language = languageCodes.find((each) => each === usual)
    if (language !== undefined && !hasChosenLanguage(inUse)) preferLanguage(language)
  }, [isOther, chosen, usual, inUse, preferLanguage, setLanguage])
}
