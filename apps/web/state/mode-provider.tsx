import type { ModeName } from '@counterfoil/kit/contract/fields.ts'
import { showAlert } from '@counterfoil/kit/web/alert-banner.tsx'
import { type ClientSettings, createClient } from '@counterfoil/kit/web/call.ts'
import { messages, useTexts } from '@counterfoil/kit/web/i18n.tsx'
import { ClientProvider } from '@counterfoil/kit/web/use-call.ts'
import { useUser } from '@counterfoil/kit/web/user.tsx'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { decideMode, type ModeDecision, modeStorageKey } from './mode.rules.ts'
import { homePathOf } from './user-context.ts'

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

const texts = messages({
  now: [
    (mode: ModeName) => `You are now in ${mode} mode`,
    (mode: ModeName) => `Şu anda ${mode === 'Test' ? 'Test' : 'Canlı'} modundasınız`,
  ],
})

/** Holds the mode, remembers it, and puts it on every call made below. */
export function ModeProvider(props: {
  settings: Omit<ClientSettings, 'mode'>
  children: ReactNode
}) {
  const user = useUser()
  const navigate = useNavigate()
  const t = useTexts(texts)
  const [stored, setStored] = useState(() => localStorage.getItem(modeStorageKey))
  const decision = useMemo(() => decideMode(user, stored), [user, stored])

  useEffect(() => {
    // Another tab's switch counts here too: two tabs must not work in two modes unawares.
    function follow(event: StorageEvent) {
      if (event.key === modeStorageKey) setStored(event.newValue)
    }
    window.addEventListener('storage', follow)
    return () => window.removeEventListener('storage', follow)
  }, [])

  const state = useMemo(
    (): ModeState => ({
      ...decision,
      toggleMode: () => {
        if (decision.toggle !== 'enabled') return
        const next: ModeName = decision.mode === 'Live' ? 'Test' : 'Live'
        localStorage.setItem(modeStorageKey, next)
        setStored(next)
        showAlert({ severity: 'info', message: t.now(next) })
        navigate(homePathOf(user.audience))
      },
    }),
    [decision, navigate, user, t],
  )
  const client = useMemo(
    () => ({
      client: createClient({ ...props.settings, mode: () => decision.header }),
      mode: decision.mode,
    }),
    [props.settings, decision],
  )
  return (
    <ModeContext value={state}>
      <ClientProvider value={client}>{props.children}</ClientProvider>
    </ModeContext>
  )
}
