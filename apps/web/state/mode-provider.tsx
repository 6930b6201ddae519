import type { ModeName } from '@counterfoil/kit/contract/fields.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { keepDrafts } from '@counterfoil/kit/web/form/draft-store.ts'
import { showAlert } from '@counterfoil/kit/web/overlays/alert-banner.tsx'
import { SystemModeProvider } from '@counterfoil/kit/web/session/system-mode.tsx'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef } from 'react'
import { useNavigate } from 'react-router'
import { useAppState, useAppStore } from './app-state-context.tsx'
import { decideMode, type ModeDecision, modeStorageKey } from './mode.rules.ts'
import { homePathOf } from './user-context.ts'

const msg = messagesOf(import.meta.url)

interface ModeState extends ModeDecision {
  /** Switches Live and Test. */
  toggleMode(): void
}

const ModeContext = createContext<ModeState | null>(null)

export function useMode(): ModeState {
  const state = useContext(ModeContext)
  if (state === null) throw new Error('useMode needs a signed-in user')
  return state
}

const texts = msg({
  now: 'You are now in {mode} mode',
})

/** Keeps the app's mode by the rules of mode.rules.ts, stores it, and announces changes. */
export function ModeProvider({ children }: { children: ReactNode }) {
  const user = useUser()
  const store = useAppStore()
  const mode = useAppState().customerSystemMode
  const { toggle } = decideMode(user, mode)
  useStoredMode()
  useAnnouncedChanges(mode)

  const state = useMemo(
    (): ModeState => ({
      mode,
      toggle,
      toggleMode: () => {
        if (toggle !== 'enabled') return
        const next: ModeName = mode === 'Live' ? 'Test' : 'Live'
        localStorage.setItem(modeStorageKey, next)
        store.dispatch({ type: 'mode-changed', mode: next })
      },
    }),
    [mode, toggle, store],
  )
  const operatorMode = useMemo(
    () => ({
      mode,
      change:
        user.audience === 'merchant'
          ? undefined
          : (next: ModeName) => store.dispatch({ type: 'mode-changed', mode: next }),
    }),
    [mode, user.audience, store],
  )
  return (
    <ModeContext value={state}>
      <SystemModeProvider value={operatorMode}>{children}</SystemModeProvider>
    </ModeContext>
  )
}

/** Reads the stored mode again when the user's processing status changes, and when another tab has switched. */
function useStoredMode() {
  const { audience, processingStatus } = useUser()
  const store = useAppStore()
  useEffect(() => {
    function restore() {
      const user = { audience, processingStatus }
      const { mode } = decideMode(user, localStorage.getItem(modeStorageKey))
      if (mode !== store.current.customerSystemMode) store.dispatch({ type: 'mode-changed', mode })
    }
    // Two tabs must not work in two modes without notice.
    function follow(event: StorageEvent) {
      if (event.key === modeStorageKey && audience === 'merchant') restore()
    }
    if (audience === 'merchant') restore()
    window.addEventListener('storage', follow)
    return () => window.removeEventListener('storage', follow)
  }, [audience, processingStatus, store])
}

/** After any change of the mode an alert is shown, and the user is led to the dashboard. */
function useAnnouncedChanges(mode: ModeName) {
  const { audience } = useUser()
  const navigate = useNavigate()
  const t = useTexts(texts)
  const before = useRef(mode)
  useEffect(() => {
    if (before.current === mode) return
    before.current = mode
    keepDrafts()
    showAlert({ severity: 'info', message: t.now({ mode }) })
    navigate(homePathOf(audience))
  }, [mode, audience, navigate, t])
}
