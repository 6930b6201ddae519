import { CallProblem } from '@counterfoil/kit/web/calls/problem.ts'
// listens to Back before the router does
import '@counterfoil/kit/web/overlays/closed-by-back.ts'
import { useFocusKept } from '@counterfoil/kit/web/overlays/focus-kept.ts'
import { ErrorState } from '@counterfoil/kit/web/page/states.tsx'
import { ThemeProvider } from '@counterfoil/kit/web/theme/theme-provider.tsx'
import { useCallback, useEffect, useState } from 'react'
import { BrowserRouter, useRoutes } from 'react-router'
import { routes } from './routes.tsx'
import { beginSession } from './session/begin-session.ts'
import type { Session } from './session/session.ts'
import { SessionProvider } from './session/session-context.tsx'
import { Splash } from './shell/splash.tsx'
import { useProblemLanguage } from './state/use-problem-language.ts'

const retryMs = 4000
const noTheme = {}

/** Renders the router once `begun` says who is signed in. Until the server answers it shows a notice and retries. */
export function Portal({ begun }: { begun: Promise<Session> }) {
  useProblemLanguage()
  useFocusKept()
  const [session, setSession] = useState<Session | null>(null)
  const [problem, setProblem] = useState<CallProblem | null>(null)

  const take = useCallback(async (beginning: Promise<Session>) => {
    try {
      const session = await beginning
      goHome(session)
      setSession(session)
    } catch (cause) {
      if (!(cause instanceof CallProblem)) throw cause
      setProblem(cause)
    }
  }, [])
  const retry = useCallback(() => take(beginSession()), [take])

  useEffect(() => {
    take(begun)
  }, [take, begun])

  useEffect(() => {
    if (problem === null || session !== null) return
    const timer = setTimeout(retry, retryMs)
    return () => clearTimeout(timer)
  }, [problem, session, retry])

  if (session === null) {
    if (problem === null) return <Splash />
    return (
      <ThemeProvider settings={noTheme}>
        <ErrorState problem={problem} onRetry={retry} />
      </ThemeProvider>
    )
  }
  return (
    <SessionProvider value={session}>
      <BrowserRouter>
        <Routes />
      </BrowserRouter>
    </SessionProvider>
  )
}

/** The start is the user's home; a redirect within the router would draw the frame once more. */
function goHome({ current }: Session) {
  const { pathname, search, hash } = window.location
  if (current === null || pathname !== '/') return
  window.history.replaceState(null, '', current.defaultPath + search + hash)
}

function Routes() {
  return useRoutes(routes)
}
