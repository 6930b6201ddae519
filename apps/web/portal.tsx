import { readClientConfiguration } from '@counterfoil/features/access/sign-in-context/context.contract.ts'
import { createClient } from '@counterfoil/kit/web/calls/call.ts'
import { CallProblem } from '@counterfoil/kit/web/calls/problem.ts'
import { useFocusKept } from '@counterfoil/kit/web/overlays/focus-kept.ts'
import { ErrorState } from '@counterfoil/kit/web/page/states.tsx'
import { ThemeProvider } from '@counterfoil/kit/web/theme/theme-provider.tsx'
import { useCallback, useEffect, useState } from 'react'
import { BrowserRouter, useRoutes } from 'react-router'
import { routes } from './routes.tsx'
import { Session } from './session/session.ts'
import { SessionProvider } from './session/session-context.tsx'
import { Splash } from './shell/splash.tsx'
import { useProblemLanguage } from './state/use-problem-language.ts'

const clientId = 'counterfoil-portal'
const retryMs = 4000
const noTheme = {}

/** Fetches the sign-in configuration, then renders the router. Until the server answers it shows a notice and retries. */
export function Portal() {
  useProblemLanguage()
  useFocusKept()
  const [session, setSession] = useState<Session | null>(null)
  const [problem, setProblem] = useState<CallProblem | null>(null)

  const configure = useCallback(async () => {
    const client = createClient({
      token: () => undefined,
      renew: async () => false,
      mode: () => undefined,
    })
    try {
      const configuration = await client.send(readClientConfiguration, { params: { clientId } })
      setSession(new Session(configuration))
    } catch (cause) {
      if (!(cause instanceof CallProblem)) throw cause
      setProblem(cause)
    }
  }, [])

  useEffect(() => {
    configure()
  }, [configure])

  useEffect(() => {
    if (problem === null || session !== null) return
    const timer = setTimeout(configure, retryMs)
    return () => clearTimeout(timer)
  }, [problem, session, configure])

  if (session === null) {
    return (
      <ThemeProvider settings={noTheme}>
        {problem === null ? <Splash /> : <ErrorState problem={problem} onRetry={configure} />}
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

function Routes() {
  return useRoutes(routes)
}
